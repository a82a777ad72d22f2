import { history, type IssueSpan } from '@patchkeep/contract/history';
import { pages } from '@patchkeep/rules/pages';
import { severityText } from '@patchkeep/rules/vulnerabilities/severity-text';
import { DayList } from '../../domain/day-list.tsx';
import { ExploitedBadge } from '../../domain/vulnerability-badge.tsx';
import { call } from '../../lib/client.ts';
import { fetchAll } from '../../lib/fetch-all.ts';
import type { Column } from '../../ui/table/column.ts';
import { numberColumn, wordColumn } from '../../ui/table/plain-columns.ts';

const dayOf = (moment: string) => moment.slice(0, 10);

const columns: readonly Column<IssueSpan>[] = [
  wordColumn('cveId', 'CVE', 150, ({ cveId }) => cveId, { isRowHeader: true }),
  wordColumn('severity', 'Severity', 100, ({ severity }) => severityText[severity]),
  {
    id: 'exploited',
    header: 'Flags',
    width: 110,
    cell: ({ isExploited }) => isExploited && <ExploitedBadge isInRow />,
    text: ({ isExploited }) => (isExploited ? 'Exploited' : ''),
  },
  wordColumn('firstSeen', 'First seen', 110, ({ firstSeen }) => dayOf(firstSeen)),
  numberColumn('daysOpen', 'Days open by then', 140, ({ daysOpen }) => Math.floor(daysOpen)),
  numberColumn('targetDays', 'Target days', 100, ({ targetDays }) => targetDays),
  wordColumn('fixedOn', 'Fixed since', 110, ({ fixedOn }) => (fixedOn === null ? 'Still open' : dayOf(fixedOn))),
];

/** The CVEs that the site had on a day of the past. */
export function VulnerabilitiesOfDay({ asOf }: { asOf: string }) {
  return (
    <DayList
      title={pages['/vulnerabilities'].title}
      noun="vulnerabilities"
      order="the longest open first"
      asOf={asOf}
      columns={columns}
      getId={({ cveId, firstSeen }) => `${cveId} ${firstSeen}`}
      getName={({ cveId }) => cveId}
      filter=""
      fetchAll={fetchAll}
      fetchPage={async (paged) => {
        const { issues, ...page } = await call(
          history.issues,
          { query: { asOf, state: 'open', ...paged } },
          { operation: { verb: 'fetch', thing: 'CVE info' } },
        );
        return { rows: issues, ...page };
      }}
      whenNone="No vulnerability was open at the end of that day"
    />
  );
}
