import type { Proof } from '@patchkeep/contract/factors';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { z } from 'zod';
import { useAct } from '../../lib/use-act.ts';
import { useSession } from '../../lib/use-stores.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { proofField, proofOf } from './proof.ts';

interface ProofDialogProps<Answer> {
  title: string;
  verb: string;
  hasFactor: boolean;
  /** What will happen, above the field. */
  children: ReactNode;
  act: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks users to prove that it is them, then does what they asked for. */
export function ProofDialog<Answer>({
  title,
  verb,
  hasFactor,
  children,
  act,
  onDone,
  onClose,
}: ProofDialogProps<Answer>) {
  const username = useSession((state) => state.handshake?.username ?? '');
  const form = useZodForm(z.object({ typed: z.string().trim().min(6, 'At least 6 characters.').max(200) }), {
    typed: '',
  });
  const [refusal, setRefusal] = useState<string>();
  const doing = useAct(async (typed: string) => act(await proofOf(hasFactor, username, typed)), {
    touches: ['account'],
    onRefused: setRefusal,
    refusals: [400, 429],
  });
  const { label, description, autoComplete, type } = proofField(hasFactor);
  return (
    <FormDialog
      title={title}
      verb={verb}
      form={form}
      labels={{ typed: label }}
      refusal={refusal}
      isPending={doing.isPending}
      onClose={onClose}
      onSubmit={({ typed }) => doing.mutate(typed, { onSuccess: onDone })}
    >
      {children}
      <FormTextField
        control={form.control}
        name="typed"
        label={label}
        description={description}
        autoComplete={autoComplete}
        type={type}
      />
    </FormDialog>
  );
}
