import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { offerText, sessionSeconds, writeOffer } from '@patchkeep/rules/session-key';
import type { Identity } from './identity.ts';

/** What calls of a session carry, and the secret their MACs are made with. */
export interface Session {
  header: string;
  secret: Buffer;
  expires: number;
}

const derPrefix = Buffer.from('302a300506032b656e032100', 'hex');

/** A raw X25519 key of 32 bytes as Node's crypto wants it. */
export const exchangeKeyOf = (base64url: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([derPrefix, Buffer.from(base64url, 'base64url')]),
    format: 'der',
    type: 'spki',
  });

/** The secret of a session, out of what the private key of one side and the public key of the other come to. */
export const sessionSecret = (exchanged: Buffer, offer: string): Buffer =>
  Buffer.from(hkdfSync('sha256', exchanged, '', offer, 32));

/** Opens a session with a server that said its key: no call is needed, the first one of the session carries the offer. */
export const openSession = (identity: Identity, keyId: string, serverKey: string, now: Date): Session => {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  // Ends early by the widest clock the server forgives, so that it never ends on the way.
  const expires = Math.floor(now.getTime() / 1_000) + sessionSeconds - 1_200;
  const offer = { sessionKey: String(publicKey.export({ format: 'jwk' }).x), expires };
  const text = offerText(keyId, serverKey, offer);
  const signature = sign(null, Buffer.from(text), identity.privateKey).toString('base64url');
  const exchanged = diffieHellman({ privateKey, publicKey: exchangeKeyOf(serverKey) });
  return { header: writeOffer(offer, signature), secret: sessionSecret(exchanged, text), expires };
};

/** One agent's session: opened once the server said its key, renewed when it ends, dropped when it is refused. */
export const sessionKeeper = (identity: Identity, keyId: string) => {
  let serverKey: string | undefined;
  let session: Session | undefined;
  return {
    learn(said: string | undefined): void {
      if (said === undefined || said === serverKey) return;
      serverKey = said;
      session = undefined;
    },
    /** The session for this call, if the endpoint takes one. */
    current(isOpenToSessions: boolean | undefined, now: Date): Session | undefined {
      if (isOpenToSessions !== true || serverKey === undefined) return undefined;
      if (!session || session.expires * 1_000 <= now.getTime()) session = openSession(identity, keyId, serverKey, now);
      return session;
    },
    drop(): void {
      serverKey = undefined;
      session = undefined;
    },
  };
};
