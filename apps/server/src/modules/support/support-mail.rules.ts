import { product } from '@patchkeep/contract/product';
import { mailOf } from '../../platform/mail/mail-parts.rules.ts';
import { oneLine } from '../../platform/mail/mail-text.rules.ts';
import type { WaitingMessage } from './messages.repository.ts';

/** The mail to support: what the user wrote, who it is, and the files. An answer goes to the user. */
export const supportMail = (given: WaitingMessage) => {
  const [longName, customerName, siteName] = [given.long_name, given.customer_name, given.site_name ?? 'none'].map(
    oneLine,
  );
  const from = `${longName} <${given.username}>, customer ${customerName}, site ${siteName}`;
  return {
    ...mailOf(`[${product.name} support] ${oneLine(given.subject)}`, [
      { lines: given.message.split('\n') },
      { lines: ['-- ', `Sent from ${product.name} by ${from}`] },
    ]),
    replyTo: { name: longName ?? '', address: given.username },
    attachments: given.attachments.map(({ name, content }) => ({
      filename: name,
      // Never a type of the sender's choice: a mail program saves it, and shows nothing by itself.
      contentType: 'application/octet-stream',
      content: Buffer.from(content, 'base64'),
    })),
  };
};
