import { constants } from '@patchkeep/contract/constants';
import type { Goal } from '@patchkeep/contract/goals';
import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import ListChecks from 'lucide-react/icons/list-checks';
import Plus from 'lucide-react/icons/plus';
import { ListToolbar, type PresetView } from '../../../acts/views/list-toolbar.tsx';
import { fetchAll } from '../../../lib/fetch-all.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ListFormat } from '../../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../../ui/table/layout/use-column-layout.ts';
import { mostExported, newestFirst, saveNewest } from '../../../ui/table/newest-first.ts';
import { isSelected } from '../../../ui/table/selection.ts';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { JobBanner } from '../job-banner.tsx';
import { fetchJobPage, jobsQuery } from '../jobs.queries.ts';
import { useEditJobs } from '../use-edit-jobs.ts';
import { useJobActs } from '../use-job-acts.ts';
import { jobColumns } from './job-columns.tsx';
import { JobFilterBar } from './job-filter-bar.tsx';
import {
  chipsOf,
  type JobSearch,
  narrowingOf,
  type RawJobSearch,
  readJobSearch,
  writeJobSearch,
} from './job-search.ts';
import s from '../jobs.module.css';

const getId = ({ goalUuid }: Goal) => goalUuid;
const getName = ({ title }: Goal) => title;

const presets: readonly PresetView<RawJobSearch>[] = [
  { id: 'all', name: 'All jobs', search: {} },
  { id: 'open', name: 'Not completed', search: { state: 'open' } },
  { id: 'paused', name: 'Paused', search: { state: 'paused' } },
];

interface JobsScreenProps {
  search: JobSearch;
  onSearch: (search: JobSearch) => void;
}

/** The deployment jobs of the site. */
export function JobsScreen({ search, onSearch }: JobsScreenProps) {
  const navigate = useNavigate();
  const mayDeploy = useMay('canDeploySoftware');
  const narrowing = narrowingOf(search);
  const query = useInfiniteQuery(jobsQuery(narrowing));
  const layout = useColumnLayout('jobs', jobColumns);
  const rows = query.data?.pages.flatMap(({ goals }) => goals);
  const { selection, setSelection, drop } = useSelection(JSON.stringify(narrowing));
  const acts = useJobActs((ids) => drop({ kind: 'some', ids: new Set(ids) }));
  const edit = useEditJobs();
  const chosen = rows?.filter((goal) => isSelected(selection, goal.goalUuid)) ?? [];
  const isNarrowed = chipsOf(search).length > 0;

  const save = async (format: ListFormat) => {
    const all = await fetchAll(
      { id: 'export-jobs', label: 'Export jobs' },
      async (cursor) => {
        const page = await fetchJobPage(narrowing, cursor, constants.pageSizeMax);
        return { rows: page.goals, nextCursor: page.nextCursor };
      },
      mostExported,
    );
    if (all) saveNewest(format, { name: 'jobs', columns: jobColumns, rows: all });
  };
  const create = (isFirst: boolean) =>
    mayDeploy && (
      <Button
        variant="primary"
        icon={Plus}
        {...(!isFirst && { 'data-act': 'new-job' })}
        onPress={() => void navigate({ to: '/deployment/create-job' })}
      >
        Create job
      </Button>
    );

  return (
    <>
      <PageHead
        title={pages['/deployment/jobs'].title}
        lead="Newest first"
        actions={
          <>
            <ListToolbar
              list="jobs"
              presets={presets}
              search={writeJobSearch(search)}
              onView={(raw) => onSearch(readJobSearch(raw))}
              columns={jobColumns}
              layout={layout}
              exportDetail="All jobs that match"
              onExport={(format) => void save(format)}
            />
            <Button onPress={() => void navigate({ to: '/host-targets' })}>Host Targets</Button>
            {create(false)}
          </>
        }
      />
      <JobBanner />
      <div className={s['list']}>
        <DataTable
          label="Jobs"
          columns={jobColumns}
          layout={layout}
          getId={getId}
          getName={getName}
          {...newestFirst(query, rows, unableTo({ verb: 'fetch', thing: 'deployment jobs' }))}
          noun="jobs"
          {...(mayDeploy && { selection, onSelect: setSelection })}
          bulkActions={
            <>
              <Button isPending={acts.isPending} onPress={() => acts.stop(chosen)}>
                Stop
              </Button>
              <Button isPending={acts.isPending} onPress={() => acts.resume(chosen)}>
                Resume
              </Button>
              <Button isPending={edit.isPending} onPress={() => edit.begin(chosen)}>
                Edit...
              </Button>
            </>
          }
          onOpen={({ goalUuid }) => void navigate({ to: '/deployment/job-info', search: { goalUuid } })}
          onClearFilters={isNarrowed ? () => onSearch(readJobSearch({})) : undefined}
          whenNone={
            <EmptyState icon={ListChecks} title="No deployment jobs yet" action={create(true)}>
              A job installs or removes applications on hosts, groups and tags.{' '}
              {mayDeploy ? 'First choose' : 'Whoever may deploy first chooses'} applications, here or on{' '}
              <Link to="/applications">Applications</Link>, then whom they are for.
            </EmptyState>
          }
        >
          <JobFilterBar search={search} onSearch={onSearch} />
        </DataTable>
      </div>
    </>
  );
}
