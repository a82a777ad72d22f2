import { constants } from '@patchkeep/contract/constants';
import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import Crosshair from 'lucide-react/icons/crosshair';
import { useMemo } from 'react';
import { ListToolbar, type PresetView } from '../../../acts/views/list-toolbar.tsx';
import { fetchAll } from '../../../lib/fetch-all.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ListFormat } from '../../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../../ui/table/layout/use-column-layout.ts';
import { mostExported, newestFirst, saveNewest } from '../../../ui/table/newest-first.ts';
import { actionText } from '../job-text.ts';
import { fetchTargetPage, type TargetNarrowing, targetsQuery } from '../jobs.queries.ts';
import { targetColumns, type TargetRow } from './target-columns.tsx';
import { TargetFilterBar } from './target-filter-bar.tsx';
import {
  type RawTargetSearch,
  readTargetSearch,
  targetChips,
  type TargetSearch,
  writeTargetSearch,
} from './target-search.ts';
import s from '../jobs.module.css';

const list = 'host-targets';
const getId = ({ target, action }: TargetRow) => `${target.agentUuid} ${action.goalActionId}`;
const getName = ({ target, action }: TargetRow) => `${actionText(action)} on ${target.hostName}`;

const presets: readonly PresetView<RawTargetSearch>[] = [
  { id: 'all', name: 'All targets', search: {} },
  { id: 'waits', name: 'Waiting', search: { verdict: 'waits' } },
  { id: 'failed', name: 'Failed', search: { verdict: 'failed' } },
  { id: 'held', name: 'Held', search: { verdict: 'held' } },
];

/** The same in the words of the server. What is completed is of interest only where somebody asks for that very job. */
const narrowingOf = ({ hostUuid, ...search }: TargetSearch): TargetNarrowing => ({
  ...Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
  ...(hostUuid !== undefined && { agentUuid: hostUuid }),
  ...(search.goalUuid !== undefined && { showStatus: 'all' }),
});

const rowsOf = (targets: readonly TargetRow['target'][]): TargetRow[] =>
  targets.flatMap((target) => target.actions.map((action) => ({ target, action })));

interface HostTargetsScreenProps {
  search: TargetSearch;
  onSearch: (search: TargetSearch) => void;
}

/** What shall be on which host, by which job, how far that is, and why. */
export function HostTargetsScreen({ search, onSearch }: HostTargetsScreenProps) {
  const navigate = useNavigate();
  const narrowing = narrowingOf(search);
  const query = useInfiniteQuery(targetsQuery(narrowing));
  const layout = useColumnLayout(list, targetColumns);
  const rows = useMemo(() => query.data && rowsOf(query.data.pages.flatMap(({ targets }) => targets)), [query.data]);
  const isNarrowed = targetChips(search).length > 0;

  const save = async (format: ListFormat) => {
    const all = await fetchAll(
      { id: `export-${list}`, label: 'Export host targets' },
      async (cursor) => {
        const page = await fetchTargetPage(narrowing, cursor, constants.pageSizeMax);
        return { rows: rowsOf(page.targets), nextCursor: page.nextCursor };
      },
      mostExported,
    );
    if (all) saveNewest(format, { name: list, columns: targetColumns, rows: all });
  };

  return (
    <>
      <PageHead
        title={pages['/host-targets'].title}
        lead="What the jobs that are not completed want on each host, the newest job first"
        actions={
          <ListToolbar
            list={list}
            presets={presets}
            search={writeTargetSearch(search)}
            onView={(raw) => onSearch(readTargetSearch(raw))}
            columns={targetColumns}
            layout={layout}
            exportDetail="All targets that match"
            onExport={(format) => void save(format)}
          />
        }
      />
      <div className={s['list']}>
        <DataTable
          label="Host Targets"
          columns={targetColumns}
          layout={layout}
          getId={getId}
          getName={getName}
          {...newestFirst(query, rows, unableTo({ verb: 'fetch', thing: 'deployment jobs' }))}
          noun="host targets"
          onOpen={({ target }) => void navigate({ to: '/deployment/job-info', search: { goalUuid: target.goalUuid } })}
          onClearFilters={isNarrowed ? () => onSearch(readTargetSearch({})) : undefined}
          whenNone={
            <EmptyState icon={Crosshair} title="No host is a target">
              Hosts, groups and tags become targets by a deployment job: make one on{' '}
              <Link to="/deployment/create-job">Create Job</Link>. What jobs that are completed did is on{' '}
              <Link to="/deployment/activity">Job Activity</Link>.
            </EmptyState>
          }
        >
          <TargetFilterBar search={search} onSearch={onSearch} />
        </DataTable>
      </div>
    </>
  );
}
