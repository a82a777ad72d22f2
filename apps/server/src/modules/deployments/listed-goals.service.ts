import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { type Goal, type GoalHost, goalLimits, type GoalNarrowing, type goals } from '@patchkeep/contract/goals';
import { agentFlagsOf } from '@patchkeep/rules/host-state';
import type { Context } from '../../platform/context.ts';
import { fromTheFirst } from '../../platform/db/number-sets.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { notFound } from '../../platform/errors.ts';
import { cutPage, endsAtNumber, endsAtTime, readCursor, type PageEnd } from '../../platform/http/cursor.ts';
import { conditionOf, findHost, listGroups, listHostNumbers, listTagIdsOf, listTags, siteOf } from '../hosts/public.ts';
import { countGoalTasks } from '../patching/public.ts';
import { standingsOfChoices } from './action-choices.service.ts';
import { customsOfActions } from './custom/custom-actions.service.ts';
import { targetKind } from './deployments.tables.ts';
import { presentGoal } from './goals.presenter.ts';
import {
  type ListedGoal,
  type NamedAction,
  selectActions,
  selectGoal,
  selectGoalHosts,
  selectGoals,
  selectGoalTargets,
} from './goals.queries.ts';
import { readWhole } from './look.service.ts';
import { presentTarget, presentVerdict } from './verdict.presenter.ts';
import { type HostVerdicts, verdictsOf } from './verdicts.service.ts';

/** How what actions name stands now. */
const standingsOf = async (context: Context, actions: readonly NamedAction[]) => ({
  ofChoices: await standingsOfChoices(context, actions),
  customs: await customsOfActions(context, actions),
});

/** Rows of jobs with all that a list shows of them. */
export const presentAll = async (context: Context, rows: readonly ListedGoal[]): Promise<Goal[]> => {
  const { customerId } = siteOf(context);
  const goalIds = rows.map((row) => row.goal_id);
  const all = await selectActions(context.tx, customerId, goalIds);
  const standing = await standingsOf(context, all);
  const actions = Map.groupBy(all, (each) => each.goal_id);
  const targets = Map.groupBy(await selectGoalTargets(context.tx, customerId, goalIds), (each) => each.goal_id);
  return rows.map((row) => presentGoal(row, actions.get(row.goal_id) ?? [], targets.get(row.goal_id) ?? [], standing));
};

/** The group and all above it: whoever names one of them names the group. */
const aboveGroup = async (context: Context, groupId: string): Promise<string[]> => {
  const { customerId, siteId } = siteOf(context);
  const parents = new Map(
    (await listGroups(context.tx, customerId, siteId)).map((row) => [row.group_id, row.parent_id]),
  );
  if (!parents.has(groupId)) throw notFound();
  const above: string[] = [];
  for (let at: string | null = groupId; at !== null; at = parents.get(at) ?? null) above.push(at);
  return above;
};

/** What a host is a target of is packed in each job: they are read in steps. */
const step = 100;

/** Jobs that a narrowing leaves, the newest first. */
export const narrowed = async (
  context: Context,
  narrowing: GoalNarrowing & { goalIds?: readonly string[] },
  { after, limit }: { after?: PageEnd | undefined; limit: number },
): Promise<ListedGoal[]> => {
  const { tx } = context;
  const { customerId, siteId } = siteOf(context);
  const { agentUuid, groupUuid, goalUuid, channelTag, showStatus } = narrowing;
  if (agentUuid !== undefined) await findHost(context, agentUuid);
  const [host] = agentUuid === undefined ? [] : await listHostNumbers(tx, customerId, [agentUuid]);
  const groupIds = groupUuid === undefined ? undefined : await aboveGroup(context, groupUuid);
  const goalIds = goalUuid === undefined ? narrowing.goalIds : [goalUuid];
  const found: ListedGoal[] = [];
  let from = after;
  while (found.length < limit) {
    const size = host ? step : limit;
    const rows = await selectGoals(tx, customerId, siteId, {
      goalIds,
      groupIds,
      channelTag,
      showStatus,
      after: from,
      limit: size,
    });
    found.push(...(host ? rows.filter((row) => unpackNumbers(row.host_nos).includes(host.host_no)) : rows));
    const last = rows.at(-1);
    if (rows.length < size || !last) break;
    from = endOf(last);
  }
  return found.slice(0, limit);
};

const endOf = (row: ListedGoal): PageEnd => ({ value: row.created_at.toISOString(), id: row.goal_id });

export const listGoals = async (
  context: Context,
  { cursor, limit, ...narrowing }: Received<typeof goals.list>['query'],
): Promise<Returned<typeof goals.list>> => {
  const after = readCursor(cursor, endsAtTime);
  const rows = await narrowed(context, narrowing, { after, limit: limit + 1 });
  const { shown, nextCursor } = cutPage(rows, limit, endOf);
  return { goals: await presentAll(context, shown), nextCursor };
};

export const findGoal = async (context: Context, goalId: string): Promise<ListedGoal> => {
  const { customerId, siteId } = siteOf(context);
  const row = await selectGoal(context.tx, customerId, siteId, goalId);
  if (!row) throw notFound();
  return row;
};

/** Hosts beyond this number of achievements are paged. */
const achievementsOf = async (context: Context, hosts: readonly HostVerdicts[]) => {
  const { customerId } = siteOf(context);
  const hostIds = hosts.map(({ host }) => host.host_id);
  const tagsOf = await listTagIdsOf(context.tx, customerId, hostIds);
  return hosts
    .flatMap(({ host, via, verdicts }) =>
      verdicts.map(({ action, verdict }) => ({
        agentUuid: host.host_id,
        groupUuid: host.group_id,
        tagUuids: tagsOf.get(host.host_id) ?? [],
        hostName: host.host_name,
        agentFlags: agentFlagsOf(conditionOf(host)),
        goalActionId: action.action_id,
        isAchieved: verdict.verdict === 'achieved',
        isAgentTarget: via.includes('host'),
        isGroupTarget: via.includes('group'),
        isTagTarget: via.includes('tag'),
      })),
    )
    .slice(0, goalLimits.achievements);
};

export const readGoal = async (context: Context, goalId: string): Promise<Returned<typeof goals.read>> => {
  const { tx } = context;
  const { customerId, siteId } = siteOf(context);
  const row = await findGoal(context, goalId);
  const whole = await readWhole(context, row);
  const hostNos = unpackNumbers(row.host_nos).slice(0, Math.ceil(goalLimits.achievements / whole.actions.length));
  const hosts = await (await verdictsOf(context, whole))(hostNos);
  const named = unpackNumbers(row.named_nos).slice(0, goalLimits.achievements);
  const idsOf = (kind: number) =>
    new Set(whole.targets.filter((each) => each.kind === kind).map((each) => each.target_id));
  const [groupIds, tagIds] = [idsOf(targetKind.group), idsOf(targetKind.tag)];
  const { countTried: _tried, ...achievements } = await countGoalTasks(tx, { customerId, siteId, goalId });
  const namedHosts = await selectGoalHosts(tx, customerId, siteId, named);
  const standing = await standingsOf(context, whole.actions);
  return {
    goal: {
      ...presentGoal(row, whole.actions, whole.targets, standing),
      agentTargets: namedHosts.map((host) => host.host_id),
    },
    achievements,
    tags: (await listTags(tx, customerId, siteId))
      .filter((tag) => tagIds.has(tag.tag_id))
      .map((tag) => ({ tagUuid: tag.tag_id, tagName: tag.name })),
    groups: (await listGroups(tx, customerId, siteId))
      .filter((group) => groupIds.has(group.group_id))
      .map((group) => ({ uuid: group.group_id, title: group.title })),
    agents: namedHosts.map((host) => ({
      agentUuid: host.host_id,
      hostName: host.host_name,
    })),
    channels: whole.actions
      .filter((action) => action.config_id === null)
      .map((action) => ({ channelTag: action.channel_tag, title: action.name ?? action.channel_tag })),
    goalActionAchievements: await achievementsOf(context, hosts),
  };
};

const presentHost = (found: HostVerdicts): GoalHost => ({
  ...presentTarget(found),
  actions: found.verdicts.map(presentVerdict),
});

/** The hosts of a job, a page at a time, each with the verdict on every action. */
export const listGoalHosts = async (
  context: Context,
  goalId: string,
  { cursor, limit }: Received<typeof goals.hosts>['query'],
): Promise<Returned<typeof goals.hosts>> => {
  const row = await findGoal(context, goalId);
  const after = Number(readCursor(cursor, endsAtNumber)?.id ?? fromTheFirst);
  const left = unpackNumbers(row.host_nos).filter((hostNo) => hostNo > after);
  const { shown, nextCursor } = cutPage(left.slice(0, limit + 1), limit, (hostNo) => ({
    value: '',
    id: String(hostNo),
  }));
  const hosts = await (await verdictsOf(context, await readWhole(context, row)))(shown);
  return { hosts: hosts.map(presentHost), nextCursor };
};
