import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../platform/config/config.ts';
import { derivedKeys } from '../../../platform/http/secret.ts';
import { hashOf } from '../../../platform/http/token-parts.rules.ts';
import { tokenTexts } from '../../../platform/http/token-text.ts';

const texts = tokenTexts('vpi');

interface InvitationName {
  customerId: string;
  invitationId: string;
}

/**
 * The text of an invitation. Its secret is an HMAC of its own name, so it can be made for the mail without being kept
 * anywhere, and a wrong one is known without asking the database.
 */
export const invitationTexts = (secrets: Secrets) => {
  const [key, ...formerKeys] = derivedKeys(secrets, 'patchkeep invitations');
  const secretBy = (by: Buffer, { customerId, invitationId }: InvitationName): string =>
    createHmac('sha256', by).update(`${customerId}|${invitationId}`).digest('base64url');
  return {
    write: (name: InvitationName): string =>
      texts.write({ customerId: name.customerId, tokenId: name.invitationId }, secretBy(key, name)),
    read(text: string): InvitationName | undefined {
      const read = texts.read(text);
      if (!read) return undefined;
      const name = { customerId: read.customerId, invitationId: read.tokenId };
      const isOurs = [key, ...formerKeys].some((by) => timingSafeEqual(hashOf(secretBy(by, name)), read.hash));
      return isOurs ? name : undefined;
    },
  };
};
export type InvitationTexts = ReturnType<typeof invitationTexts>;
