import { createPrivateKey, diffieHellman, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { exchangeKeyOf, sessionSecret } from '@patchkeep/agent-client/session-key';
import { offerText, readOffer, sessionSeconds } from '@patchkeep/rules/session-key';
import type { Secrets } from '../config/config.ts';
import { fastHmac } from './fast-hmac.ts';
import { derivedKeys } from './secret.ts';

/** The session a known agent last called with: checking its offer costs as much as a whole check-in without one. */
export interface AgentSession {
  header: string;
  secret: Buffer;
  expires: number;
}

/**
 * In threads beside the event loop: after a restart every host opens its session anew within minutes, and people who
 * use the console meanwhile should not wait for 220 µs of arithmetic for each of them.
 */
const verifyBeside = promisify(verify);
const exchangeBeside = promisify(diffieHellman);

const derPrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** The server's side of sessions. Its key follows from the installation's secret, so every process has the same one. */
export const agentSessions = (secrets: Secrets) => {
  const pairs = derivedKeys(secrets, 'patchkeep agent sessions').map((raw) => {
    const privateKey = createPrivateKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'pkcs8' });
    return { privateKey, serverKey: String(privateKey.export({ format: 'jwk' }).x) };
  });
  return {
    /** Told to agents for their next session; sessions made with a former key last until they are over. */
    serverKey: pairs[0]?.serverKey ?? '',
    /** The session that this header opens for the owner of the key, unless it is over, overlong or not vouched for. */
    async open(header: string, keyId: string, key: KeyObject, now: Date): Promise<AgentSession | undefined> {
      const offer = readOffer(header);
      const seconds = now.getTime() / 1_000;
      if (!offer || offer.expires < seconds || offer.expires > seconds + sessionSeconds) return undefined;
      const signature = Buffer.from(offer.signature, 'base64url');
      // The agent signed the server's key along: only the pair it made its offer to fits.
      for (const { privateKey, serverKey } of pairs) {
        const text = offerText(keyId, serverKey, offer);
        if (!(await verifyBeside(null, Buffer.from(text), key, signature))) continue;
        try {
          const exchanged = await exchangeBeside({ privateKey, publicKey: exchangeKeyOf(offer.sessionKey) });
          return { header, secret: sessionSecret(exchanged, text), expires: offer.expires };
        } catch {
          // A key that is no point of the curve, or a weak one: OpenSSL refuses to make a secret with it.
          return undefined;
        }
      }
      return undefined;
    },
  };
};
export type AgentSessions = ReturnType<typeof agentSessions>;

const expected = Buffer.alloc(44);
const given = Buffer.alloc(44);

/** Compared as base64, of which a MAC has one spelling; the buffers are kept because nothing waits between their uses. */
export const isMacOf = (secret: Buffer, text: string, macBase64: string): boolean => {
  if (macBase64.length !== expected.length) return false;
  expected.write(fastHmac(secret, text), 'latin1');
  given.write(macBase64, 'latin1');
  return timingSafeEqual(expected, given);
};
