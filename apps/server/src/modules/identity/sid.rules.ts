import { createHash, randomBytes } from 'node:crypto';

/**
 * What the cookie holds: the customer, so that a session is looked up inside its tenant, and 256 random bits of
 * which the database keeps only a hash. A wrong customer finds no session; it can never show one.
 */
export interface Sid {
  customerId: string;
  hash: Buffer;
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const makeSid = (customerId: string): { cookie: string; hash: Buffer } => {
  const secret = randomBytes(32).toString('base64url');
  const customer = Buffer.from(customerId.replaceAll('-', ''), 'hex').toString('base64url');
  return { cookie: `${customer}.${secret}`, hash: hashOf(secret) };
};

const shape = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export const readSid = (cookie: string): Sid | undefined => {
  const [, customer, secret] = shape.exec(cookie) ?? [];
  if (customer === undefined || secret === undefined) return undefined;
  const bytes = Buffer.from(customer, 'base64url');
  // The last character of base64url has unused bits: other spellings of a cookie would be other entries of the cache.
  if (bytes.toString('base64url') !== customer) return undefined;
  const hex = bytes.toString('hex');
  const customerId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { customerId, hash: hashOf(secret) };
};
