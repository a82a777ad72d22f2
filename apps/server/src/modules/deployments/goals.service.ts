import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { type GoalRequest, type goals, goalStarts } from '@patchkeep/contract/goals';
import type { Context } from '../../platform/context.ts';
import { fromTheFirst, pack } from '../../platform/db/number-sets.ts';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import { Refusal } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { isFourEyesRequired } from '../changes/public.ts';
import { recordSiteAct, siteOf } from '../hosts/public.ts';
import { listGoalActivities } from '../patching/public.ts';
import { targetRows } from './aim.service.ts';
import { writeGoal } from './goals.jobs.ts';
import { selectTitles } from './goals.queries.ts';
import { insertActions, insertGoal, upsertTargets } from './goals.repository.ts';
import { impactOfJob, wantedOf } from './impact.service.ts';

export const previewJob = async (context: Context, given: GoalRequest): Promise<Returned<typeof goals.preview>> => {
  const { reach } = await impactOfJob(context, given);
  return reach;
};

/** When a second person agreed to it, where one is needed: the gate let it through. */
export const agreedNow = async (context: Context): Promise<Date | null> =>
  (await isFourEyesRequired(context, siteOf(context).siteId)) ? context.now : null;

/** A worker looks at the job as soon as this is committed. */
export const requestLook = (context: Context, goalId: string): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  const payload = { customerId, siteId, goalId };
  return enqueue(context.tx, writeGoal, payload, { key: `write-goal:${goalId}`, runAt: context.now });
};

const rowOf = async (
  context: Context,
  given: GoalRequest,
  { goalId, starts, impact }: { goalId: string; starts: number; impact: Awaited<ReturnType<typeof impactOfJob>> },
) => {
  const { aim, shape } = impact;
  return {
    customer_id: siteOf(context).customerId,
    site_id: siteOf(context).siteId,
    goal_id: goalId,
    title: given.title,
    comment: given.comment,
    is_ongoing: shape.isOngoing,
    is_multishot: shape.isMultishot,
    is_enabled: true,
    is_completed: false,
    paused_cause: null,
    priority: given.priority,
    starts,
    serial_number: 1,
    host_nos: packNumbers(aim.hostNos),
    named_nos: packNumbers(aim.named),
    held_nos: pack([]),
    host_count: aim.hostNos.length,
    written_count: 0,
    task_count: 0,
    agreed_count: aim.hostNos.length,
    agreed_at: await agreedNow(context),
    pressure: 0,
    failed_count: 0,
    proven_count: 0,
    looked_no: fromTheFirst,
    look_began_at: null,
    looked_at: null,
    seen: '',
    created_by: context.principal.userId,
    created_at: context.now,
  };
};

/** Makes a job and leaves the writing of its tasks to a worker: fifty thousand of them are no part of a request. */
export const makeJob = async (
  context: Context,
  given: GoalRequest,
  starts: (typeof goalStarts)[number],
): Promise<Returned<typeof goals.deploy>> => {
  const { tx } = context;
  const { customerId, siteId } = siteOf(context);
  const impact = await impactOfJob(context, given);
  const { aim, reach } = impact;
  if (given.expectedCount !== undefined && given.expectedCount !== reach.agentCount)
    throw new Refusal(409, 'The number of hosts has changed', {
      info: { expectedCount: given.expectedCount, count: reach.agentCount },
    });
  if (reach.agentCount === 0)
    return { ...reach, result: aim.hostNos.length === 0 ? 'no-hosts' : 'no-supported-hosts', goalUuid: null };
  const goalId = randomUUIDv7();
  await insertGoal(tx, await rowOf(context, given, { goalId, starts: goalStarts.indexOf(starts), impact }));
  const key = { customer_id: customerId, site_id: siteId, goal_id: goalId };
  await insertActions(
    tx,
    impact.actions.map((action, at) => ({
      ...key,
      ...wantedOf(action),
      action_no: at + 1,
      action_id: randomUUIDv7(),
      is_enabled: true,
      priority: action.priority,
    })),
  );
  await upsertTargets(tx, targetRows(context, goalId, aim.places));
  await requestLook(context, goalId);
  const { conflicts: _conflicts, ...counts } = reach;
  await recordSiteAct(context, 'goal.create', 'goal', goalId, {
    after: { title: given.title, comment: given.comment, starts, ...impact.shape, actions: impact.actions, ...counts },
  });
  return { ...reach, result: 'submitted', goalUuid: goalId };
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
