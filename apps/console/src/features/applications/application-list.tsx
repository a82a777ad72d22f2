import { type Application, applicationSorts } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import PackageSearch from 'lucide-react/icons/package-search';
import { type ReactNode, useMemo, useState } from 'react';
import { statusText } from '../../domain/vulnerability-badge.tsx';
import { fetchAll } from '../../lib/fetch-all.ts';
import { useSession } from '../../lib/use-stores.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { exportRows, type ListFormat } from '../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { ListToolbar } from '../../ui/table/list-toolbar.tsx';
import { queryState } from '../../ui/table/query-state.ts';
import type { SavedView } from '../../ui/table/saved-views.ts';
import { useKeptSort } from '../../ui/table/use-kept-sort.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { applicationColumns, pastApplicationColumns } from './application-columns.tsx';
import { ApplicationFilterBar } from './application-filter-bar.tsx';
import { ApplicationPanel } from './application-panel.tsx';
import {
  applicationQueryOf,
  type ApplicationSearch,
  chipsOf,
  filtersOf,
  fromFilters,
  withChips,
  worstFirst,
} from './application-search.ts';
import { applicationPageQuery, fetchApplicationPage, notKeptText, type Within } from './applications.queries.ts';
import s from './applications.module.css';

export interface ApplicationListProps {
  title: string;
  /** What the page is about, beside its title. */
  lead?: ReactNode;
  search: ApplicationSearch;
  onSearch: (search: ApplicationSearch) => void;
  within: Within;
  /** The day of the past that is shown; none for now. */
  asOf?: string | undefined;
  /** The other pages of the same group or tag. */
  actions?: ReactNode;
}

const getId = ({ applicationId }: Application) => String(applicationId);
const getName = ({ name }: Application) => name;

const presets: readonly SavedView[] = [
  { id: 'all', name: 'All applications', filters: '', sort: null, hidden: [] },
  { id: 'exploited', name: 'Exploited', filters: 'mark:is:exploited', sort: null, hidden: [] },
  { id: 'zeroday', name: '0-Day', filters: 'status:is:zeroday', sort: null, hidden: [] },
  { id: 'insecure', name: 'Insecure', filters: 'status:is:insecure', sort: null, hidden: [] },
  { id: 'eol', name: 'End of life', filters: 'status:is:eol', sort: null, hidden: [] },
];

const nothingYet: Record<Within['kind'], string> = {
  site: 'Applications appear after the first inspection of a host.',
  group: 'The hosts of this group, and of those below it, have reported nothing yet.',
  tag: 'The hosts that carry this tag have reported nothing yet.',
};

type CountedProps = Pick<Awaited<ReturnType<typeof fetchApplicationPage>>, 'total' | 'totals'> & {
  search: ApplicationSearch;
  isNarrowed: boolean;
};

const onEachHost = (word: string, times: number) => `${word} ${formatCount(times, 'time')}, once for each host`;

/** The number that dashboards show of the same choice: each application counts once for every host that has it. */
const onHosts = ({ split, exploited, installations }: CountedProps['totals'], search: ApplicationSearch) => {
  const { status, mark } = search;
  const chips = chipsOf(search);
  if (search.q !== '' || chips.length > 1) return null;
  if (chips.length === 0) return formatCount(installations, 'installation');
  if (status !== undefined) return onEachHost(statusText[status], split[status]);
  return mark === 'exploited' ? onEachHost('Exploited', exploited) : null;
};

/** How many applications there are or match, and when they were counted. */
const Counted = ({ total, totals, search, isNarrowed }: CountedProps) => {
  const { applications, countedAt } = totals;
  const times = onHosts(totals, search);
  return (
    <>
      {' '}
      {formatNumber(total)} {isNarrowed ? `of ${formatNumber(applications)} match` : null}
      {!isNarrowed && (total === 1 ? 'application' : 'applications')}
      {times !== null && ` · ${times}`}
      {countedAt !== null && (
        <>
          {' · counted '}
          <RelativeTime at={countedAt} />
        </>
      )}
    </>
  );
};

/** The list of applications: of the site, of a group or of a tag. */
export function ApplicationList({ title, lead, search, onSearch, within, asOf, actions }: ApplicationListProps) {
  const screen = within.kind === 'site' ? 'applications' : `${within.kind}-applications`;
  const navigate = useNavigate();
  const user = useSession(({ userAccountUuid }) => userAccountUuid);
  const isPast = asOf !== undefined;
  const columns = useMemo(() => (isPast ? pastApplicationColumns : applicationColumns)(within), [within, isPast]);
  const layout = useColumnLayout(screen, columns);
  const kept = useKeptSort(screen, user, search.sort, applicationSorts);
  const sort = kept.sort ?? worstFirst;
  const request = applicationQueryOf(search, sort, asOf);
  const paging = usePageCursor(JSON.stringify([within, request]));
  const query = useQuery(applicationPageQuery(request, within, paging.cursor));
  const rows = query.data?.applications;
  const total = query.data?.total ?? 0;
  const isNarrowed = search.q !== '' || chipsOf(search).length > 0;
  const [peekedId, setPeekedId] = useState<number | null>(null);
  const peeked = rows?.find(({ applicationId }) => applicationId === peekedId);

  const exportAll = async (format: ListFormat) => {
    const all = await fetchAll({ id: 'export-applications', label: 'Export applications' }, async (cursor) => {
      const page = await fetchApplicationPage(request, within, { cursor, limit: constants.pageSizeMax });
      return { rows: page.applications, total: page.total, nextCursor: page.nextCursor };
    });
    const shown = columns.filter(({ id }) => !layout.hidden.has(id));
    if (all) exportRows(format, { name: 'applications', columns: shown, rows: all, asOf });
  };

  return (
    <>
      <PageHead
        title={title}
        lead={
          <>
            {lead}
            {query.data && <Counted {...query.data} search={search} isNarrowed={isNarrowed} />}
          </>
        }
        actions={
          <>
            <ListToolbar
              screen={screen}
              presets={presets}
              filters={filtersOf(search)}
              sort={sort}
              onView={(filters, next) => onSearch(fromFilters(filters, next))}
              columns={columns}
              layout={layout}
              exportDetail="All applications that match"
              onExport={(format) => void exportAll(format)}
            />
            {actions}
          </>
        }
      />
      <div className={s['list']}>
        <DataTable
          label="Applications"
          noun="applications"
          columns={columns}
          layout={layout}
          density="cosy"
          {...queryState(query, rows, notKeptText(query.error) ?? 'Unable to fetch applications.')}
          getId={getId}
          getName={getName}
          total={total}
          page={paging.page(query.data?.nextCursor, query.isPlaceholderData)}
          pageSize={constants.pageSize}
          sort={sort}
          onSort={(next) => {
            kept.keep(next);
            onSearch({ ...search, sort: next });
          }}
          {...(!isPast && {
            onOpen: ({ applicationId }: Application) =>
              void navigate({ to: '/applications/versions', search: { applicationId } }),
            onPeek: ({ applicationId }: Application) => setPeekedId(applicationId),
          })}
          onClearFilters={isNarrowed ? () => onSearch(withChips({ ...search, q: '' }, [])) : undefined}
          whenNone={
            <EmptyState
              icon={PackageSearch}
              title={isPast ? 'No applications on that day' : 'No applications yet'}
              action={
                <Link to="/hosts" className={buttonClass()}>
                  Go to Hosts
                </Link>
              }
            >
              {isPast ? 'Nothing had been reported by the end of it.' : nothingYet[within.kind]}
            </EmptyState>
          }
        >
          <ApplicationFilterBar search={search} onSearch={onSearch} />
        </DataTable>
      </div>
      {peeked && <ApplicationPanel application={peeked} within={within} onClose={() => setPeekedId(null)} />}
    </>
  );
}
