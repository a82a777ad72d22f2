import X from 'lucide-react/icons/x';
import {
  type DraftTarget,
  type DraftTargetKind,
  type JobDraft,
  targetCount,
  targetKinds,
} from '../../../acts/jobs/job-draft.ts';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import s from './create-job.module.css';

const words: Record<DraftTargetKind, string> = { hosts: 'Host', groups: 'Group', tags: 'Tag' };

interface TargetsInJobProps {
  draft: JobDraft;
  onDrop: (kind: DraftTargetKind, target: DraftTarget) => void;
  onChange: (change: Partial<JobDraft>) => void;
}

export function TargetsInJob({ draft, onDrop, onChange }: TargetsInJobProps) {
  const { matching } = draft;
  const count = targetCount(draft);
  return (
    <EmptyFrame
      title={draft.editing?.before === null ? 'Added to each job' : `Targets of this job (${formatNumber(count)})`}
    >
      {count === 0 && <p className="muted">None yet. Hosts, groups and tags can be mixed; a host counts once.</p>}
      <ul className={s['chosen']}>
        {matching && (
          <li className={s['chosenItem']}>
            <span className={s['words']}>
              <span className={s['name']}>{formatCount(matching.count, 'host')}</span>
              <span className={s['detail']}>
                {'hosts' in matching.selection ? 'Ticked in a list' : 'All that matched in the list of hosts'}
              </span>
            </span>
            <IconButton
              icon={X}
              size="small"
              label="Take out the ticked hosts"
              onPress={() => onChange({ matching: null })}
            />
          </li>
        )}
        {targetKinds.flatMap((kind) =>
          draft[kind].map((target) => (
            <li key={target.id} className={s['chosenItem']}>
              <span className={s['words']}>
                <span className={s['name']}>{target.name}</span>
                <span className={s['detail']}>{words[kind]}</span>
              </span>
              <IconButton
                icon={X}
                size="small"
                label={`Take out ${target.name}`}
                onPress={() => onDrop(kind, target)}
              />
            </li>
          )),
        )}
      </ul>
    </EmptyFrame>
  );
}
