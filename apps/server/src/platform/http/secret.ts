import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../config/config.ts';

/** Compares without telling by its time how far two values agree. */
export const sameSecret = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/** A key of its own for each purpose, so that what one use gives away says nothing of the others. */
export const derivedKeys = (secrets: Secrets, purpose: string): [Buffer, ...Buffer[]] => {
  const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const [first, ...former] = secrets;
  return [derive(first), ...former.map(derive)];
};

export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Is this the CSRF value of the caller, made with the key of now or with a former one that is still listed? */
export const isCsrfOf = (
  { csrf, formerCsrf = [] }: { csrf: string; formerCsrf?: readonly string[] },
  sent: string,
): boolean => [csrf, ...formerCsrf].some((each) => sameSecret(sent, each));
