import type { Activity } from '@patchkeep/contract/activity-log';
import type { Column } from '../../ui/table/column.ts';
import { TimeCell } from '../../ui/table/time-cell.tsx';
import type { LogOf } from './activity-log.queries.ts';
import { ActorCell, ObjectCell } from './log-cells.tsx';
import { changesOf } from './log-changes.ts';
import { actorOf, kindOf, objectOf, sourceText, verbOf } from './log-text.ts';
import s from './activity-log.module.css';

type Names = Readonly<Record<string, string>>;

/** The change in one line: "Tag name: Reception → Front desk". */
const summaryOf = ({ before, after }: Activity, names: Names): string =>
  changesOf(before, after, names)
    .changes.map((change) => `${change.field}: ${[change.before, change.after].filter(Boolean).join(' → ')}`)
    .join('; ');

export const logColumns = (names: Names, of: LogOf): readonly Column<Activity>[] => [
  { id: 'time', header: 'Time', width: 140, cell: ({ time }) => <TimeCell at={time} />, text: ({ time }) => time },
  {
    id: 'actor',
    header: 'Who',
    width: 172,
    cell: (activity) => <ActorCell activity={activity} />,
    text: actorOf,
  },
  {
    id: 'source',
    header: 'By way of',
    width: 96,
    isHiddenAtFirst: true,
    cell: ({ source }) => sourceText[source],
    text: ({ source }) => sourceText[source],
  },
  {
    id: 'verb',
    header: 'What',
    width: 204,
    isRowHeader: true,
    cell: ({ verb }) => verbOf(verb),
    text: ({ verb }) => verbOf(verb),
  },
  {
    id: 'object',
    header: 'Object',
    width: 204,
    cell: (activity) => <ObjectCell activity={activity} of={of} />,
    text: objectOf,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 128,
    isHiddenAtFirst: true,
    cell: ({ objectKind }) => kindOf(objectKind),
    text: ({ objectKind }) => kindOf(objectKind),
  },
  {
    id: 'change',
    header: 'Change',
    width: 244,
    cell: (activity) => <span className={s['change']}>{summaryOf(activity, names) || '—'}</span>,
    text: (activity) => summaryOf(activity, names),
  },
  { id: 'ip', header: 'Address', width: 128, isHiddenAtFirst: true, cell: ({ ip }) => ip || '—', text: ({ ip }) => ip },
];
