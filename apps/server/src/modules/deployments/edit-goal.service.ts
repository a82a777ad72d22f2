import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { GoalEditRequest, goals } from '@patchkeep/contract/goals';
import { type ActionContent, actionDiff } from '@patchkeep/rules/deployments/action-diff';
import { afterCommand, afterEdit, type GoalCommand, type GoalStanding } from '@patchkeep/rules/deployments/goal-state';
import { shapeGiven } from '@patchkeep/rules/deployments/job-type';
import { noActionText, noTargetText } from '@patchkeep/rules/deployments/readiness';
import type { Chosen } from '@patchkeep/rules/install-settings/job-choices';
import type { Context } from '../../platform/context.ts';
import { countOf, fromTheFirst, pack, union, without } from '../../platform/db/number-sets.ts';
import { packNumbers, unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { invalid, notFound, saveConflict } from '../../platform/errors.ts';
import { listHostNumbers, recordSiteAct, siteOf } from '../hosts/public.ts';
import { supersedeGoalTasks } from '../patching/public.ts';
import { chosenIn, type SettledAction, settleActions } from './action-choices.service.ts';
import { takeAim, targetRows } from './aim.service.ts';
import { assertMayDeploy, assertPossible } from './custom/custom-actions.service.ts';
import type { GoalRow } from './deployments.tables.ts';
import { actionNumber, actionTypeOf, shapeOf, standingOf } from './goals.presenter.ts';
import { type ListedGoal, type NamedAction, selectGoalHosts } from './goals.queries.ts';
import {
  deleteTargets,
  type GoalChange,
  insertActions,
  lockGoal,
  updateAction,
  updateGoal,
  upsertTargets,
} from './goals.repository.ts';
import { agreedNow, requestLook } from './goals.service.ts';
import { assertOneEach } from './impact.service.ts';
import { configForm } from './job-configs.service.ts';
import { missingData } from './job-refusals.service.ts';
import { findGoal, narrowed, presentAll } from './listed-goals.service.ts';
import { readWhole } from './look.service.ts';
import type { WholeGoal } from './verdicts.service.ts';

interface Content extends ActionContent, Chosen {
  choices: Chosen['choices'];
  priority: number;
}

const presentContent = (row: NamedAction): Content & { actionId: string; isEnabled: boolean } => ({
  actionType: actionTypeOf(row.kind),
  channelTag: row.channel_tag,
  version: row.version,
  configId: row.config_id,
  isRemoval: row.is_removal,
  isSystemBased: row.is_system_based,
  isMainUser: row.is_main_user,
  ...chosenIn(row),
  actionId: row.action_id,
  isEnabled: row.is_enabled,
  priority: row.priority,
});
const wantedContent = ({ customDeploymentConfigUuid: configId, ...action }: SettledAction): Content => ({
  ...action,
  version: action.version ?? null,
  configId: configId ?? null,
});

/** What an edit does with the actions of a job: what is no longer wanted is disabled, and revived when it is again. */
export const planActions = async (context: Context, present: readonly NamedAction[], edit: GoalEditRequest) => {
  await assertPossible(context, [...(edit.actions ?? []), ...edit.addActions]);
  const rows = present.map(presentContent);
  const settled = edit.actions && (await settleActions(context, edit.actions, present));
  const added = await settleActions(context, edit.addActions, present);
  const kept = settled?.map(wantedContent) ?? rows.filter((row) => row.isEnabled);
  const wanted: Content[] = [...kept, ...added.map(wantedContent)];
  const diff = actionDiff<Content>(rows, wanted);
  const after = [
    ...rows.filter(
      (row) => (row.isEnabled && !diff.disable.includes(row.actionId)) || diff.revive.includes(row.actionId),
    ),
    ...diff.add,
  ];
  if (after.length === 0) throw missingData(noActionText);
  assertOneEach(after.map((action) => action.channelTag));
  const isStopped = edit.goalCommand === 'abort' || edit.isEnabled === false;
  if (!isStopped)
    assertMayDeploy(
      context,
      after.map(({ actionType }) => ({ kind: actionNumber(actionType), is_enabled: true })),
    );
  return { diff, wanted };
};

const saveActions = async (
  context: Context,
  { row, actions }: WholeGoal,
  { diff, wanted }: Awaited<ReturnType<typeof planActions>>,
): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  const key = { customerId, siteId, goalId: row.goal_id };
  const priorityOf = new Map(wanted.map((action) => [action.channelTag, action.priority]));
  for (const action of actions) {
    const isEnabled =
      (action.is_enabled && !diff.disable.includes(action.action_id)) || diff.revive.includes(action.action_id);
    const priority = isEnabled ? (priorityOf.get(action.channel_tag) ?? action.priority) : action.priority;
    if (isEnabled !== action.is_enabled || priority !== action.priority)
      await updateAction(context.tx, key, action.action_no, { is_enabled: isEnabled, priority });
  }
  const last = Math.max(0, ...actions.map((action) => action.action_no));
  await insertActions(
    context.tx,
    diff.add.map((action, at) => ({
      customer_id: customerId,
      site_id: siteId,
      goal_id: row.goal_id,
      action_no: last + at + 1,
      action_id: randomUUIDv7(),
      kind: actionNumber(action.actionType),
      channel_tag: action.channelTag,
      version: action.version,
      config_id: action.configId,
      is_removal: action.isRemoval,
      choices: action.choices,
      choices_tag: action.configTag,
      choices_tag_seq: action.choices === null ? null : configForm,
      is_enabled: true,
      priority: action.priority,
    })),
  );
  const disabled = actions.filter((action) => diff.disable.includes(action.action_id));
  if (disabled.length > 0)
    await supersedeGoalTasks(context.tx, key, { actionNos: disabled.map((action) => action.action_no) }, context.now);
};

/** Whom a job is for after an edit. Hosts that are gone can be taken out too. */
export const planTargets = async (context: Context, { row, targets }: WholeGoal, edit: GoalEditRequest) => {
  const { customerId } = siteOf(context);
  const added = await takeAim(context, {
    hosts: edit.addHosts,
    groups: edit.addGroups,
    tags: edit.addTags,
    selection: undefined,
  });
  const out = await listHostNumbers(context.tx, customerId, edit.removeHosts);
  const removed = [...edit.removeGroups, ...edit.removeTags];
  const newRows = targetRows(context, row.goal_id, added.places);
  const kept = targets.filter((each) => !newRows.some((fresh) => fresh.target_id === each.target_id));
  const places = [...kept, ...newRows].filter((each) => !removed.includes(each.target_id));
  const named = without(union(row.named_nos, packNumbers(added.named)), pack(out.map((host) => host.host_no)));
  const hostNos = union(named, ...places.map((place) => place.host_nos));
  if (countOf(named) === 0 && places.length === 0) throw missingData(noTargetText);
  return {
    newRows,
    removed,
    named,
    hostNos,
    joined: without(hostNos, row.host_nos),
    left: without(row.host_nos, hostNos),
  };
};

const saveTargets = async (
  context: Context,
  { row }: WholeGoal,
  { newRows, removed, named, hostNos, left }: Awaited<ReturnType<typeof planTargets>>,
): Promise<GoalChange> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const key = { customerId, siteId, goalId: row.goal_id };
  await deleteTargets(tx, key, removed);
  await upsertTargets(
    tx,
    newRows.filter((each) => !removed.includes(each.target_id)),
  );
  if (left.length > 0) {
    const gone = await selectGoalHosts(tx, customerId, siteId, unpackNumbers(left));
    const hostIds = gone.map((host) => host.host_id);
    await supersedeGoalTasks(tx, key, { hostIds }, now);
  }
  return {
    named_nos: named,
    host_nos: hostNos,
    host_count: countOf(hostNos),
    held_nos: without(row.held_nos, left),
    // Whoever adds hosts by name agrees to them.
    agreed_count: Math.max(row.agreed_count, countOf(hostNos)),
  };
};

/** The commands that an edit gives, in words or by the flags that say the same. */
const commandsOf = ({ goalCommand, isEnabled, isCompleted }: GoalEditRequest, row: GoalRow): GoalCommand['kind'][] => [
  ...(goalCommand === undefined ? [] : [goalCommand]),
  ...(isEnabled === undefined || isEnabled === row.is_enabled
    ? []
    : [isEnabled ? ('resume' as const) : ('abort' as const)]),
  ...(isCompleted === true && !row.is_completed ? ['complete' as const] : []),
];

const commanded = (standing: GoalStanding, kind: GoalCommand['kind']): GoalStanding => {
  const after = kind === 'pause' ? undefined : afterCommand(standing, { kind });
  if (!after) throw saveConflict(`The job cannot be ${kind === 'abort' ? 'stopped' : `${kind}d`} as it stands now`);
  return after;
};

/** What a job's new standing means for its work: stopped, it takes back what nobody began; going on, it looks again. */
const changeOfStanding = async (context: Context, row: GoalRow, after: GoalStanding): Promise<GoalChange> => {
  const { customerId, siteId } = siteOf(context);
  const key = { customerId, siteId, goalId: row.goal_id };
  const isHeldNow = !after.isEnabled || after.isCompleted;
  const wasHeld = !row.is_enabled || row.is_completed;
  if (isHeldNow && !wasHeld) await supersedeGoalTasks(context.tx, key, {}, context.now);
  const isResumed = after.isEnabled && (!row.is_enabled || (row.paused_cause !== null && after.pausedCause === null));
  return {
    is_enabled: after.isEnabled,
    is_completed: after.isCompleted,
    paused_cause: after.pausedCause,
    // Whoever has it go on agrees to what it has become, and gives what fails another chance.
    ...(isResumed
      ? {
          pressure: 0,
          held_nos: pack([]),
          agreed_count: row.host_count,
          agreed_at: await agreedNow(context),
          joins: [],
        }
      : {}),
  };
};

/** Saves what changed of a job, and has a worker look at all of its hosts again. */
const save = async (context: Context, row: GoalRow, change: GoalChange): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  await updateGoal(
    context.tx,
    { customerId, siteId, goalId: row.goal_id },
    { ...change, serial_number: row.serial_number + 1, looked_no: fromTheFirst, looked_at: null, written_count: 0 },
  );
  await requestLook(context, row.goal_id);
};

const lock = async (context: Context, goalId: string): Promise<GoalRow> => {
  const { customerId, siteId } = siteOf(context);
  const row = await lockGoal(context.tx, { customerId, siteId, goalId });
  if (!row) throw notFound();
  return row;
};

export const editGoal = async (
  context: Context,
  goalId: string,
  edit: GoalEditRequest,
): Promise<Returned<typeof goals.edit>> => {
  const row = await lock(context, goalId);
  if (row.serial_number !== edit.serialNumber) throw saveConflict('The job was changed meanwhile');
  const whole = await readWhole(context, row);
  const before = shapeOf(row);
  const shape = shapeGiven(edit, before);
  if (!shape) throw invalid('The type of the job contradicts itself');
  const actions = await planActions(context, whole.actions, edit);
  const targets = await planTargets(context, whole, edit);
  const hosts = countOf(targets.joined);
  const added = { actions: actions.diff.add.length + actions.diff.revive.length, hosts, shape };
  const reopened = edit.isCompleted === false ? { isCompleted: false } : {};
  let standing = { ...afterEdit(standingOf(row), before, added), ...reopened };
  for (const command of commandsOf(edit, row)) standing = commanded(standing, command);
  await saveActions(context, whole, actions);
  const named = {
    title: edit.title ?? row.title,
    comment: edit.comment ?? row.comment,
    priority: edit.priority ?? row.priority,
    is_ongoing: shape.isOngoing,
    is_multishot: shape.isMultishot,
  };
  const ofTargets = await saveTargets(context, whole, targets);
  await save(context, row, { ...named, ...ofTargets, ...(await changeOfStanding(context, row, standing)) });
  await recordSiteAct(context, 'goal.edit', 'goal', goalId, {
    before: { title: row.title, comment: row.comment, priority: row.priority, ...before },
    after: { ...edit, agentCount: countOf(targets.hostNos) },
  });
  const [goal] = await presentAll(context, [await findGoal(context, goalId)]);
  if (!goal) throw notFound();
  return { goal };
};

/** Stops a job, or has it go on. */
export const commandGoal = async (context: Context, goalId: string, kind: 'abort' | 'resume'): Promise<void> => {
  const row = await lock(context, goalId);
  if (kind === 'resume') assertMayDeploy(context, (await readWhole(context, row)).actions);
  const standing = commanded(standingOf(row), kind);
  await save(context, row, await changeOfStanding(context, row, standing));
  await recordSiteAct(context, `goal.${kind}`, 'goal', goalId, { after: { title: row.title } });
};

/** Stops jobs, or has them go on, and gives the jobs that the list shows then. */
export const commandGoals = async (
  context: Context,
  { goals: goalIds, ...narrowing }: Received<typeof goals.abort>['body'],
  kind: 'abort' | 'resume',
): Promise<Returned<typeof goals.abort>> => {
  // In one order, as everybody locks them.
  for (const goalId of [...new Set(goalIds)].toSorted()) await commandGoal(context, goalId, kind);
  const rows: ListedGoal[] = await narrowed(context, { ...narrowing, goalIds }, { limit: goalIds.length });
  return { goals: await presentAll(context, rows) };
};
