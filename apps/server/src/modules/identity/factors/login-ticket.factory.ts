import { createHash, randomBytes } from 'node:crypto';
import { factorLimits } from '@patchkeep/contract/factors';
import type { Secrets } from '../../../platform/config/config.ts';
import { sealer } from '../../../platform/sealed.ts';

/** What a ticket opens: the second step, or setting up what the customer asks for after all else was proved. */
export type LoginStage = 'prove' | 'enrol';

/** What a right password gives to an account that has to do more: it opens one stage of that and nothing else. */
export interface LoginTicket {
  customerId: string;
  userId: string;
  ticketId: string;
  until: Date;
  /** Of the password that was right: a changed one ends the ticket. */
  passwordMark: string;
  stage: LoginStage;
  /** Of the second factors at that time: others end a ticket to set one up. */
  factorsMark: string;
}

export const passwordMarkOf = (digest: Buffer): string =>
  createHash('sha256').update(digest).digest('base64url').slice(0, 16);

/** Changes with every factor that is added, removed or suspended. */
export const factorsMarkOf = (factors: readonly { factor_id: string; suspended_at: Date | null }[]): string =>
  createHash('sha256')
    .update(factors.map((each) => `${each.factor_id}${each.suspended_at === null ? '' : ' suspended'}`).join())
    .digest('base64url')
    .slice(0, 16);

/** For how long a ticket is good. */
export const stageMs: Record<LoginStage, number> = { prove: factorLimits.loginMs, enrol: factorLimits.enrolMs };

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
    make(
      user: { customer_id: string; user_id: string },
      passwordDigest: Buffer,
      now: Date,
      { stage = 'prove', factorsMark = '' }: { stage?: LoginStage; factorsMark?: string } = {},
    ): string {
      const parts = [
        packed(user.customer_id),
        packed(user.user_id),
        randomBytes(9).toString('base64url'),
        Math.floor((now.getTime() + stageMs[stage]) / 1_000),
        passwordMarkOf(passwordDigest),
        stage,
        factorsMark,
      ];
      return seal(about, Buffer.from(parts.join('.'))).toString('base64url');
    },
    read(cookie: string | undefined, now: Date): LoginTicket | undefined {
      if (cookie === undefined) return undefined;
      const text = open(about, Buffer.from(cookie, 'base64url'))?.toString();
      const [customer = '', user = '', ticketId = '', seconds = '', passwordMark = '', stage, factorsMark = ''] =
        text?.split('.') ?? [];
      const until = new Date(Number(seconds) * 1_000);
      if (text === undefined || until <= now || (stage !== 'prove' && stage !== 'enrol')) return undefined;
      const [customerId, userId] = [unpacked(customer), unpacked(user)];
      return { customerId, userId, ticketId, until, passwordMark, stage, factorsMark };
    },
  };
};
export type LoginTickets = ReturnType<typeof loginTickets>;
export const loginSeconds = stageMs.prove / 1_000;
export const enrolSeconds = stageMs.enrol / 1_000;
