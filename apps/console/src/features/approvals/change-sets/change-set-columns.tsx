import type { ChangeSet } from '@patchkeep/contract/change-sets';
import { browserTimeZone, formatAbsolute, formatNumber } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { numberColumn, wordColumn } from '../../../ui/table/plain-columns.ts';
import { changeKindText, changeStateText, ChangeStateBadge } from './change-set-text.tsx';

const peopleOf = ({ state, requestedBy, confirmedBy }: ChangeSet): string => {
  if (confirmedBy === null || state === 'withdrawn') return requestedBy;
  return `${requestedBy}, ${state === 'refused' ? 'refused' : 'confirmed'} by ${confirmedBy}`;
};

export const changeSetColumns: readonly Column<ChangeSet>[] = [
  wordColumn('title', 'Change', 264, ({ title }) => title, { isRowHeader: true }),
  {
    id: 'kind',
    header: 'Kind',
    width: 116,
    cell: ({ kind }) => changeKindText[kind],
    text: ({ kind }) => changeKindText[kind],
  },
  {
    id: 'state',
    isStatus: true,
    header: 'State',
    width: 140,
    cell: ({ state }) => <ChangeStateBadge state={state} />,
    text: ({ state }) => changeStateText(state),
  },
  {
    id: 'requestedAt',
    header: 'When',
    width: 104,
    cell: ({ requestedAt }) => <RelativeTime at={requestedAt} />,
    text: ({ requestedAt }) => formatAbsolute(new Date(requestedAt), browserTimeZone()),
  },
  { id: 'by', header: 'By', width: 148, cell: peopleOf, text: peopleOf },
  {
    id: 'changeCount',
    header: 'Decisions',
    width: 92,
    align: 'end',
    cell: ({ kind, changeCount }) => (kind === 'approval' ? formatNumber(changeCount) : '—'),
    text: ({ changeCount }) => changeCount,
  },
  numberColumn('hosts', 'Hosts', 72, ({ hosts }) => hosts),
  {
    id: 'reason',
    header: 'Reason',
    width: 152,
    cell: ({ reason }) => reason || '—',
    text: ({ reason }) => reason,
  },
];
