import type { Answer } from '@patchkeep/contract/endpoint';
import { buildStates } from '@patchkeep/contract/packager';
import type { PackageInfo, packages } from '@patchkeep/contract/packages';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import Package from 'lucide-react/icons/package';
import PackageCheck from 'lucide-react/icons/package-check';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { EmptyPage, EmptyState } from '../../ui/empty-state.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { browserTimeZone, formatAbsolute } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import type { Filter } from '../../ui/table/filters.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { queryState } from '../../ui/table/query-state.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { packageColumns } from './package-columns.tsx';
import { PackagePanel } from './package-panel.tsx';
import { modeText, providerNotice, stateText, summaryOf } from './package-text.ts';
import { chipsOf, isNarrowed, type PackagesSearch, wholeList, withChips } from './packages-search.ts';
import { packagesQuery, packageSummaryQuery } from './packages.queries.ts';
import s from './packages.module.css';

const { title } = pages['/patching/packages'];
const getId = ({ build }: PackageInfo) => build;
const getName = ({ name, version }: PackageInfo) => `${name} ${version}`;
const fields: readonly [FilterField] = [
  {
    id: 'state',
    label: 'State',
    ops: ['is'],
    options: buildStates.map((state) => ({ value: state, label: stateText[state] })),
    isSingle: true,
  },
];

export interface PackagesScreenProps {
  search: PackagesSearch;
  onSearch: (search: PackagesSearch) => void;
}

/** The packages of the versions that installed applications need, and how far the packager is with each. */
export function PackagesScreen(props: PackagesScreenProps) {
  const { data: summary } = useQuery(packageSummaryQuery);
  if (summary?.packager.state === 'never')
    return (
      <EmptyPage pageTitle={title} icon={Package} title="No packager is connected">
        Until one is, packages come by hand: somebody signs each one and imports it into the server. See “Packages” in
        the guide, and “Packages from public manifests” in the operators’ guide.
      </EmptyPage>
    );
  return <PackageList {...props} summary={summary} />;
}

type Summary = Answer<typeof packages.summary>;

function PackageList({ search, onSearch, summary }: PackagesScreenProps & { summary: Summary | undefined }) {
  const paging = usePageCursor(JSON.stringify(search));
  const query = useQuery(packagesQuery(search, paging.cursor));
  const { data } = query;
  const layout = useColumnLayout('packages', packageColumns);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = data?.packages.find(({ build }) => build === openedId);
  const open = (info: PackageInfo) => setOpenedId(info.build);
  const silentSince = summary?.packager.silentSince ?? null;
  const notices = (summary?.packager.providers ?? []).flatMap((one) => providerNotice(one, browserTimeZone()) ?? []);
  return (
    <>
      <PageHead title={title} actions={<ColumnChooser columns={packageColumns} layout={layout} />}>
        {summary && summary.applications > 0 && <span>{summaryOf(summary)}</span>}
        {summary?.packager.mode && <span> {modeText[summary.packager.mode]}</span>}
      </PageHead>
      {silentSince !== null && (
        <div className={s['notice']}>
          <Banner tone="warning">
            The packager has not answered since {formatAbsolute(new Date(silentSince), browserTimeZone())}. Packages
            that are ready stay ready; no new ones come.
          </Banner>
        </div>
      )}
      {notices.map((notice) => (
        <div key={notice} className={s['notice']}>
          <Banner tone="warning">{notice}</Banner>
        </div>
      ))}
      <div className={s['list']}>
        <DataTable
          label="Packages"
          noun="packages"
          columns={packageColumns}
          layout={layout}
          density="cosy"
          {...queryState(query, data?.packages, 'Unable to fetch packages.')}
          getId={getId}
          getName={getName}
          total={data?.total ?? 0}
          page={paging.page(data?.nextCursor, query.isPlaceholderData)}
          onOpen={open}
          onPeek={open}
          onClearFilters={isNarrowed(search) ? () => onSearch(wholeList) : undefined}
          whenNone={<NothingWanted isKnown={typeof summary?.packager.answered === 'string'} />}
        >
          <PackageFilterBar search={search} onSearch={onSearch} />
        </DataTable>
      </div>
      {opened && <PackagePanel key={opened.build} info={opened} onClose={() => setOpenedId(null)} />}
    </>
  );
}

function PackageFilterBar({ search, onSearch }: PackagesScreenProps) {
  const narrow = (filters: readonly Filter[]) => onSearch(withChips(search, filters));
  return (
    <FilterBar fields={fields} filters={chipsOf(search)} onChange={narrow}>
      <div className={s['search']}>
        <TypedSearch label="Part of the application" q={search.q} onSearch={(q) => onSearch({ ...search, q })} />
      </div>
    </FilterBar>
  );
}

/** `isKnown`: the packager has answered at least once. */
function NothingWanted({ isKnown }: { isKnown: boolean }) {
  if (!isKnown) return <EmptyState icon={Package} title="Nothing is known until the packager answers" />;
  return (
    <EmptyState icon={PackageCheck} title="Nothing to prepare">
      No installed application needs an update that the packager knows.
    </EmptyState>
  );
}
