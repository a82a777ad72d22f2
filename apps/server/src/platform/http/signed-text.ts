import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../config/config.ts';
import { derivedKeys } from './secret.ts';
import { hashOf } from './token-parts.rules.ts';
import { tokenTexts } from './token-text.ts';

interface Name {
  customerId: string;
  id: string;
}

/**
 * Texts for links that name a row. The secret is an HMAC of the name by a key for one purpose, so it can be made again
 * for a mail without being kept anywhere, and a wrong one is known without asking the database.
 */
export const signedTexts = (prefix: string, secrets: Secrets, purpose: string) => {
  const texts = tokenTexts(prefix);
  const [key, ...formerKeys] = derivedKeys(secrets, purpose);
  const secretBy = (by: Buffer, { customerId, id }: Name): string =>
    createHmac('sha256', by).update(`${customerId}|${id}`).digest('base64url');
  return {
    write: (name: Name): string => texts.write({ customerId: name.customerId, tokenId: name.id }, secretBy(key, name)),
    read(text: string): Name | undefined {
      const read = texts.read(text);
      if (!read) return undefined;
      const name = { customerId: read.customerId, id: read.tokenId };
      const isOurs = [key, ...formerKeys].some((by) => timingSafeEqual(hashOf(secretBy(by, name)), read.hash));
      return isOurs ? name : undefined;
    },
  };
};
