import { type Application, applicationSorts } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import PackageSearch from 'lucide-react/icons/package-search';
import { type ReactNode, useMemo, useState } from 'react';
import { ListToolbar, type PresetView } from '../../acts/views/list-toolbar.tsx';
import type { ChosenApplicationsSlot } from '../../domain/chosen-applications-slot.ts';
import { statusText } from '../../domain/vulnerability-badge.tsx';
import { useMay } from '../../lib/use-may.ts';
import { useSession } from '../../lib/use-stores.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { exportRows, type ListFormat } from '../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { queryState } from '../../ui/table/query-state.ts';
import { useKeptSort } from '../../ui/table/use-kept-sort.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { applicationColumns, pastApplicationColumns } from './application-columns.tsx';
import { ApplicationFilterBar } from './application-filter-bar.tsx';
import { ApplicationPanel } from './application-panel.tsx';
import {
  applicationQueryOf,
  type ApplicationSearch,
  chipsOf,
  type RawApplicationSearch,
  readApplicationSearch,
  withChips,
  worstFirst,
  writeApplicationSearch,
} from './application-search.ts';
import { applicationPageQuery, type fetchApplicationPage, notKeptText, type Within } from './applications.queries.ts';
import { fetchAllApplications, idOf, useChosen } from './use-chosen.ts';
import s from './applications.module.css';

export interface ApplicationListProps {
  title: string;
  /** What the page is about, beside its title. */
  lead?: ReactNode;
  search: ApplicationSearch;
  onSearch: (search: ApplicationSearch) => void;
  within: Within;
  /** What can be decided about ticked ones. */
  Chosen: ChosenApplicationsSlot;
  /** The day of the past that is shown; none for now. */
  asOf?: string | undefined;
  /** The other pages of the same group or tag. */
  actions?: ReactNode;
}

const getName = ({ name }: Application) => name;

const presets: readonly PresetView<RawApplicationSearch>[] = [
  { id: 'all', name: 'All applications', search: {} },
  { id: 'exploited', name: 'Exploited', search: { mark: 'exploited' } },
  { id: 'zeroday', name: '0-Day', search: { status: 'zeroday' } },
  { id: 'insecure', name: 'Insecure', search: { status: 'insecure' } },
  { id: 'eol', name: 'End of life', search: { status: 'eol' } },
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

const NoneYet = ({ within, isPast }: { within: Within; isPast: boolean }) => (
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
);

/** The list of applications: of the site, of a group or of a tag. */
export function ApplicationList(props: ApplicationListProps) {
  const { title, lead, search, onSearch, within, asOf, actions, Chosen } = props;
  const screen = within.kind === 'site' ? 'applications' : (`${within.kind}-applications` as const);
  const navigate = useNavigate();
  const user = useSession(({ userAccountUuid }) => userAccountUuid);
  const isPast = asOf !== undefined;
  const columns = useMemo(() => (isPast ? pastApplicationColumns : applicationColumns)(within), [within, isPast]);
  const layout = useColumnLayout(screen, columns);
  const kept = useKeptSort(screen, user, search.sort, applicationSorts);
  const sort = kept.sort ?? worstFirst;
  const request = applicationQueryOf(search, sort, asOf);
  const list = JSON.stringify([within, request]);
  const paging = usePageCursor(list);
  const { selection, setSelection, drop } = useSelection(list);
  const mayDecide = useMay('canDecideUpdates');
  const mayDeploy = useMay('canDeploySoftware');
  const query = useQuery(applicationPageQuery(request, within, paging.cursor));
  const rows = query.data?.applications;
  const total = query.data?.total ?? 0;
  const isNarrowed = search.q !== '' || chipsOf(search).length > 0;
  const fetchChosen = useChosen(rows, request, within, selection);
  const [peekedId, setPeekedId] = useState<number | null>(null);
  const peeked = rows?.find(({ applicationId }) => applicationId === peekedId);

  const exportAll = async (format: ListFormat) => {
    const all = await fetchAllApplications(
      { id: 'export-applications', label: 'Export applications' },
      request,
      within,
    );
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
              list={screen}
              presets={presets}
              search={writeApplicationSearch({ ...search, sort })}
              onView={(raw) => onSearch(readApplicationSearch(raw))}
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
        <Chosen within={within} selection={selection} fetchChosen={fetchChosen} onDone={drop}>
          {(buttons) => (
            <DataTable
              label="Applications"
              noun="applications"
              columns={columns}
              layout={layout}
              density="cosy"
              {...queryState(query, rows, notKeptText(query.error) ?? 'Unable to fetch applications.')}
              getId={idOf}
              getName={getName}
              total={total}
              page={paging.page(query.data?.nextCursor, query.isPlaceholderData)}
              pageSize={constants.pageSize}
              {...(!isPast && (mayDecide || mayDeploy) && { selection, onSelect: setSelection })}
              bulkActions={buttons}
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
              whenNone={<NoneYet within={within} isPast={isPast} />}
            >
              <ApplicationFilterBar search={search} onSearch={onSearch} />
            </DataTable>
          )}
        </Chosen>
      </div>
      {peeked && <ApplicationPanel application={peeked} within={within} onClose={() => setPeekedId(null)} />}
    </>
  );
}
