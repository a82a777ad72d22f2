import { constants } from '@patchkeep/contract/constants';
import { decisionStates, priorityLevels, type Vulnerability } from '@patchkeep/contract/vulnerabilities';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useMemo } from 'react';
import { ListToolbar, type PresetView } from '../../acts/views/list-toolbar.tsx';
import { fetchAll } from '../../lib/fetch-all.ts';
import { useMay } from '../../lib/use-may.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { exportRows, type ListFormat } from '../../ui/table/export/export-rows.ts';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { queryState } from '../../ui/table/query-state.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { fetchVulnerabilities, vulnerabilitiesQuery } from './vulnerabilities.queries.ts';
import { decisionSigns, prioritySigns } from './vulnerability-badges.tsx';
import { vulnerabilityColumns } from './vulnerability-columns.tsx';
import {
  chipsOf,
  type RawVulnerabilitySearch,
  readVulnerabilitySearch,
  vulnerabilityQueryOf,
  type VulnerabilitySearch,
  withChips,
  writeVulnerabilitySearch,
} from './vulnerability-search.ts';
import s from './vulnerabilities.module.css';

const screen = 'vulnerabilities';
const getId = ({ cveId, applicationId }: Vulnerability) => `${cveId} ${applicationId}`;
const getName = ({ cveId, applicationName }: Vulnerability) => `${cveId} in ${applicationName}`;

const oneOf = (id: string, label: string, options: FilterField['options'] = []): FilterField => ({
  id,
  label,
  ops: ['is'],
  options,
  isSingle: true,
});
const fields: readonly [FilterField, ...FilterField[]] = [
  oneOf(
    'priority',
    'Priority',
    priorityLevels.map((level) => ({ value: level, label: prioritySigns[level].label })),
  ),
  oneOf('mark', 'Flag', [{ value: 'exploited', label: 'Exploited' }]),
  oneOf('due', 'Due', [{ value: 'overdue', label: 'Overdue' }]),
  oneOf('fix', 'Fix', [{ value: 'some', label: 'A newer version fixes it' }]),
];
const decisionField = oneOf(
  'decision',
  'Decision',
  decisionStates.map((state) => ({ value: state, label: decisionSigns[state].label })),
);

const presets: readonly PresetView<RawVulnerabilitySearch>[] = [
  { id: 'all', name: 'All vulnerabilities', search: {} },
  { id: 'exploited', name: 'Exploited', search: { mark: 'exploited' } },
  { id: 'overdue', name: 'Overdue', search: { due: 'overdue' } },
  { id: 'fixable', name: 'Fix available', search: { fix: 'some' } },
];
const undecided = { id: 'undecided', name: 'No decision', search: { decision: 'none' } };

export interface VulnerabilitiesScreenProps {
  search: VulnerabilitySearch;
  onSearch: (search: VulnerabilitySearch) => void;
}

/** The open vulnerabilities of the site, the most urgent first. */
export function VulnerabilitiesScreen({ search, onSearch }: VulnerabilitiesScreenProps) {
  const navigate = useNavigate();
  const isPatching = useMay('canViewPatching');
  const columns = useMemo(() => vulnerabilityColumns(isPatching), [isPatching]);
  const layout = useColumnLayout(screen, columns);
  const request = vulnerabilityQueryOf(search);
  const paging = usePageCursor(JSON.stringify(request));
  const query = useQuery(vulnerabilitiesQuery(request, paging.cursor));
  const { data } = query;
  const chips = chipsOf(search);
  const isNarrowed = search.q !== '' || chips.length > 0;

  const exportAll = async (format: ListFormat) => {
    const all = await fetchAll({ id: `export-${screen}`, label: 'Export vulnerabilities' }, async (cursor) => {
      const page = await fetchVulnerabilities(request, cursor, constants.pageSizeMax);
      return { ...page, rows: page.vulnerabilities };
    });
    if (!all) return;
    const isShown = ({ id }: { id: string }) => !layout.hidden.has(id);
    exportRows(format, { name: screen, columns: columns.filter(isShown), rows: all });
  };

  return (
    <>
      <PageHead
        title={pages['/vulnerabilities'].title}
        lead={
          data && (
            <>
              {isNarrowed ? `${formatNumber(data.total)} of ${formatNumber(data.all)} match` : formatNumber(data.all)}
              {!isNarrowed && ' open'}, the most urgent first
              {data.countedAt !== null && (
                <>
                  {' · counted '}
                  <RelativeTime at={data.countedAt} />
                </>
              )}
            </>
          )
        }
        actions={
          <ListToolbar
            list={screen}
            presets={isPatching ? [...presets, undecided] : presets}
            search={writeVulnerabilitySearch(search)}
            onView={(raw) => onSearch(readVulnerabilitySearch(raw))}
            columns={columns}
            layout={layout}
            exportDetail="All vulnerabilities that match"
            onExport={(format) => void exportAll(format)}
          />
        }
      />
      <div className={s['list']}>
        <DataTable
          label="Vulnerabilities"
          noun="vulnerabilities"
          columns={columns}
          layout={layout}
          density="cosy"
          {...queryState(query, data?.vulnerabilities, 'Unable to fetch vulnerabilities.')}
          getId={getId}
          getName={getName}
          total={data?.total ?? 0}
          page={paging.page(data?.nextCursor, query.isPlaceholderData)}
          pageSize={constants.pageSize}
          onOpen={({ cveId, applicationId }) =>
            void navigate({
              to: '/applications/versions/issues/cve/$cveId',
              params: { cveId },
              search: { applicationId },
            })
          }
          onClearFilters={isNarrowed ? () => onSearch(withChips({ q: '' }, [])) : undefined}
          whenNone={
            data?.isReported === false ? (
              <EmptyState title="Not reported yet">
                No host of this site has reported its software. Vulnerabilities show here after the first inspection.
              </EmptyState>
            ) : (
              <EmptyState icon={ShieldCheck} title="No open vulnerability">
                No known vulnerability is open on a host of this site. What ignore rules cover is left out.
              </EmptyState>
            )
          }
        >
          <FilterBar
            fields={isPatching ? [...fields, decisionField] : fields}
            filters={chips}
            onChange={(filters) => onSearch(withChips(search, filters))}
          >
            <div className={s['search']}>
              <TypedSearch label="CVE or application" q={search.q} onSearch={(q) => onSearch({ ...search, q })} />
            </div>
          </FilterBar>
        </DataTable>
      </div>
    </>
  );
}
