import type { Answer } from '@patchkeep/contract/endpoint';
import { factors } from '@patchkeep/contract/factors';
import { useState } from 'react';
import { z } from 'zod';
import { ProofDialog } from '../../acts/proof/proof-dialog.tsx';
import { call } from '../../lib/client.ts';
import { deferred } from '../../lib/deferred.tsx';
import { useAct } from '../../lib/use-act.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { KeptCodesDialog } from './kept-codes-dialog.tsx';

/** In a chunk of its own: few people set up an app, and they do it once. */
const ScanApp = deferred(async () => (await import('../../acts/second-factor/scan-app.tsx')).ScanApp);

type Begun = Answer<typeof factors.setUp>;
const operation = { verb: 'save', thing: 'account info' } as const;

const firstCode = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{3}\s?\d{3}$/, 'Enter the six digits that the app shows.'),
});
const labels = { code: 'Code that the app shows' };

interface ScanDialogProps {
  begun: Begun;
  onAdded: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

function ScanDialog({ begun, onAdded, onClose }: ScanDialogProps) {
  const form = useZodForm(firstCode, { code: '' });
  const [refusal, setRefusal] = useState<string>();
  const confirm = useAct(
    (code: string) => call(factors.confirm, { params: { id: begun.factorUuid }, body: { code } }, { operation }),
    { touches: ['account'], onRefused: setRefusal },
  );
  return (
    <FormDialog
      title="Scan this code with the app"
      verb="Confirm"
      form={form}
      labels={labels}
      refusal={refusal}
      isPending={confirm.isPending}
      onClose={onClose}
      onSubmit={({ code }) => confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) })}
    >
      <ScanApp mfaUri={begun.mfaUri} secret={begun.secret} placeholder={<Spinner isBlock />} />
      <FormTextField
        control={form.control}
        name="code"
        label={labels.code}
        description="It shows that the app works. From then on, signing in asks for such a code."
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}

interface SetUpAppDialogProps {
  onClose: () => void;
}

/** Who are you; scan; and, with the first factor, keep the recovery codes. */
export function SetUpAppDialog({ onClose }: SetUpAppDialogProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <KeptCodesDialog title="Keep your recovery codes" codes={codes} onClose={onClose} />;
  if (begun)
    return <ScanDialog begun={begun} onAdded={(made) => (made ? setCodes(made) : onClose())} onClose={onClose} />;
  return (
    <ProofDialog
      title="Set up an authenticator app"
      verb="Continue"
      act={(proof) => call(factors.setUp, { body: { name: 'Authenticator app', proof } }, { operation })}
      onDone={setBegun}
      onClose={onClose}
    >
      <p>
        You need an authenticator app on your phone, such as the one of your password manager. It shows a new code every
        30 seconds.
      </p>
    </ProofDialog>
  );
}
