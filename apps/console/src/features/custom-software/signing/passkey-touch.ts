import type { SignedBody, ToSign } from '@patchkeep/contract/custom-software';
import { passkeyDevice } from '../../../acts/proof/proof.ts';
import { CallFailure } from '../../../lib/failure.ts';

/** Has the device sign a statement. The person must be verified by it: hosts ask for that. */
export const touchOf = async ({
  challenge,
  rpId,
  credentials,
}: Pick<ToSign, 'challenge' | 'rpId' | 'credentials'>): Promise<NonNullable<SignedBody['passkey']>> => {
  const { askPasskey } = await passkeyDevice();
  const { id, response } = await askPasskey({
    challenge,
    ...(rpId !== null && { rpId }),
    allowCredentials: credentials.map((credential) => ({ id: credential, type: 'public-key' })),
    userVerification: 'required',
  }).catch((thrown: unknown) => {
    throw new CallFailure({ type: 400, message: 'The passkey was not used. Nothing was signed.' }, thrown);
  });
  const { authenticatorData, clientDataJSON, signature } = response;
  return { id, response: { authenticatorData, clientDataJSON, signature } };
};
