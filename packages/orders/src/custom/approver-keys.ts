import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { uuid } from '../statement-fields.ts';
import { canonical } from '../statements.ts';

/** Bytes in their one spelling as base64url: with a second one, one key would have two names. */
const bytes = (least: number, most = least) =>
  z.string().refine((text) => {
    const read = Buffer.from(text, 'base64url');
    return read.length >= least && read.length <= most && read.toString('base64url') === text;
  });

/** A number of 2,048 to 4,096 bits, without noughts before it. */
const modulus = bytes(256, 512).refine((text) => Buffer.from(text, 'base64url')[0] !== 0);

const passkeyKey = z.discriminatedUnion('alg', [
  z.strictObject({ alg: z.literal('ES256'), x: bytes(32), y: bytes(32) }),
  z.strictObject({ alg: z.literal('EdDSA'), x: bytes(32) }),
  /** The exponent is always 65,537. */
  z.strictObject({ alg: z.literal('RS256'), n: modulus }),
]);
type PasskeyKey = z.output<typeof passkeyKey>;

const jwkOf = (key: PasskeyKey): Record<string, string> => {
  if (key.alg === 'ES256') return { kty: 'EC', crv: 'P-256', x: key.x, y: key.y };
  if (key.alg === 'EdDSA') return { kty: 'OKP', crv: 'Ed25519', x: key.x };
  return { kty: 'RSA', n: key.n, e: 'AQAB' };
};
const keyObjectOf = (key: PasskeyKey): KeyObject => createPublicKey({ key: jwkOf(key), format: 'jwk' });

/** Not every pair of numbers is a point of the curve. */
const isKey = (key: PasskeyKey): boolean => {
  try {
    return keyObjectOf(key).type === 'public';
  } catch {
    return false;
  }
};

/** Whose key it is, as the server names its users: two keys of one person count once. */
const holder = uuid;

export const approverKey = z.discriminatedUnion('kind', [
  /** A key in a file, which signs the statement itself. */
  z.strictObject({ kind: z.literal('file'), holder, x: bytes(32) }),
  /** A passkey, which signs what a browser made of the statement. */
  z.strictObject({ kind: z.literal('passkey'), holder, credential: bytes(1, 1_023), key: passkeyKey.refine(isKey) }),
]);
export type ApproverKey = z.output<typeof approverKey>;

const material = (key: ApproverKey): PasskeyKey => (key.kind === 'file' ? { alg: 'EdDSA', x: key.x } : key.key);

/** A key is named by what it is, not by who calls it how: whatever it is listed as, it is one key. */
export const approverKeyId = (key: ApproverKey): string =>
  createHash('sha256')
    .update(canonical(material(key)))
    .digest('hex');

/** Whether this key made the signature; what is malformed is no signature. */
export const isSignedBy = (key: ApproverKey, data: Buffer, signature: Buffer): boolean => {
  const made = material(key);
  try {
    return verify(made.alg === 'EdDSA' ? null : 'sha256', data, keyObjectOf(made), signature);
  } catch {
    return false;
  }
};
