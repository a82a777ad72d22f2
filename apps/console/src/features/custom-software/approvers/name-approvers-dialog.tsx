import {
  approverKeys,
  type ApproverKeyShown,
  type ApproversAnswer,
  customLimits,
} from '@patchkeep/contract/custom-software';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { Refusal } from '../refusal.tsx';
import {
  choosableKeys,
  chosenPeople,
  keyText,
  namingBody,
  type NamingDraft,
  namingProblem,
  namingWarning,
  shortId,
} from './approver-text.ts';
import { FileKeyField } from './file-key-field.tsx';
import s from '../custom-software.module.css';

const name = (draft: NamingDraft) =>
  call(approverKeys.name, { body: namingBody(draft) }, { operation: { verb: 'save', thing: 'approvers' } });

interface NameApproversDialogProps {
  vouching: ApproversAnswer;
  onClose: () => void;
}

/** Names who vouches for custom software, and how many of them must sign. */
export function NameApproversDialog({ vouching, onClose }: NameApproversDialogProps) {
  const { approvers } = vouching;
  const keys = choosableKeys(vouching);
  const [draft, setDraft] = useState<NamingDraft>({
    keyIds: new Set(approvers?.keys.map(({ keyId }) => keyId)),
    fileKeys: [],
    threshold: approvers?.threshold ?? 2,
  });
  const [hasAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = useAct(name, { touches: ['approvers', 'customSoftware'], onRefused: setRefusal });
  const problem = namingProblem(keys, draft);
  const warning = namingWarning(keys, draft);
  const send = () => {
    setAsked(true);
    setRefusal(null);
    if (problem !== undefined) return;
    const onSuccess = (answer: ApproversAnswer) => {
      onClose();
      notify({ tone: 'success', text: answer.next ? 'Named. Those who vouch now have to agree.' : 'Approvers named.' });
    };
    act.mutate(draft, { onSuccess });
  };
  return (
    <ActDialog title="Name approvers" verb="Name approvers" onClose={onClose} onAct={send} isPending={act.isPending}>
      <div className="stack">
        <Refusal text={refusal} />
        {hasAsked && problem !== undefined && <Banner tone="danger">{problem}</Banner>}
        <p>
          {approvers === null
            ? 'Hosts believe the first approvers 72 hours after they are named, and whoever sees a stranger among them has that time to object. Later changes need the agreement of those who vouch then.'
            : `They take over once ${formatCount(approvers.threshold, 'person', 'people')} of those who vouch now ${approvers.threshold === 1 ? 'has' : 'have'} agreed. Custom software is to be signed anew then.`}
        </p>
        <KeyChoice keys={keys} chosen={draft.keyIds} onChange={(keyIds) => setDraft((now) => ({ ...now, keyIds }))} />
        <FileKeyField
          people={keys}
          fileKeys={draft.fileKeys}
          onChange={(fileKeys) => setDraft((now) => ({ ...now, fileKeys }))}
        />
        <Threshold
          value={draft.threshold}
          most={Math.max(2, draft.threshold, chosenPeople(keys, draft))}
          onChange={(threshold) => setDraft((now) => ({ ...now, threshold }))}
        />
        {warning !== undefined && <Banner tone="warning">{warning}</Banner>}
      </div>
    </ActDialog>
  );
}

interface KeyChoiceProps {
  keys: readonly ApproverKeyShown[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function KeyChoice({ keys, chosen, onChange }: KeyChoiceProps) {
  if (keys.length === 0)
    return (
      <Banner tone="info">
        No user who may write custom software at this site has a passkey. Users add one under{' '}
        <Link to="/account-configuration">Account</Link>, Second factors.
      </Banner>
    );
  return (
    <fieldset className={s['group']}>
      <legend>Whose keys count</legend>
      {keys.map(({ keyId, name: person, ...key }) => (
        <Checkbox
          key={keyId}
          isSelected={chosen.has(keyId)}
          onChange={(isOn) => {
            const next = new Set(chosen);
            if (isOn) next.add(keyId);
            else next.delete(keyId);
            onChange(next);
          }}
          description={`${keyText(key)} · ${shortId(keyId)}`}
        >
          {person}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Threshold({ value, most, onChange }: { value: number; most: number; onChange: (value: number) => void }) {
  const counts = Array.from({ length: Math.min(most, customLimits.threshold) }, (_, place) => place + 1);
  return (
    <Select
      label="Must sign"
      description="So many different people. Two keys of one person count once."
      options={counts.map((count) => ({ value: String(count), label: formatCount(count, 'person', 'people') }))}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
