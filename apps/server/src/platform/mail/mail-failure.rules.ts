import type { MailFailure } from '@patchkeep/contract/alerts';

/** The words of the library for what went wrong. */
const failures: Record<string, MailFailure> = {
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ETIMEDOUT: 'silent',
  ETLS: 'not-encrypted',
  EAUTH: 'login',
  EENVELOPE: 'sender-or-recipient',
  EMESSAGE: 'content',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Why a mail was not taken. What the server said goes to the log alone: it may name machines of the operator. */
export const mailFailureOf = (error: unknown): MailFailure => failures[codeOf(error)] ?? 'unsettled';

/** The server answered, and said no: it has certainly not taken the mail. */
export const isRefusedMail = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 400;
