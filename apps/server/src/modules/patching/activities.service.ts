import type { activities, ActivityQuery } from '@patchkeep/contract/activities';
import type { Returned } from '@patchkeep/contract/endpoint';
import { isId } from '@patchkeep/rules/ids';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { findHost, groupReach, siteOf } from '../hosts/public.ts';
import { presentActivity } from './activities.presenter.ts';
import { type ActivityRow, selectActivities } from './activities.queries.ts';
import { channelOfArticle } from './windows-update.rules.ts';

const writeOlder = (row: ActivityRow): string => `${row.changed_at.toISOString()} ${row.task_id}`;
const readOlder = (text: string) => {
  const [time = '', taskId = ''] = text.split(' ');
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !isId(taskId)) throw invalid('Where the page before ended is not known');
  return { at, taskId };
};

const channelOf = ({ channelTag, kbArticle }: ActivityQuery): string | undefined =>
  kbArticle === undefined ? channelTag : channelOfArticle(Number(kbArticle.slice('KB'.length)));

export const listActivities = async (
  context: Context,
  query: ActivityQuery,
  isWindowsUpdate: boolean,
  groupId = query.groupUuid,
): Promise<Returned<typeof activities.packages>> => {
  const { customerId, siteId } = siteOf(context);
  if (query.hostUuid !== undefined) await findHost(context, query.hostUuid);
  const rows = await selectActivities(context.tx, {
    customerId,
    siteId,
    isWindowsUpdate,
    hostId: query.hostUuid,
    groupIds: groupId === undefined ? undefined : await groupReach(context, groupId),
    title: query.title,
    channelTag: channelOf(query),
    until: query.endTime === undefined ? undefined : new Date(query.endTime),
    after: query.older === undefined ? undefined : readOlder(query.older),
    withSuperseded: query.showSuperseded === 'true',
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    activities: shown.map((row) => presentActivity(row, context.now)),
    older: rows.length > query.limit && last ? writeOlder(last) : null,
  };
};
