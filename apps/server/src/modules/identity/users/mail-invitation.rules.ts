import { product } from '@patchkeep/contract/product';
import { userLimits } from '@patchkeep/contract/users';
import { dayText, escapeHtml, oneLine } from '../../../platform/mail/mail-text.rules.ts';

interface InvitationWords {
  longName: string;
  username: string;
  customerName: string;
  link: string;
  expires: Date;
}

/** The mail of an invitation, as plain text and as simple HTML with the same words. */
export const invitationMail = (given: InvitationWords): { subject: string; text: string; html: string } => {
  const [longName, customerName] = [oneLine(given.longName), oneLine(given.customerName)];
  const subject = `Your access to ${product.name} at ${customerName}`;
  const lines = {
    hello: `Hello ${longName},`,
    what: `an administrator of ${customerName} has given you access to ${product.name}, which keeps the software on your organisation's computers up to date.`,
    how: `Open this link to choose your password:`,
    afterwards: `You then sign in with ${given.username}. The link works once, until ${dayText(given.expires)} UTC (${userLimits.invitationDays} days).`,
    unexpected: `If you did not expect this mail, you need not do anything. Without the link nobody can use the account.`,
  };
  const html = Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, escapeHtml(line)]));
  const link = escapeHtml(given.link);
  return {
    subject,
    text: [lines.hello, lines.what, `${lines.how}\n${given.link}`, lines.afterwards, lines.unexpected]
      .join('\n\n')
      .concat('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">',
      `<p>${html['hello']}</p><p>${html['what']}</p>`,
      `<p>${html['how']}<br><a href="${link}">Choose your password</a></p>`,
      `<p>${html['afterwards']}</p><p>${html['unexpected']}</p>`,
      `<p style="color: #555">If the link does not open, copy this address into your browser:<br>${link}</p>`,
      '</body></html>',
    ].join('\n'),
  };
};
