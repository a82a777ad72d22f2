import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { GoalRequest, goals } from '@patchkeep/contract/goals';
import { noActionText, noTargetText } from '@patchkeep/rules/deployments/readiness';
import type { Context } from '../../platform/context.ts';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import { invalid, notFound, Refusal } from '../../platform/errors.ts';
import { cutPage, endsAtTime, readCursor } from '../../platform/http/cursor.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { listTargets, recordSiteAct, siteOf } from '../hosts/public.ts';
import { countGoalTasks, listGoalActivities, jobPackages } from '../patching/public.ts';
import { writeGoal } from './goals.jobs.ts';
import { actionNumber, presentGoal } from './goals.presenter.ts';
import { selectGoal, selectGoals, selectTitles } from './goals.queries.ts';
import { insertGoal } from './goals.repository.ts';

/** Whom a job reaches, and whom it cannot: there must be a package that fits the host. */
export const impactOfJob = async (context: Context, given: GoalRequest) => {
  const [action] = given.actions;
  const targetCount = given.hosts.length + given.groups.length + given.tags.length + (given.selection ? 1 : 0);
  if (!action) throw invalid(noActionText);
  if (targetCount === 0) throw invalid(noTargetText);
  const targets = await listTargets(context, {
    agentUuid: given.hosts,
    groupUuid: given.groups,
    tagUuid: given.tags,
    selection: given.selection,
  });
  const subject = {
    kind: actionNumber(action.actionType),
    channelTag: action.channelTag,
    version: action.version ?? null,
  };
  const { packageOn, isUpdateOnly } = await jobPackages(context.tx, subject, context.now);
  const supported = targets.filter((target) => packageOn(target) !== undefined);
  const reach = {
    agentCount: supported.length,
    unsupportedAgentCount: targets.length - supported.length,
    isUpdateOnly,
  };
  return { action, targets, supported, reach };
};

export const previewDeploy = async (context: Context, given: GoalRequest): Promise<Returned<typeof goals.preview>> => {
  const { reach } = await impactOfJob(context, given);
  return reach;
};

/** Makes a job and leaves the writing of its tasks to a worker: fifty thousand of them are no part of a request. */
export const deploy = async (context: Context, given: GoalRequest): Promise<Returned<typeof goals.deploy>> => {
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  const { action, targets, supported, reach: counts } = await impactOfJob(context, given);
  if (given.expectedCount !== undefined && given.expectedCount !== supported.length)
    throw new Refusal(409, 'The number of hosts has changed', {
      info: { expectedCount: given.expectedCount, count: supported.length },
    });
  if (supported.length === 0)
    return { ...counts, result: targets.length === 0 ? 'no-hosts' : 'no-supported-hosts', goalUuid: null };
  const goalId = randomUUIDv7();
  await insertGoal(tx, {
    customer_id: customerId,
    site_id: siteId,
    goal_id: goalId,
    title: given.title,
    comment: given.comment,
    action: actionNumber(action.actionType),
    channel_tag: action.channelTag,
    version: action.version ?? null,
    host_nos: packNumbers(supported.map((target) => target.hostNo)),
    host_count: supported.length,
    written_count: 0,
    task_count: 0,
    created_by: principal.userId,
    created_at: now,
  });
  await enqueue(tx, writeGoal, { customerId, siteId, goalId }, { key: `write-goal:${goalId}`, runAt: now });
  await recordSiteAct(context, 'goal.create', 'goal', goalId, {
    after: { title: given.title, comment: given.comment, ...action, ...counts },
  });
  return { ...counts, result: 'submitted', goalUuid: goalId };
};

export const listGoals = async (
  context: Context,
  { cursor, limit }: Received<typeof goals.list>['query'],
): Promise<Returned<typeof goals.list>> => {
  const { customerId, siteId } = siteOf(context);
  const after = readCursor(cursor, endsAtTime);
  const rows = await selectGoals(context.tx, customerId, siteId, { after, limit: limit + 1 });
  const { shown, nextCursor } = cutPage(rows, limit, (row) => ({
    value: row.created_at.toISOString(),
    id: row.goal_id,
  }));
  return { goals: shown.map(presentGoal), nextCursor };
};

export const readGoal = async (context: Context, goalId: string): Promise<Returned<typeof goals.read>> => {
  const { customerId, siteId } = siteOf(context);
  const row = await selectGoal(context.tx, customerId, siteId, goalId);
  if (!row) throw notFound();
  return { goal: presentGoal(row), achievements: await countGoalTasks(context.tx, customerId, siteId, goalId) };
};

/** What jobs do on hosts, with the job's name. */
export const listJobActivities = async (
  context: Context,
  query: Received<typeof goals.activities>['query'],
): Promise<Returned<typeof goals.activities>> => {
  const { customerId, siteId } = siteOf(context);
  const { activities, older } = await listGoalActivities(context, query);
  const goalIds = [...new Set(activities.map((activity) => activity.goalUuid))];
  const rows = await selectTitles(context.tx, customerId, siteId, goalIds);
  const titles = new Map(rows.map((row) => [row.goal_id, row.title]));
  return {
    activities: activities.map((activity) => ({ ...activity, goalTitle: titles.get(activity.goalUuid) ?? '' })),
    older,
  };
};
