import type { PackageActivity } from '@patchkeep/contract/activities';
import { constants } from '@patchkeep/contract/constants';
import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import { Link, useNavigate } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { useMemo, useState } from 'react';
import { liveText } from '../../domain/live-text.ts';
import { fetchAll } from '../../lib/fetch-all.ts';
import { useSession } from '../../lib/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { browserTimeZone, formatAbsolute } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ColumnsAndExport } from '../../ui/table/columns-and-export.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ListFormat } from '../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { mostExported, newestFirst, saveNewest } from '../../ui/table/newest-first.ts';
import { useKeptSort } from '../../ui/table/use-kept-sort.ts';
import { Views } from '../../ui/views.tsx';
import { activityColumns, inOrder } from './activity-columns.tsx';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import {
  type ActivityKind,
  activityKinds,
  type ActivitySearch,
  activitySorts,
  isNarrowed,
  wholeList,
} from './activity-search.ts';
import { titleOf } from './activity-text.ts';
import { fetchActivities } from './patching.queries.ts';
import { RetryAll } from './retry-all.tsx';
import { useActivities } from './use-activities.ts';
import s from './patching.module.css';

const getId = ({ activityUuid }: PackageActivity) => activityUuid;
const getName = (activity: PackageActivity) => `${titleOf(activity)} on ${activity.hostName}`;
const momentText = (word: 'from' | 'until', moment: string) =>
  `${word} ${formatAbsolute(new Date(moment), browserTimeZone())}`;
const byTime = { column: 'time', direction: 'descending' } as const;

export interface ActivityScreenProps {
  search: ActivitySearch;
  onSearch: (search: ActivitySearch) => void;
}

/** What hosts do with their updates, the newest first. */
export function ActivityScreen({ search, onSearch }: ActivityScreenProps) {
  const navigate = useNavigate();
  const { kind } = search;
  const { query, activities, live } = useActivities(search);
  const columns = useMemo(() => activityColumns(kind), [kind]);
  const layout = useColumnLayout(`patching-activity-${kind}`, columns);
  const user = useSession(({ userAccountUuid }) => userAccountUuid);
  const kept = useKeptSort('patching-activity', user, search.sort, activitySorts);
  const sort = kept.sort ?? byTime;
  const rows = useMemo(() => activities && inOrder(activities, sort), [activities, sort]);
  const names = useMemo(
    () =>
      new Map(
        activities?.flatMap(({ channelTag, title }) => (channelTag === null ? [] : [[channelTag, title] as const])),
      ),
    [activities],
  );
  const [peekedId, setPeekedId] = useState<string | null>(null);
  const peeked = rows?.find((activity) => getId(activity) === peekedId);

  const save = async (format: ListFormat) => {
    const all = await fetchAll(
      { id: 'export-activities', label: 'Export patching activity' },
      async (older) => {
        const page = await fetchActivities(search, older, constants.pageSizeMax);
        return { rows: page.activities, nextCursor: page.older };
      },
      mostExported,
    );
    const shown = columns.filter(({ id }) => !layout.hidden.has(id));
    if (all) saveNewest(format, { name: 'patching-activity', columns: shown, rows: inOrder(all, sort) });
  };

  return (
    <>
      <PageHead
        title={pages['/patching/activity'].title}
        lead={
          query.data && (
            <>
              {search.startTime !== undefined && `${momentText('from', search.startTime)} `}
              {search.endTime !== undefined && momentText('until', search.endTime)}
              {(search.startTime ?? search.endTime) !== undefined && ' · '}
              updated <RelativeTime at={new Date(query.dataUpdatedAt)} /> · {liveText(live)}
            </>
          )
        }
        actions={
          <>
            <RetryAll search={search} activities={activities} hasOlder={query.hasNextPage} />
            <ColumnsAndExport
              columns={columns}
              layout={layout}
              detail="All activities that match"
              onExport={(format) => void save(format)}
            />
          </>
        }
      />
      <KindViews search={search} onSearch={onSearch} live={live} />
      <div className={s['list']}>
        <DataTable
          label="Patching activity"
          columns={columns}
          layout={layout}
          getId={getId}
          getName={getName}
          {...newestFirst(query, rows, unableTo({ verb: 'fetch', thing: 'package activities' }))}
          sort={sort}
          onSort={(next) => {
            kept.keep(next);
            onSearch({ ...search, sort: next });
          }}
          onOpen={({ agentUuid }) =>
            void navigate({ to: '/hosts/host-results', search: { hostUuid: agentUuid, tab: 'tasks' } })
          }
          onPeek={(activity) => setPeekedId(getId(activity))}
          onClearFilters={isNarrowed(search) ? () => onSearch(wholeList(search)) : undefined}
          whenNone={
            <EmptyState icon={History} title="No updates yet">
              {kind === 'app'
                ? 'Once an update is approved or automated, what each host does with it shows here.'
                : 'Once a Windows update is approved or automated, what each host does with it shows here.'}
            </EmptyState>
          }
        >
          <ActivityFilterBar search={search} onSearch={onSearch} names={names} />
        </DataTable>
      </div>
      {peeked && (
        <ActivityPanel
          key={peekedId}
          activity={peeked}
          onOnly={(which) => onSearch(onlyOf(search, peeked, which))}
          onClose={() => setPeekedId(null)}
        />
      )}
    </>
  );
}

const onlyOf = (search: ActivitySearch, activity: PackageActivity, which: 'host' | 'title'): ActivitySearch => {
  if (which === 'host') return { ...search, hostUuid: activity.agentUuid };
  if (activity.kbArticle !== null) return { ...search, kbArticle: activity.kbArticle };
  return { ...search, channelTag: activity.channelTag ?? undefined };
};

const kindText: Record<ActivityKind, string> = { app: 'Applications', wua: 'Windows updates' };

interface KindViewsProps extends ActivityScreenProps {
  live: ReturnType<typeof useActivities>['live'];
}

function KindViews({ search, onSearch, live }: KindViewsProps) {
  return (
    <Views
      label="Kind of updates"
      beside={
        <div className={s['toggles']}>
          <Checkbox
            isSelected={search.showSuperseded}
            onChange={(showSuperseded) => onSearch({ ...search, showSuperseded })}
          >
            Show superseded
          </Checkbox>
          <Checkbox isSelected={live.isLive} onChange={live.setLive}>
            Live
          </Checkbox>
        </div>
      }
    >
      {activityKinds.map((one) => (
        <KindView key={one} kind={one} isShown={one === search.kind} />
      ))}
    </Views>
  );
}

/** What narrows both kinds goes along. */
function KindView({ kind, isShown }: { kind: ActivityKind; isShown: boolean }) {
  return (
    <li>
      <Link
        to="."
        search={({ hostUuid, groupUuid, result, startTime, endTime, showSuperseded, sort, order }) => ({
          hostUuid,
          groupUuid,
          result,
          startTime,
          endTime,
          showSuperseded,
          sort,
          order,
          kind: kind === 'app' ? undefined : kind,
        })}
        // The kind alone says which is in sight; the router would take the one without a kind for both.
        activeOptions={{ exact: true, explicitUndefined: true }}
        activeProps={{}}
        aria-current={isShown ? 'page' : undefined}
      >
        {kindText[kind]}
      </Link>
    </li>
  );
}
