import { product } from '@patchkeep/contract/product';

/** The part of WebCrypto the hash needs; browser and server both bring it. */
interface Subtle {
  digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>;
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: string,
    extractable: boolean,
    usages: string[],
  ): Promise<unknown>;
  deriveBits(algorithm: object, key: unknown, length: number): Promise<ArrayBuffer>;
}
interface Environment {
  subtle: Subtle;
  encode(text: string): Uint8Array;
}

export const passwordHashVersion = 1;
const rounds = 600_000;

/** One spelling per user name: compatibility forms folded, trimmed, lower-cased without a locale. */
export const canonicalUsername = (username: string): string => username.normalize('NFKC').trim().toLowerCase();

const base64url = (bytes: Uint8Array): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const chunk = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const length = Math.min(4, bytes.length - i + 1);
    for (let j = 0; j < length; j++) out += alphabet[(chunk >> (18 - 6 * j)) & 63];
  }
  return out;
};

/**
 * What leaves the browser instead of a password: PBKDF2-SHA-256, salted with the product and the canonical
 * name. Login, setup and change all go through here; the server stores Argon2id of the result.
 */
export const clientPasswordHash = async (
  { subtle, encode }: Environment,
  username: string,
  password: string,
): Promise<string> => {
  const salt = await subtle.digest(
    'SHA-256',
    encode(`v${passwordHashVersion}|${product.passwordRealm}|${canonicalUsername(username)}`),
  );
  const key = await subtle.importKey('raw', encode(password.normalize('NFKC')), 'PBKDF2', false, ['deriveBits']);
  const bits = await subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations: rounds },
    key,
    256,
  );
  return base64url(new Uint8Array(bits));
};

const passwordMin = 15;

/** How easily a password is guessed, as an estimator sees it: from 0, at once, to 4, hardly ever. */
export interface PasswordEstimate {
  score: 0 | 1 | 2 | 3 | 4;
  /** It stands in a list of common passwords. */
  isCommon: boolean;
}

export const passwordStrength: Record<PasswordEstimate['score'], string> = {
  0: 'Very weak',
  1: 'Weak',
  2: 'Fair',
  3: 'Good',
  4: 'Strong',
};
const goodEnough = 3;

export const breachedProblem = 'This password is known from a data breach. Choose another one';

/**
 * Why a password is too weak, or undefined. Judged where the plain text is: the server never sees it. Where nothing
 * estimates how easily it is guessed, as in the operator's commands, the other rules count.
 */
export const passwordProblem = (
  username: string,
  password: string,
  estimate?: PasswordEstimate,
): string | undefined => {
  if ([...password].length < passwordMin) return `Use at least ${passwordMin} characters`;
  if (new Set(password).size < 5) return 'Use more different characters';
  const local = canonicalUsername(username).split('@')[0] ?? '';
  if (local.length > 3 && password.toLowerCase().includes(local)) return 'Do not use your own name in the password';
  if (estimate?.isCommon) return 'Many people use this password. Choose another one';
  if (estimate && estimate.score < goodEnough)
    return 'This is easy to guess. Add words that have nothing to do with each other';
  return undefined;
};
