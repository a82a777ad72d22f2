import { constants } from '@patchkeep/contract/constants';
import type { GoalActivity } from '@patchkeep/contract/goals';
import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import PackageSearch from 'lucide-react/icons/package-search';
import { fetchAll } from '../../lib/fetch-all.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ColumnsAndExport } from '../../ui/table/columns-and-export.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ListFormat } from '../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { mostExported, newestFirst, saveNewest } from '../../ui/table/newest-first.ts';
import { jobActivityColumns } from './job-activity-columns.tsx';
import { fetchJobActivities, type JobActivityOf, jobActivitiesQuery } from './job-activity.queries.ts';
import s from './patching.module.css';

const getId = ({ activityUuid }: GoalActivity) => activityUuid;
const getName = ({ title, hostName }: GoalActivity) => `${title} on ${hostName}`;

/** What the list is narrowed to, in the words of its own rows. */
const wordsOf = (of: JobActivityOf, first: GoalActivity | undefined): string | undefined => {
  if (of.goalUuid !== undefined) return `Job ${first?.goalTitle ?? ''}`;
  if (of.channelTag !== undefined) return `Application ${first?.title ?? of.channelTag}`;
  if (of.groupUuid !== undefined) return 'One group and those below it';
  if (of.hostUuid !== undefined) return `Host ${first?.hostName ?? ''}`;
  return undefined;
};

/** What deployment jobs do on hosts: of all, or of one application, job, group or host. */
export function JobActivityScreen({ of }: { of: JobActivityOf }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery(jobActivitiesQuery(of));
  const layout = useColumnLayout('job-activity', jobActivityColumns);
  const rows = query.data?.pages.flatMap(({ activities }) => activities);
  const narrowed = wordsOf(of, rows?.[0]);

  const save = async (format: ListFormat) => {
    const all = await fetchAll(
      { id: 'export-job-activities', label: 'Export job activity' },
      async (older) => {
        const page = await fetchJobActivities(of, older, constants.pageSizeMax);
        return { rows: page.activities, nextCursor: page.older };
      },
      mostExported,
    );
    if (all) saveNewest(format, { name: 'job-activity', columns: jobActivityColumns, rows: all });
  };

  return (
    <>
      <PageHead
        title={pages['/deployment/activity'].title}
        lead={
          narrowed !== undefined && (
            <>
              {narrowed} · <Link to="/deployment/activity">All job activity</Link>
            </>
          )
        }
        actions={
          <ColumnsAndExport
            columns={jobActivityColumns}
            layout={layout}
            detail="All activities that match"
            onExport={(format) => void save(format)}
          />
        }
      />
      <div className={s['jobs']}>
        <DataTable
          label="Job activity"
          columns={jobActivityColumns}
          layout={layout}
          getId={getId}
          getName={getName}
          {...newestFirst(query, rows, unableTo({ verb: 'fetch', thing: 'deployment activities' }))}
          onOpen={({ agentUuid }) =>
            void navigate({ to: '/hosts/host-results', search: { hostUuid: agentUuid, tab: 'tasks' } })
          }
          whenNone={
            <EmptyState icon={PackageSearch} title="No job has done anything yet">
              What deployment jobs install and remove shows here, host by host.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
