import { product } from '@patchkeep/contract/product';
import { type MailWords, mailOf } from '../../../platform/mail/mail-parts.rules.ts';
import { dayText, nameInMail } from '../../../platform/mail/mail-text.rules.ts';

interface DomainWords {
  longName: string;
  domain: string;
  recordName: string;
  recordText: string;
  /** When the domain stops counting; null when it has. */
  lapses: Date | null;
  /** The page of single sign-on. */
  link: string;
}

/** The mail that the record of a proven mail domain is missing, or that the domain stopped counting. */
export const domainMail = (given: DomainWords): MailWords => {
  const domain = nameInMail(given.domain);
  const hello = `Hello ${nameInMail(given.longName)},`;
  const record = [`Name: ${given.recordName}`, `Text: ${given.recordText}`];
  const link = { words: 'Single sign-on', href: given.link };
  if (given.lapses === null)
    return mailOf(`${product.name}: ${given.domain} is no longer a proven domain`, [
      { lines: [hello, `the TXT record of ${domain} was not found for weeks, so the domain does not count any more.`] },
      {
        lines: [
          'Its users are not offered single sign-on, and nobody gets an account by it. Publish the record again, then check the domain on the page:',
        ],
        items: record,
        link,
      },
    ]);
  return mailOf(`${product.name}: the DNS record of ${given.domain} is missing`, [
    { lines: [hello, `the TXT record that proves ${domain} is not found any more.`] },
    {
      lines: [
        `Publish it again before ${dayText(given.lapses)} UTC. Otherwise users of the domain are not offered single sign-on after that day, and another customer could prove the domain.`,
      ],
      items: record,
      link,
    },
  ]);
};
