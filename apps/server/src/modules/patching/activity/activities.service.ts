import type { activities, ActivityQuery } from '@patchkeep/contract/activities';
import type { Returned } from '@patchkeep/contract/endpoint';
import type { HostTask } from '@patchkeep/contract/results';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { isId } from '@patchkeep/rules/ids';
import { keyOfArticle } from '@patchkeep/rules/kb';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { findHost, groupReach, siteOf } from '../../hosts/public.ts';
import { presentActivity } from './activities.presenter.ts';
import { type ActivityFilter, type ActivityRow, selectActivities } from './activities.queries.ts';

const writeOlder = (row: ActivityRow): string => `${row.changed_at.toISOString()} ${row.task_id}`;
const readOlder = (text: string) => {
  const [time = '', taskId = ''] = text.split(' ');
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !isId(taskId)) throw invalid('Where the page before ended is not known');
  return { at, taskId };
};

const channelOf = ({ channelTag, kbArticle }: ActivityQuery): string | undefined =>
  kbArticle === undefined ? channelTag : keyOfArticle(kbArticle);

type Narrowing = Pick<ActivityQuery, 'hostUuid' | 'groupUuid' | 'title' | 'endTime' | 'older' | 'limit'>;
type Of = Pick<ActivityFilter, 'isWindowsUpdate' | 'channelTag' | 'goalId' | 'result' | 'since' | 'withSuperseded'>;

const selectPage = async (context: Context, query: Narrowing, of: Of) => {
  const { customerId, siteId } = siteOf(context);
  if (query.hostUuid !== undefined) await findHost(context, query.hostUuid);
  const rows = await selectActivities(context.tx, {
    ...of,
    customerId,
    siteId,
    now: context.now,
    hostId: query.hostUuid,
    groupIds: query.groupUuid === undefined ? undefined : await groupReach(context, query.groupUuid),
    title: query.title,
    until: query.endTime === undefined ? undefined : new Date(query.endTime),
    after: query.older === undefined ? undefined : readOlder(query.older),
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return { rows: shown, older: rows.length > query.limit && last ? writeOlder(last) : null };
};

export const listActivities = async (
  context: Context,
  query: ActivityQuery,
  isWindowsUpdate: boolean,
  groupUuid = query.groupUuid,
): Promise<Returned<typeof activities.packages>> => {
  const of = {
    isWindowsUpdate,
    channelTag: channelOf(query),
    result: query.result,
    since: query.startTime === undefined ? undefined : new Date(query.startTime),
    withSuperseded: query.showSuperseded === 'true',
  };
  const { rows, older } = await selectPage(context, { ...query, groupUuid }, of);
  return { activities: rows.map((row) => presentActivity(row, context.now)), older };
};

/** Beyond this the list of activities of the host has the rest. */
const tasksOnHostPage = 50;

/** What a host was told to do, applications and Windows updates together; none for who may not see patching. */
export const readTasksOfHost = async (context: Context, hostId: string): Promise<HostTask[]> => {
  if (!mayCall('canViewPatching', context.principal.subject)) return [];
  const of = async (isWindowsUpdate: boolean) =>
    (
      await selectPage(
        context,
        { hostUuid: hostId, limit: tasksOnHostPage },
        { isWindowsUpdate, withSuperseded: false },
      )
    ).rows;
  const rows = [...(await of(false)), ...(await of(true))];
  return rows
    .toSorted((a, b) => b.changed_at.getTime() - a.changed_at.getTime())
    .slice(0, tasksOnHostPage)
    .map((row) => presentActivity(row, context.now))
    .map((each) => ({
      taskUuid: each.activityUuid,
      title: each.title,
      toVersion: each.toVersion,
      label: activityLabel(each),
      changed: each.endTime,
    }));
};

/** What deployment jobs do, each piece with the job it is for. */
export const listGoalActivities = async (
  context: Context,
  query: Narrowing & { channelTag?: string | undefined; goalUuid?: string | undefined },
) => {
  const of = {
    isWindowsUpdate: false,
    channelTag: query.channelTag,
    goalId: query.goalUuid ?? 'all',
    // A job is not taken back by a newer decision: what it asked for stays in sight.
    withSuperseded: true,
  };
  const { rows, older } = await selectPage(context, query, of);
  const activities = rows.flatMap((row) =>
    row.goal_id === null ? [] : [{ ...presentActivity(row, context.now), goalUuid: row.goal_id }],
  );
  return { activities, older };
};
