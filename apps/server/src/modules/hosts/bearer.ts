import { createHash, randomBytes } from 'node:crypto';

/**
 * Secrets we hand out name their customer, so that they are looked up inside its tenant, and carry 256 random bits
 * of which only the hash is kept. An install token is one of them.
 */
const prefix = 'pki';

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const compact = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
const expand = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const makeInstallToken = (customerId: string): { token: string; hash: Buffer } => {
  const secret = randomBytes(32).toString('base64url');
  return { token: `${prefix}.${compact(customerId)}.${secret}`, hash: hashOf(secret) };
};

const shape = /^pki\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export const readInstallToken = (token: string): { customerId: string; hash: Buffer } | undefined => {
  const [, customer, secret] = shape.exec(token) ?? [];
  return customer === undefined || secret === undefined
    ? undefined
    : { customerId: expand(customer), hash: hashOf(secret) };
};
