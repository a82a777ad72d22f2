import { createHash, createHmac, randomBytes } from 'node:crypto';
import { ssoLimits } from '@patchkeep/contract/single-sign-on';
import type { Secrets } from '../../../platform/config/config.ts';
import { sealer } from '../../../platform/sealed.ts';

/**
 * Why the browser was sent to the identity provider: to sign in, to connect an account, to accept an invitation, to
 * prove anew who is signed in.
 */
const purposes = ['signIn', 'link', 'invitation', 'prove'] as const;
export type SsoPurpose = (typeof purposes)[number];

export interface SsoTicket {
  purpose: SsoPurpose;
  customerId: string;
  connectionId: string;
  /** The user who connects an account, the invitation, or the session that is proved; null for who signs in. */
  aboutId: string | null;
  begun: Date;
  until: Date;
  state: string;
  nonce: string;
  verifier: string;
  /** What a request by SAML is called; a name in XML begins with no digit. */
  requestId: string;
  /** What it is used up by. */
  mark: string;
}

const [idLength, seedLength, timeLength] = [16, 32, 6];
const noId = Buffer.alloc(idLength);
const packed = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const unpacked = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The text that the identity provider gets instead of the verifier. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * What a browser carries to the identity provider and back. State, nonce and verifier follow from one random seed, so
 * that the sealed value fits in a cookie. Nothing is stored before the answer comes, and then only that it was used.
 */
export const ssoTickets = (secrets: Secrets) => {
  const { seal, open } = sealer(secrets, 'patchkeep single sign-on');
  const about = 'sso';
  const ticketOf = (bytes: Buffer): SsoTicket => {
    let at = 1;
    const take = (length: number): Buffer => bytes.subarray(at, (at += length));
    const purpose = purposes[bytes[0] ?? 0] ?? 'signIn';
    const [customerId, connectionId, aboutId] = [take(idLength), take(idLength), take(idLength)];
    const begun = take(timeLength).readUIntBE(0, timeLength);
    const seed = take(seedLength);
    const partOf = (name: string): string => createHmac('sha256', seed).update(name).digest('base64url');
    return {
      purpose,
      customerId: unpacked(customerId),
      connectionId: unpacked(connectionId),
      aboutId: aboutId.equals(noId) ? null : unpacked(aboutId),
      begun: new Date(begun),
      until: new Date(begun + ssoLimits.answerMs),
      state: partOf('state'),
      nonce: partOf('nonce'),
      verifier: partOf('verifier'),
      requestId: `_${partOf('request')}`,
      mark: partOf('mark'),
    };
  };
  return {
    make(
      of: Pick<SsoTicket, 'purpose' | 'customerId' | 'connectionId' | 'aboutId'>,
      now: Date,
    ): { ticket: SsoTicket; cookie: string } {
      const begun = Buffer.alloc(timeLength);
      begun.writeUIntBE(now.getTime(), 0, timeLength);
      const bytes = Buffer.concat([
        Buffer.of(purposes.indexOf(of.purpose)),
        packed(of.customerId),
        packed(of.connectionId),
        of.aboutId === null ? noId : packed(of.aboutId),
        begun,
        randomBytes(seedLength),
      ]);
      return { ticket: ticketOf(bytes), cookie: seal(about, bytes).toString('base64url') };
    },
    read(cookie: string | undefined, now: Date): SsoTicket | undefined {
      const bytes = cookie === undefined ? undefined : open(about, Buffer.from(cookie, 'base64url'));
      const ticket = bytes && ticketOf(bytes);
      return ticket && ticket.until > now ? ticket : undefined;
    },
  };
};
export type SsoTickets = ReturnType<typeof ssoTickets>;
export const ssoSeconds = ssoLimits.answerMs / 1_000;
