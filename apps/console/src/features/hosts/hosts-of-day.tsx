import { history, type HostOnDay } from '@patchkeep/contract/history';
import { pages } from '@patchkeep/rules/pages';
import { DayList } from '../../domain/day-list.tsx';
import { SplitBar, splitWords } from '../../domain/split-bar.tsx';
import { statusText, VulnerabilityBadge } from '../../domain/vulnerability-badge.tsx';
import { call } from '../../lib/client.ts';
import { fetchAll } from '../../lib/fetch-all.ts';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import type { Column } from '../../ui/table/column.ts';

const notKnown = 'Not known';
const splitOf = ({ known }: HostOnDay) => known && { ...known.split, ignored: 0 };

const columns: readonly Column<HostOnDay>[] = [
  {
    id: 'hostName',
    header: 'Host',
    width: 200,
    isRowHeader: true,
    cell: ({ hostName }) => hostName,
    text: ({ hostName }) => hostName,
  },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    isStatus: true,
    cell: ({ known }) => (known ? <VulnerabilityBadge status={known.status} isInRow /> : notKnown),
    text: ({ known }) => (known ? statusText[known.status] : notKnown),
  },
  {
    id: 'split',
    header: 'Applications by status',
    width: 240,
    cell: (row) => {
      const split = splitOf(row);
      return split ? <SplitBar split={split} /> : 'No report of that time is kept';
    },
    text: (row) => {
      const split = splitOf(row);
      return split ? splitWords(split) : notKnown;
    },
  },
];

/** The hosts of a day of the past, with what each had. `q` is the beginning of their names. */
export function HostsOfDay(props: { asOf: string; q: string; onSearch: (q: string) => void }) {
  const { asOf, q, onSearch } = props;
  return (
    <DayList
      title={pages['/hosts'].title}
      noun="hosts"
      order="by name"
      asOf={asOf}
      columns={columns}
      getId={({ uuid }) => uuid}
      getName={({ hostName }) => hostName}
      filter={q}
      fetchAll={fetchAll}
      fetchPage={async (paged) => {
        const query = { date: asOf, ...paged, ...(q !== '' && { q }) };
        const { hosts, ...page } = await call(
          history.hosts,
          { query },
          { operation: { verb: 'fetch', thing: 'hosts' } },
        );
        return { rows: hosts, ...page };
      }}
      whenNone="No host was enrolled by the end of that day"
      onClearFilters={q === '' ? undefined : () => onSearch('')}
    >
      <TypedSearch label="Beginning of the name" q={q} onSearch={onSearch} />
    </DayList>
  );
}
