import type { RestartTargets } from '@patchkeep/contract/restarts';
import type { Context } from '../../../platform/context.ts';
import { allowLongReads } from '../../../platform/db/tenant.ts';
import { notFound } from '../../../platform/errors.ts';
import { groupReach } from '../groups-and-tags/groups.service.ts';
import { selectHostIds } from '../hosts.queries.ts';
import { countTags } from '../membership.queries.ts';
import { resolveFilter, resolveSelection } from '../selection.service.ts';
import { siteOf } from '../site.service.ts';
import { type Reach, selectReached } from './restarts.queries.ts';
import type { RestartReach } from './restarts.repository.ts';

/** Hosts named one by one, by their groups, by their tags or by what is ticked in a list: all of the site, or nobody. */
export const reachOf = async (context: Context, given: RestartTargets): Promise<Reach> => {
  const { customerId, siteId } = siteOf(context);
  const { agentUuid, groupUuid, tagUuid, selection } = given;
  await allowLongReads(context.tx);
  const isFilterAlone = agentUuid.length + groupUuid.length + tagUuid.length === 0;
  if (isFilterAlone && selection && 'filter' in selection) return resolveFilter(context, selection);
  const tagIds = [...new Set(tagUuid)];
  if ((await countTags(context.tx, customerId, siteId, tagIds)) !== tagIds.length) throw notFound();
  const groupIds: string[] = [];
  for (const groupId of groupUuid) groupIds.push(...(await groupReach(context, groupId)));
  const hostIds = [
    ...(agentUuid.length > 0 ? await resolveSelection(context, { hosts: agentUuid }) : []),
    ...(selection ? await resolveSelection(context, selection) : []),
  ];
  return { customerId, siteId, hostIds, groupIds, tagIds };
};

/** The same with the hosts of a filter named one by one, as statements that write need it. */
export const named = async (context: Context, reach: Reach): Promise<RestartReach> => {
  if (!('view' in reach)) return reach;
  const hostIds = await selectHostIds(context.tx, reach);
  return { ...siteOf(context), hostIds, groupIds: [], tagIds: [] };
};

/** The hosts that work for such targets is for, as they are now: those that are alike together. */
export const listTargets = async (context: Context, given: RestartTargets) =>
  selectReached(context.tx, await reachOf(context, given));
