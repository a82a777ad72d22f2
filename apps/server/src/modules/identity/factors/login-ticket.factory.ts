import { createHash, randomBytes } from 'node:crypto';
import { factorLimits } from '@patchkeep/contract/factors';
import type { Secrets } from '../../../platform/config/config.ts';
import { sealer } from '../../../platform/sealed.ts';

/** What a right password gives to an account with a second factor: it opens the second step and nothing else. */
export interface LoginTicket {
  customerId: string;
  userId: string;
  ticketId: string;
  until: Date;
  /** Of the password that was right: a changed one ends the ticket. */
  passwordMark: string;
}

export const passwordMarkOf = (digest: Buffer): string =>
  createHash('sha256').update(digest).digest('base64url').slice(0, 16);

/** The customer and the user are sealed too: the cookie tells nobody whose password was right. */
export const loginTickets = (secrets: Secrets) => {
  const { seal, open } = sealer(secrets, 'patchkeep login tickets');
  const about = 'login';
  const packed = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
  const unpacked = (text: string): string =>
    Buffer.from(text, 'base64url')
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return {
    make(user: { customer_id: string; user_id: string }, passwordDigest: Buffer, now: Date): string {
      const parts = [
        packed(user.customer_id),
        packed(user.user_id),
        randomBytes(9).toString('base64url'),
        Math.floor((now.getTime() + factorLimits.loginMs) / 1_000),
        passwordMarkOf(passwordDigest),
      ];
      return seal(about, Buffer.from(parts.join('.'))).toString('base64url');
    },
    read(cookie: string | undefined, now: Date): LoginTicket | undefined {
      if (cookie === undefined) return undefined;
      const text = open(about, Buffer.from(cookie, 'base64url'))?.toString();
      const [customer = '', user = '', ticketId = '', seconds = '', passwordMark = ''] = text?.split('.') ?? [];
      const until = new Date(Number(seconds) * 1_000);
      if (text === undefined || until <= now) return undefined;
      return { customerId: unpacked(customer), userId: unpacked(user), ticketId, until, passwordMark };
    },
  };
};
export type LoginTickets = ReturnType<typeof loginTickets>;
export const loginSeconds = factorLimits.loginMs / 1_000;
