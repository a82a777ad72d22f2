import type { ChangeSet } from '@patchkeep/contract/change-sets';
import { browserTimeZone, formatAbsolute, formatNumber } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { changeKindWords, changeStateWords, ChangeStateBadge } from './change-set-words.tsx';

const peopleOf = ({ requestedBy, confirmedBy }: ChangeSet): string =>
  confirmedBy === null ? requestedBy : `${requestedBy}, confirmed by ${confirmedBy}`;

export const changeSetColumns: readonly Column<ChangeSet>[] = [
  {
    id: 'title',
    header: 'Change',
    width: 264,
    isRowHeader: true,
    cell: ({ title }) => title,
    text: ({ title }) => title,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 116,
    cell: ({ kind }) => changeKindWords[kind],
    text: ({ kind }) => changeKindWords[kind],
  },
  {
    id: 'state',
    header: 'State',
    width: 140,
    cell: ({ state }) => <ChangeStateBadge state={state} />,
    text: ({ state }) => changeStateWords(state),
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
  {
    id: 'hosts',
    header: 'Hosts',
    width: 72,
    align: 'end',
    cell: ({ hosts }) => formatNumber(hosts),
    text: ({ hosts }) => hosts,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 152,
    cell: ({ reason }) => reason || '—',
    text: ({ reason }) => reason,
  },
];
