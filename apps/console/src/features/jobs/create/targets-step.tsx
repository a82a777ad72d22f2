import { useState } from 'react';
import { type DraftTarget, type DraftTargetKind, targetKinds } from '../../../acts/jobs/job-draft.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import type { StepProps } from './job-steps.tsx';
import { GroupTargets, HostTargets, TagTargets } from './target-lists.tsx';
import { TargetsInJob } from './targets-in-job.tsx';
import s from './create-job.module.css';

const kindNames: Record<DraftTargetKind, string> = { hosts: 'Hosts', groups: 'Groups', tags: 'Tags' };
const lists = { hosts: HostTargets, groups: GroupTargets, tags: TagTargets };

/** Whom the job is for. */
export function TargetsStep({ draft, onChange }: StepProps) {
  const [kind, setKind] = useState<DraftTargetKind>(targetKinds.find((each) => draft[each].length > 0) ?? 'hosts');
  const toggle = (of: DraftTargetKind, target: DraftTarget, isOn: boolean) =>
    onChange({ [of]: [...draft[of].filter(({ id }) => id !== target.id), ...(isOn ? [target] : [])] });
  return (
    <div className={s['columns']}>
      <div className={s['card']}>
        <Tabs
          label="Kinds of targets"
          selected={kind}
          onSelect={setKind}
          tabs={targetKinds.map((each) => {
            const List = lists[each];
            return {
              id: each,
              label: kindNames[each],
              count: draft[each].length,
              content: (
                <List
                  chosen={new Set(draft[each].map(({ id }) => id))}
                  onToggle={(target, isOn) => toggle(each, target, isOn)}
                />
              ),
            };
          })}
        />
      </div>
      <TargetsInJob draft={draft} onDrop={(of, target) => toggle(of, target, false)} onChange={onChange} />
    </div>
  );
}
