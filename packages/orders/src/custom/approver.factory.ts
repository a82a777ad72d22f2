import { createHash, generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import { rawKey } from '../envelope.ts';
import { type Approval, challengeOf, signWithFile } from './approval.ts';
import { type ApproverKey, approverKeyId } from './approver-keys.ts';

/** What of the touch is other than a good device and browser would have it. */
export interface Twist {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  flags?: number;
  counter?: number;
  isCrossOrigin?: boolean;
}

/** Somebody who vouches, with a key that makes real signatures. */
export interface TestApprover {
  listed: ApproverKey;
  approve: (type: string, text: string, twist?: Twist) => Approval;
  key: KeyObject;
}

export const testRpId = 'patch.example';
export const testOrigin = 'https://console.patch.example';
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const personVerified = 0x05;

type Alg = 'ES256' | 'EdDSA' | 'RS256';
const pairs: Record<Alg, () => KeyObject> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  EdDSA: () => generateKeyPairSync('ed25519').privateKey,
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
};

const publicPart = (alg: Alg, key: KeyObject) => {
  const { x = '', y = '', n = '' } = key.export({ format: 'jwk' });
  if (alg === 'ES256') return { alg, x, y };
  return alg === 'EdDSA' ? { alg, x } : { alg, n };
};

export const passkeyApprover = (alg: Alg, holder: string = randomUUID(), key = pairs[alg]()): TestApprover => {
  const credential = randomBytes(32).toString('base64url');
  const listed: ApproverKey = { kind: 'passkey', holder, credential, key: publicPart(alg, key) };
  const approve = (type: string, text: string, twist: Twist = {}): Approval => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? 0);
    const flags = Buffer.of(twist.flags ?? personVerified);
    const authenticatorData = Buffer.concat([sha256(twist.rpId ?? testRpId), flags, counter]);
    const clientData = Buffer.from(
      JSON.stringify({
        type: twist.type ?? 'webauthn.get',
        challenge: twist.challenge ?? challengeOf(type, text),
        origin: twist.origin ?? testOrigin,
        crossOrigin: twist.isCrossOrigin ?? false,
      }),
    );
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      keyid: approverKeyId(listed),
      sig: sign(alg === 'EdDSA' ? null : 'sha256', signed, key).toString('base64'),
      passkey: {
        authenticatorData: authenticatorData.toString('base64'),
        clientData: clientData.toString('base64'),
      },
    };
  };
  return { listed, approve, key };
};

export const fileApprover = (holder: string = randomUUID(), key = pairs.EdDSA()): TestApprover => ({
  listed: { kind: 'file', holder, x: rawKey(key) },
  approve: (type, text) => signWithFile(type, text, key),
  key,
});
