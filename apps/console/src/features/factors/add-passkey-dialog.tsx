import type { Proof } from '@patchkeep/contract/factors';
import { passkeys } from '@patchkeep/contract/passkeys';
import { useState } from 'react';
import { ProofDialog } from '../../acts/proof/proof-dialog.tsx';
import { call } from '../../lib/client.ts';
import { CallFailure } from '../../lib/failure.ts';
import { KeptCodesDialog } from './kept-codes-dialog.tsx';

const operation = { verb: 'save', thing: 'account info' } as const;

/** The device asks its user; who says no, or has no such device, is told so beside the form. */
const notMade = (thrown: unknown) =>
  new CallFailure({ type: 400, message: 'No passkey was made. Try again, or set up an authenticator app.' }, thrown);

const addPasskey = async (proof: Proof) => {
  const { options } = await call(passkeys.begin, { body: { proof } }, { operation });
  const { makePasskey } = await import('../../acts/passkeys/passkey-device.ts');
  const passkey = await makePasskey(options).catch((thrown: unknown) => {
    throw notMade(thrown);
  });
  return call(passkeys.add, { body: { name: 'Passkey', passkey } }, { operation });
};

interface AddPasskeyDialogProps {
  onClose: () => void;
}

export function AddPasskeyDialog({ onClose }: AddPasskeyDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <KeptCodesDialog title="Keep your recovery codes" codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title="Add a passkey"
      verb="Continue"
      act={addPasskey}
      onDone={({ recoveryCodes }) => (recoveryCodes ? setCodes(recoveryCodes) : onClose())}
      onClose={onClose}
    >
      <p>
        A passkey is kept by your computer, your phone or a security key, and is used with your fingerprint, face or
        PIN. No false page can ask for it.
      </p>
    </ProofDialog>
  );
}
