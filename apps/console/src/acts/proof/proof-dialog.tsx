import type { Proof } from '@patchkeep/contract/factors';
import type { ProofWay } from '@patchkeep/contract/step-up';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useAct } from '../../lib/use-act.ts';
import { useSession } from '../../lib/use-stores.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { passkeyDevice, passkeyProof, proofField, proofWaysQuery, typedProof } from './proof.ts';
import { ProviderProof } from './provider-proof.tsx';
import s from './proof.module.css';

interface ProofDialogProps<Answer> {
  title: string;
  verb: string;
  /** What will happen, above the field. */
  children: ReactNode;
  act: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
  /** A recent proof is enough, wherever it was given: who has no way here may sign in anew at the identity provider. */
  isProofThereEnough?: boolean;
}

function ProofForm<Answer>({
  title,
  verb,
  children,
  act,
  onDone,
  onClose,
  ways,
}: ProofDialogProps<Answer> & { ways: readonly ProofWay[] }) {
  const username = useSession((state) => state.handshake?.username ?? '');
  const form = useZodForm(z.object({ typed: z.string().trim().min(6, 'At least 6 characters.').max(200) }), {
    typed: '',
  });
  const [refusal, setRefusal] = useState<string>();
  const doing = useAct(async (prove: () => Promise<Proof>) => act(await prove()), {
    touches: ['account'],
    onRefused: setRefusal,
    refusals: [400, 429],
  });
  const attempt = (prove: () => Promise<Proof>) => {
    if (doing.isPending) return;
    setRefusal(undefined);
    doing.mutate(prove, { onSuccess: onDone });
  };
  const hasPasskey = ways.includes('passkey');
  // Fetched ahead: some browsers ask the device only right after a press.
  useEffect(() => void (hasPasskey && passkeyDevice().catch(() => undefined)), [hasPasskey]);
  const { label, description, autoComplete, type } = proofField(ways);
  /* oxlint-disable jsx-a11y/no-autofocus -- proving oneself is all this dialog is for */
  return (
    <FormDialog
      title={title}
      verb={verb}
      form={form}
      labels={{ typed: label }}
      refusal={refusal}
      isPending={doing.isPending}
      onClose={onClose}
      onSubmit={({ typed }) => attempt(() => typedProof(ways, username, typed))}
    >
      {children}
      {hasPasskey && (
        <div className={s['passkey']}>
          <Button icon={KeyRound} onPress={() => attempt(passkeyProof)} autoFocus>
            Use a passkey
          </Button>
          <span className="muted">or</span>
        </div>
      )}
      <FormTextField
        control={form.control}
        name="typed"
        autoFocus={!hasPasskey}
        label={label}
        description={description}
        autoComplete={autoComplete}
        type={type}
      />
    </FormDialog>
  );
  /* oxlint-enable jsx-a11y/no-autofocus */
}

/** Asks users to prove that it is them, then does what they asked for. */
export function ProofDialog<Answer>(props: ProofDialogProps<Answer>) {
  const { data } = useQuery(proofWaysQuery);
  const ways = data?.ways;
  if (data?.provider && props.isProofThereEnough && data.ways.length === 0)
    return <ProviderProof title={props.title} label={data.provider.label} onClose={props.onClose} />;
  if (ways && ways.length > 0) return <ProofForm {...props} ways={ways} />;
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          {ways && (
            <a className={buttonClass('primary')} href="#/logout">
              Log out
            </a>
          )}
        </>
      }
    >
      {ways ? (
        <p>You sign in elsewhere: by single sign-on, or as a guest. Log out, sign in again and repeat this.</p>
      ) : (
        <Spinner isBlock />
      )}
    </Dialog>
  );
}
