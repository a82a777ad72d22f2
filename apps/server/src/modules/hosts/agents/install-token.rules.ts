import { randomBytes } from 'node:crypto';
import { compact, expand, hashOf } from '../../../platform/http/token-parts.rules.ts';

/**
 * Secrets we hand out name their customer, so that they are looked up inside its tenant, and carry 256 random bits
 * of which only the hash is kept. An install token is one of them.
 */
const prefix = 'pki';

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
