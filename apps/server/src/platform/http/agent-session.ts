import { createPrivateKey, hkdfSync, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { sessionSecret } from '@patchkeep/agent-client/session-key';
import { offerText, readOffer, sessionSeconds } from '@patchkeep/rules/session-key';
import { quickMac } from './quick-mac.ts';

/** The session a known agent last called with: checking its offer costs as much as a whole check-in without one. */
export interface HeldSession {
  header: string;
  secret: Buffer;
  expires: number;
}

const derPrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** The server's side of sessions. Its key follows from the installation's secret, so every process has the same one. */
export const agentSessions = (secretKey: string) => {
  const raw = Buffer.from(hkdfSync('sha256', secretKey, '', 'patchkeep agent sessions', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'pkcs8' });
  const serverKey = String(privateKey.export({ format: 'jwk' }).x);
  return {
    serverKey,
    /** The session that this header opens for the owner of the key, unless it is over, overlong or not vouched for. */
    open(header: string, keyId: string, key: KeyObject, now: Date): HeldSession | undefined {
      const offer = readOffer(header);
      const seconds = now.getTime() / 1_000;
      if (!offer || offer.expires < seconds || offer.expires > seconds + sessionSeconds) return undefined;
      const text = offerText(keyId, serverKey, offer);
      if (!verify(null, Buffer.from(text), key, Buffer.from(offer.signature, 'base64url'))) return undefined;
      try {
        return { header, secret: sessionSecret(privateKey, offer.sessionKey, text), expires: offer.expires };
      } catch {
        // A key that is no point of the curve, or a weak one: OpenSSL refuses to make a secret with it.
        return undefined;
      }
    },
  };
};
export type AgentSessions = ReturnType<typeof agentSessions>;

const expected = Buffer.alloc(44);
const given = Buffer.alloc(44);

/** Compared as base64, of which a MAC has one spelling; the buffers are kept because nothing waits between their uses. */
export const isMacOf = (secret: Buffer, text: string, macBase64: string): boolean => {
  if (macBase64.length !== expected.length) return false;
  expected.write(quickMac(secret, text), 'latin1');
  given.write(macBase64, 'latin1');
  return timingSafeEqual(expected, given);
};
