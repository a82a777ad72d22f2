import {
  customerFactors,
  policyForm,
  secondFactorPolicies,
  type SecondFactorPolicy,
  type SecondFactorPolicyAnswer,
} from '@patchkeep/contract/second-factor-policy';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Banner } from '../../ui/banner.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormSelect } from '../../ui/form/form-select.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { factorPolicyQuery } from './sites.queries.ts';

const words: Record<SecondFactorPolicy, { label: string; detail: string }> = {
  optional: { label: 'Nobody', detail: 'Everybody may set one up. Who has one is asked for it.' },
  writers: { label: 'Who may write', detail: 'Any second factor. Who only reads signs in with the password alone.' },
  passkeys: {
    label: 'Who may write, and administrators a passkey',
    detail: 'A passkey for who administers or writes custom software; any second factor for others who write.',
  },
};

const labels = { policy: 'Who needs a second factor' };

const save = (body: { policy: SecondFactorPolicy; serialNumber: number }) =>
  call(customerFactors.save, { body }, { operation: { verb: 'save', thing: 'settings' } });

/** Who needs a second factor, once it is known. */
export function SecondFactorPolicyDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(factorPolicyQuery);
  return data ? <PolicyDialog answer={data} onClose={onClose} /> : null;
}

type Choice = SecondFactorPolicyAnswer['choices'][number];

/** Who has none yet, and what happens to them. */
function Preview({ choice: { policy, refusal, missing, missingCount } }: { choice: Choice }) {
  if (refusal !== null) return <Banner tone="danger">{refusal}.</Banner>;
  if (policy === 'optional') return <p className="muted">Nobody has to set anything up.</p>;
  const more = missingCount - missing.length;
  const names = missing.map(({ longName, needed }) => (needed === 'passkey' ? `${longName} (passkey)` : longName));
  return (
    <Facts
      facts={[
        {
          term: 'Have none yet',
          detail: missingCount === 0 ? 'Nobody' : `${formatCount(missingCount, 'user')}: ${names.join(', ')}`,
        },
        ...(more > 0
          ? [{ term: 'Not listed', detail: `${formatCount(more, 'more user')}. The page Users shows them.` }]
          : []),
        {
          term: 'What happens',
          detail: 'At their next sign-in they set one up before they get in. Sessions of now go on.',
        },
        { term: 'Not asked', detail: 'Who signs in by single sign-on, guests, and API tokens.' },
      ]}
    />
  );
}

function PolicyDialog({ answer, onClose }: { answer: SecondFactorPolicyAnswer; onClose: () => void }) {
  const form = useZodForm(policyForm, { policy: answer.policy });
  // What the form began from: what somebody else saves meanwhile must not be overwritten.
  const [seen] = useState(answer.serialNumber);
  const [refusal, setRefusal] = useState<string>();
  const saving = useAct(save, { touches: ['site', 'user', 'account'], onRefused: setRefusal });
  const chosen = useWatch({ control: form.control, name: 'policy' });
  const choice = answer.choices.find(({ policy }) => policy === chosen);
  const onSuccess = () => {
    onClose();
    notify({ tone: 'success', text: 'Saved. It counts at the next sign-in of each user.' });
  };
  return (
    <FormDialog
      title="Second factors"
      onClose={onClose}
      verb="Save"
      isPending={saving.isPending}
      refusal={refusal}
      form={form}
      labels={labels}
      onSubmit={({ policy }) => saving.mutate({ policy, serialNumber: seen }, { onSuccess })}
    >
      <FormSelect
        control={form.control}
        name="policy"
        label={labels.policy}
        description={chosen && words[chosen].detail}
        options={secondFactorPolicies.map((value) => ({ value, ...words[value] }))}
      />
      {choice && <Preview choice={choice} />}
    </FormDialog>
  );
}
