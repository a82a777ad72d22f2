import { breakGlassLimits } from '@patchkeep/contract/break-glass';
import { product } from '@patchkeep/contract/product';
import { dayText, escapeHtml, nameInMail, oneLine } from '../../../platform/mail/mail-text.rules.ts';

interface BreakGlassWords {
  longName: string;
  account: string;
  accountAddress: string;
  customerName: string;
  at: Date;
  ip: string;
  /** The activity log. */
  link: string;
}

/** The mail that a break-glass account was used, as plain text and as simple HTML with the same words. */
export const breakGlassMail = (given: BreakGlassWords): { subject: string; text: string; html: string } => {
  const [account, customerName] = [nameInMail(given.account), nameInMail(given.customerName)];
  const lines = [
    `Hello ${nameInMail(given.longName)},`,
    `the break-glass account ${account} (${oneLine(given.accountAddress)}) of ${customerName} signed in to ${product.name} on ${dayText(given.at)} UTC, from the address ${given.ip}.`,
    `Such an account is for emergencies, when single sign-on does not work. Its session ends after ${breakGlassLimits.sessionMinutes} minutes.`,
    'If nobody of you did this, sign in, end its sessions on the page Users, and take its mark away.',
  ];
  const link = escapeHtml(given.link);
  return {
    subject: `${product.name}: a break-glass account of ${customerName} signed in`,
    text: `${[...lines, `What it did stands in the activity log:\n${given.link}`].join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">',
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p>What it did stands in the <a href="${link}">activity log</a>.</p>`,
      '</body></html>',
    ].join('\n'),
  };
};
