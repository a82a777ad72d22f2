import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { compact, expand, hashOf } from './token-parts.rules.ts';

/** What a token says of itself; only a hash of its 256 random bits is ever kept. */
export interface TokenName {
  customerId: string;
  tokenId: string;
  hash: Buffer;
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/**
 * `<prefix>_<customer>_<token>_<secret>_<checksum>`: the prefix and the checksum let scanners of leaked secrets, and a
 * server that is sent rubbish, know one without a database. The prefix tells the realms apart.
 */
export const tokenTexts = (prefix: string) => {
  // Pattern: prefixes are constants of ours.
  const shape = new RegExp(`^(${prefix}_([\\w-]{22})_([\\w-]{22})_([\\w-]{43}))_([0-9a-f]{8})$`);
  const write = ({ customerId, tokenId }: Omit<TokenName, 'hash'>, secret: string): string => {
    const text = `${prefix}_${compact(customerId)}_${compact(tokenId)}_${secret}`;
    return `${text}_${checksum(text)}`;
  };
  return {
    make(customerId: string, tokenId: string): { token: string; hash: Buffer } {
      const secret = randomBytes(32).toString('base64url');
      return { token: write({ customerId, tokenId }, secret), hash: hashOf(secret) };
    },
    /** With a secret of 32 bytes that can be made again, so that nothing of it has to be kept. */
    write,
    read(token: string): TokenName | undefined {
      const [, text, customer, id, secret, sum] = shape.exec(token) ?? [];
      if (text === undefined || customer === undefined || id === undefined || secret === undefined) return undefined;
      if (sum !== checksum(text)) return undefined;
      const name = { customerId: expand(customer), tokenId: expand(id), hash: hashOf(secret) };
      // The last character of base64url has unused bits: only the spelling that `make` writes is taken.
      return compact(name.customerId) === customer && compact(name.tokenId) === id ? name : undefined;
    },
  };
};
