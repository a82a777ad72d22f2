import { goalState, afterCommand, isGoalDone } from '@patchkeep/rules/deployments/goal-state';
import { growthProblem } from '@patchkeep/rules/deployments/growth';
import { haltPressure, pressureAfter } from '@patchkeep/rules/rollouts/health';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../platform/context.ts';
import { common, countOf, fromTheFirst, placeAfter, replaced, union, without } from '../../platform/db/number-sets.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { countStatements } from '../catalog/public.ts';
import { siteOf } from '../hosts/public.ts';
import {
  countGoalTasks,
  type GoalKey,
  selectMovedHosts,
  supersedeGoalTasks,
  writeGoalTasks,
} from '../patching/public.ts';
import { followTargets } from './aim.service.ts';
import { type Customs, customsOfActions, standingText } from './custom/custom-actions.service.ts';
import type { GoalRow } from './deployments.tables.ts';
import { shapeOf, standingOf } from './goals.presenter.ts';
import { selectActions, selectGoalHosts, selectGoalTargets, selectInspectedSince } from './goals.queries.ts';
import { type GoalChange, lockGoal, updateAction, updateGoal, upsertTargets } from './goals.repository.ts';
import { verdictsOf, type WholeGoal } from './verdicts.service.ts';

/**
 * Hosts whose rows one transaction holds: a check-in waits for them no longer than a moment. Of a large job more at a
 * time, because each slice reads and writes what is known of all of its hosts.
 */
const sliceOf = (hosts: number): number => Math.min(2_000, Math.max(500, Math.ceil(hosts / 500)));
/** So often all hosts of a job are looked at, whatever changed: retries come due, and hosts come back. */
const longestRestMs = 3_600_000;
/** What was committed while somebody looked may bear an earlier time. */
const overlapMs = 120_000;
/** Where hardly anything ever fails; a site's own share comes with the rings of rollouts. */
const usualFailures = 0;

/** Who is a target of an ongoing job now. Beyond what was agreed, those who join are held and somebody is asked. */
const follow = async (
  context: Context,
  goal: WholeGoal,
  key: GoalKey,
): Promise<{ targets: WholeGoal['targets']; change: GoalChange }> => {
  const { tx, now } = context;
  const { row } = goal;
  if (!row.is_ongoing) return { targets: goal.targets, change: {} };
  const targets = await followTargets(context, goal.targets);
  // A host that is named itself may come and go in a group without the job having other hosts.
  await upsertTargets(
    tx,
    targets.filter((target, at) => goal.targets[at]?.host_nos.equals(target.host_nos) !== true),
  );
  const hostNos = union(row.named_nos, ...targets.map((target) => target.host_nos));
  if (hostNos.equals(row.host_nos)) return { targets, change: {} };
  const joined = without(hostNos, row.host_nos);
  const left = without(row.host_nos, hostNos);
  if (left.length > 0) {
    const { customerId, siteId } = key;
    const gone = await selectGoalHosts(tx, customerId, siteId, unpackNumbers(left));
    const hostIds = gone.map((host) => host.host_id);
    await supersedeGoalTasks(tx, key, { hostIds }, now);
  }
  const since = now.getTime() - dayMs;
  const joins = [
    ...row.joins.filter(({ at }) => Date.parse(at) > since),
    ...(joined.length > 0 ? [{ at: now.toISOString(), count: countOf(joined) }] : []),
  ];
  const joinedCount = joins.reduce((sum, { count }) => sum + count, 0);
  const problem = growthProblem({ agreedCount: row.agreed_count, joinedCount, agreedAt: row.agreed_at }, now);
  const isHeld = joined.length > 0 && (problem !== undefined || row.held_nos.length > 0);
  const paused = isHeld ? afterCommand(standingOf(row), { kind: 'pause', cause: 'growth' }) : undefined;
  const change = {
    host_nos: hostNos,
    host_count: countOf(hostNos),
    held_nos: common(isHeld ? union(row.held_nos, joined) : row.held_nos, hostNos),
    joins,
    ...(paused ? { paused_cause: paused.pausedCause } : {}),
    // Who joined has not been looked at.
    looked_no: fromTheFirst,
    look_began_at: now,
  };
  return { targets, change };
};

/** Too much fails: the job holds itself, and takes back what nobody has begun. */
const brake = async (context: Context, row: GoalRow, key: GoalKey): Promise<GoalChange> => {
  const { countAchieved, countTried } = await countGoalTasks(context.tx, key);
  const failed = Math.max(0, countTried - row.failed_count);
  const proven = Math.max(0, countAchieved - row.proven_count);
  if (failed + proven === 0) return {};
  const pressure = pressureAfter(row.pressure, failed, proven, usualFailures);
  const counted = { pressure, failed_count: countTried, proven_count: countAchieved };
  const paused =
    pressure >= haltPressure ? afterCommand(standingOf(row), { kind: 'pause', cause: 'brake' }) : undefined;
  if (!paused) return counted;
  await supersedeGoalTasks(context.tx, key, {}, context.now);
  return { ...counted, paused_cause: paused.pausedCause };
};

/** Which hosts are looked at now, and what that leaves to look at. */
const chooseHosts = async (context: Context, row: GoalRow, key: GoalKey, seen: string) => {
  const { tx, now } = context;
  const all = unpackNumbers(row.host_nos);
  const slice = sliceOf(all.length);
  const begin = (from: number) => {
    const first = placeAfter(all, from);
    const hostNos = all.slice(first, first + slice);
    const lookedCount = first + hostNos.length;
    const looked = lookedCount < all.length ? (hostNos.at(-1) ?? null) : null;
    const beginning = from === fromTheFirst ? { look_began_at: now, seen } : {};
    return { all, hostNos, lookedCount, change: { looked_no: looked, ...beginning } };
  };
  if (row.looked_no !== null) return begin(row.looked_no);
  const isOld = row.look_began_at === null || now.getTime() - row.look_began_at.getTime() >= longestRestMs;
  if (isOld || row.seen !== seen || row.looked_at === null) return begin(fromTheFirst);
  const since = new Date(row.looked_at.getTime() - overlapMs);
  const moved = new Set([
    ...(await selectMovedHosts(tx, key, since)),
    ...(await selectInspectedSince(tx, key.customerId, key.siteId, since)),
  ]);
  const hostNos = all.filter((hostNo) => moved.has(hostNo));
  if (hostNos.length > slice) return begin(fromTheFirst);
  return { all, hostNos, lookedCount: all.length, change: { looked_no: null } };
};

/** Takes back what nobody has begun with what approvers of custom software no longer vouch for: hosts would refuse it. */
const takeStaleBack = async (
  { tx, now }: Context,
  { actions }: WholeGoal,
  key: GoalKey,
  customs: Customs,
): Promise<void> => {
  for (const { config_id: configId, action_no: actionNo } of actions)
    if (configId !== null) {
      const unlessBy = customs.get(configId)?.vouched?.statementHash ?? null;
      await supersedeGoalTasks(tx, key, { actionNos: [actionNo], unlessBy }, now);
    }
};

/** Looks at some hosts, writes what is due there and notes where nothing is left to do. Gives how much it wrote. */
const lookAt = async (
  context: Context,
  goal: WholeGoal,
  key: GoalKey,
  { all, hostNos }: Awaited<ReturnType<typeof chooseHosts>>,
) => {
  if (hostNos.length === 0 && goal.row.host_count > 0) return { actions: goal.actions, written: 0 };
  const looked = new Set(hostNos);
  const hosts = await (await verdictsOf(context, goal))(hostNos);
  const due = hosts.flatMap(({ verdicts }) => verdicts.flatMap((each) => each.due ?? []));
  const actions = [];
  for (const action of goal.actions) {
    const having = (word: string) =>
      hosts
        .filter(({ verdicts }) => verdicts.some((each) => each.action === action && each.verdict.verdict === word))
        .map(({ host }) => host.host_no);
    // A host that is gone for good is nothing to wait for.
    const there = new Set(hosts.map(({ host }) => host.host_no));
    const gone = hostNos.filter((hostNo) => !there.has(hostNo));
    const inJob = (packed: Buffer, found: readonly number[]) => replaced(packed, { looked, found, within: all });
    const sets = {
      achieved_nos: inJob(action.achieved_nos, having('achieved')),
      spent_nos: inJob(action.spent_nos, having('spent')),
      idle_nos: inJob(action.idle_nos, [...having('notApplicable'), ...gone]),
    };
    await updateAction(context.tx, key, action.action_no, sets);
    actions.push({ ...action, ...sets });
  }
  return { actions, written: await writeGoalTasks(context.tx, key, due, context.now) };
};

const isDone = (row: GoalRow, actions: WholeGoal['actions']): boolean =>
  actions
    .filter((action) => action.is_enabled)
    .every((action) =>
      isGoalDone(shapeOf(row), {
        total: row.host_count,
        achieved: countOf(action.achieved_nos),
        spent: countOf(action.spent_nos),
        notApplicable: countOf(action.idle_nos),
      }),
    );

export const readWhole = async (context: Context, row: GoalRow): Promise<WholeGoal> => {
  const { customer_id: customerId, goal_id: goalId } = row;
  return {
    row,
    actions: await selectActions(context.tx, customerId, [goalId]),
    targets: await selectGoalTargets(context.tx, customerId, [goalId]),
  };
};

interface Look {
  /** A look at all hosts is under way. */
  isMore: boolean;
  /** Work was written, or the job stands elsewhere. */
  isMoved: boolean;
}

/**
 * Looks at a job once: who its targets are, how it fares, and what is due on some of its hosts. What is written is noted
 * in the same transaction: interrupted, it goes on where it was.
 */
export const lookAtGoal = async (context: Context, goalId: string): Promise<Look> => {
  const { tx, now, isSigning } = context;
  const { customerId, siteId } = siteOf(context);
  const key = { customerId, siteId, goalId };
  // Who looks at it already goes on until nothing is left, and sees what was saved meanwhile.
  const locked = await lockGoal(tx, key, { isWaiting: false });
  if (!locked || locked.is_completed) return { isMore: false, isMoved: false };
  let goal = await readWhole(context, locked);
  let change: GoalChange = {};
  const note = (more: GoalChange) => {
    change = { ...change, ...more };
    goal = { ...goal, row: { ...goal.row, ...more } as GoalRow };
  };
  if (goal.row.looked_no === null || goal.row.looked_no === fromTheFirst) {
    const { targets, change: followed } = await follow(context, goal, key);
    goal = { ...goal, targets };
    note(followed);
    note(await brake(context, goal.row, key));
  }
  const customs = await customsOfActions(context, goal.actions);
  const seen = `${await countStatements(tx)} ${isSigning ? 'signing' : 'silent'}${standingText(customs, now)}`;
  if (goal.row.seen !== seen) await takeStaleBack(context, goal, key, customs);
  const chosen = await chooseHosts(context, goal.row, key, seen);
  const { change: next, lookedCount } = chosen;
  const isFirst = goal.row.looked_at === null;
  const { actions, written } = await lookAt(context, goal, key, chosen);
  const isMore = next.looked_no !== null;
  note({
    ...next,
    task_count: goal.row.task_count + written,
    written_count: isFirst ? lookedCount : goal.row.host_count,
    ...(isMore ? {} : { looked_at: now }),
  });
  if (!isMore && goalState(standingOf(goal.row)) === 'active' && isDone(goal.row, actions))
    note({ is_completed: true, serial_number: goal.row.serial_number + 1 });
  await updateGoal(tx, key, change);
  const isMoved = written > 0 || goalState(standingOf(locked)) !== goalState(standingOf(goal.row));
  return { isMore, isMoved };
};
