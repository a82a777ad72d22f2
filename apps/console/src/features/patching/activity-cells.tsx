import type { PackageActivity } from '@patchkeep/contract/activities';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { ResultBadge } from '../../ui/badge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { causeOf, nextOf, noteOf } from './activity-words.ts';
import s from './patching.module.css';

/** The label, and under it what the label does not say by itself. */
export function ResultCell({ activity }: { activity: PackageActivity }) {
  const note = noteOf(activity, useNow());
  return (
    <span className={s['lines']}>
      <span className={s['badge']}>
        <ResultBadge result={activityLabel(activity)} />
      </span>
      {note !== '' && <span className={s['quiet']}>{note}</span>}
    </span>
  );
}

/** Room for two lines; the whole of it is in the panel. */
export function CauseCell({ activity }: { activity: PackageActivity }) {
  return <span className={s['cause']}>{causeOf(activity) || '—'}</span>;
}

export function NextCell({ activity }: { activity: PackageActivity }) {
  return nextOf(activity, useNow()) || '—';
}

export const resultWords = (activity: PackageActivity, now = new Date()): string => {
  const note = noteOf(activity, now);
  return note === '' ? activityLabel(activity) : `${activityLabel(activity)}, ${note}`;
};
