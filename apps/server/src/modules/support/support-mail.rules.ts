import { product } from '@patchkeep/contract/product';
import { escapeHtml, oneLine } from '../../platform/mail/mail-text.rules.ts';
import type { WaitingMessage } from './messages.repository.ts';

/** The mail to support: what the user wrote, who it is, and the files. An answer goes to the user. */
export const supportMail = (given: WaitingMessage) => {
  const [longName, customerName, siteName] = [given.long_name, given.customer_name, given.site_name ?? 'none'].map(
    oneLine,
  );
  const from = `${longName} <${given.username}>, customer ${customerName}, site ${siteName}`;
  return {
    subject: `[${product.name} support] ${oneLine(given.subject)}`,
    replyTo: { name: longName ?? '', address: given.username },
    text: `${given.message}\n\n-- \nSent from ${product.name} by ${from}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 45em">',
      `<p style="white-space: pre-wrap">${escapeHtml(given.message)}</p>`,
      `<p style="color: #555">Sent from ${product.name} by ${escapeHtml(from)}</p></body></html>`,
    ].join('\n'),
    attachments: given.attachments.map(({ name, content }) => ({
      filename: name,
      // Never a type of the sender's choice: a mail program saves it, and shows nothing by itself.
      contentType: 'application/octet-stream',
      content: Buffer.from(content, 'base64'),
    })),
  };
};
