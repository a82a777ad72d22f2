import type { PackageActivity } from '@patchkeep/contract/activities';
import { type ActivityLabel, activityLabel } from '@patchkeep/rules/activity-label';
import { ResultBadge } from '../../domain/product-badges.tsx';
import { sessionStore } from '../../lib/client.ts';
import type { Column } from '../../ui/table/column.ts';
import { TimeCell } from '../../ui/table/time-cell.tsx';
import { useNow } from '../../ui/use-now.ts';
import { causeOf, nextOf, noteOf } from './activity-text.ts';
import l from '../../ui/cell-lines.module.css';
import s from './patching.module.css';

/** As the user is told: those who run the product see what no inventory has shown yet as Tentative. */
export const labelOf = (activity: PackageActivity): ActivityLabel =>
  activityLabel(activity, sessionStore.get().handshake?.isInternalUse);

/** The label, and under it what the label does not say by itself. */
export function ResultCell({ activity }: { activity: PackageActivity }) {
  const note = noteOf(activity, useNow());
  return (
    <span className={l['lines']}>
      <span className={s['badge']}>
        <ResultBadge result={labelOf(activity)} />
      </span>
      {note !== '' && <span className={l['quiet']}>{note}</span>}
    </span>
  );
}

/** Room for two lines; the whole of it is in the panel. */
export function CauseCell({ activity }: { activity: PackageActivity }) {
  return <span className={l['sentence']}>{causeOf(activity) || '—'}</span>;
}

export function NextCell({ activity }: { activity: PackageActivity }) {
  return nextOf(activity, useNow()) || '—';
}

export const resultText = (activity: PackageActivity, now = new Date()): string => {
  const note = noteOf(activity, now);
  return note === '' ? labelOf(activity) : `${labelOf(activity)}, ${note}`;
};

export const timeColumn = (width: number): Column<PackageActivity> => ({
  id: 'time',
  header: 'Time',
  width,
  cell: ({ endTime }) => <TimeCell at={endTime} />,
  text: ({ endTime }) => endTime,
});

export const resultColumn = (width: number): Column<PackageActivity> => ({
  id: 'result',
  isStatus: true,
  header: 'Result',
  width,
  cell: (activity) => <ResultCell activity={activity} />,
  text: (activity) => resultText(activity),
});

export const causeColumn = (width: number): Column<PackageActivity> => ({
  id: 'cause',
  header: 'Cause',
  width,
  cell: (activity) => <CauseCell activity={activity} />,
  text: causeOf,
});
