import type { Secrets } from '../../../platform/config/config.ts';
import { signedTexts } from '../../../platform/http/signed-text.ts';

interface InvitationName {
  customerId: string;
  invitationId: string;
}

/** The text of an invitation, which stands in its link. */
export const invitationTexts = (secrets: Secrets) => {
  const texts = signedTexts('vpi', secrets, 'patchkeep invitations');
  return {
    write: ({ customerId, invitationId }: InvitationName): string => texts.write({ customerId, id: invitationId }),
    read(text: string): InvitationName | undefined {
      const name = texts.read(text);
      return name && { customerId: name.customerId, invitationId: name.id };
    },
  };
};
export type InvitationTexts = ReturnType<typeof invitationTexts>;
