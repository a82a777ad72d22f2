import type { MailFailure, MailOutcome, TestMail } from '@patchkeep/contract/alerts';

export const outcomeText: Record<MailOutcome, string> = {
  sent: 'Sent',
  refused: 'Refused, is tried again',
  unanswered: 'May be missing',
};

const failureText: Record<MailFailure, string> = {
  unreachable: 'The mail server cannot be reached.',
  silent: 'The mail server did not answer in time.',
  'not-encrypted': 'The mail server offers no encrypted connection, so the password was not sent.',
  login: 'The mail server refused the user or the password.',
  'sender-or-recipient': 'The mail server refused the sender or your address.',
  content: 'The mail server refused the mail.',
  unsettled: 'The mail was not sent.',
};

/** What came of a test mail. */
export const testMailText = ({ state, failure }: TestMail, address: string): string => {
  if (state === 'waiting') return 'A test mail is on its way to the mail server.';
  if (state === 'sent') return `The mail server has taken a test mail to ${address}. Look into your mailbox.`;
  return `${failureText[failure ?? 'unsettled']} Whoever runs the server finds the reason in its log.`;
};
