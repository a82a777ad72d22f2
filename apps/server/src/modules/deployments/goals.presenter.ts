import { type Goal, goalActionTypes, goalStarts } from '@patchkeep/contract/goals';
import { goalState } from '@patchkeep/rules/deployments/goal-state';
import { jobFlags } from '@patchkeep/rules/deployments/job-type';
import { countOf } from '../../platform/db/number-sets.ts';
import type { CustomSoftware } from '../custom-software/public.ts';
import { type Customs, shownTag } from './custom/custom-actions.service.ts';
import type { GoalRow, TargetRow } from './deployments.tables.ts';
import { targetKind } from './deployments.tables.ts';
import type { ListedGoal, NamedAction } from './goals.queries.ts';

type ActionType = (typeof goalActionTypes)[number];

/** As orders number their kinds. */
const actionNumbers: Record<ActionType, number> = { Install: 1, Remove: 2, Custom: 7 };
export const actionNumber = (actionType: ActionType): number => actionNumbers[actionType];
export const actionTypeOf = (kind: number): ActionType =>
  goalActionTypes.find((actionType) => actionNumbers[actionType] === kind) ?? 'Install';

export const shapeOf = (row: GoalRow) => ({ isOngoing: row.is_ongoing, isMultishot: row.is_multishot });

/** A job that awaits a second person is a change set, and no row yet. */
export const standingOf = (row: GoalRow) => ({
  isAwaiting: false,
  isEnabled: row.is_enabled,
  isCompleted: row.is_completed,
  pausedCause: row.paused_cause,
});

/** Whether what an action tells its installer still holds. */
export type StandingOfChoices = Pick<Goal['actions'][number], 'isConfigured' | 'isDirty'>;

interface Standings {
  ofChoices: (action: NamedAction) => StandingOfChoices;
  customs: Customs;
}

/** What hosts run of it, as it is now. */
const presentTask = (custom: CustomSoftware | undefined) => ({
  taskData: custom ? { taskSpec: custom.spec, taskSpecTag: custom.specTag } : null,
  taskSpecTagSeqNumber: custom?.specTagSeq ?? null,
});

const presentAction = (
  row: NamedAction,
  hostCount: number,
  { ofChoices, customs }: Standings,
): Goal['actions'][number] => {
  const custom = customs.get(row.config_id ?? '');
  const countAchieved = countOf(row.achieved_nos);
  const countDoneHosts = countAchieved + countOf(row.spent_nos) + countOf(row.idle_nos);
  return {
    goalActionId: row.action_id,
    channelTag: shownTag(row),
    title: row.name ?? row.channel_tag,
    actionType: actionTypeOf(row.kind),
    customDeploymentConfigUuid: row.config_id,
    isRemoval: row.is_removal,
    ...presentTask(custom),
    version: row.version,
    isEnabled: row.is_enabled,
    isSystemBased: row.is_system_based,
    isMainUser: row.is_main_user,
    serialNumber: row.serial_number,
    choices: row.choices,
    choicesTag: row.choices_tag,
    choicesTagSeqNumber: row.choices_tag_seq,
    ...ofChoices(row),
    ...(custom?.state === 'draft' && { isConfigured: false }),
    priority: row.priority,
    countAchieved,
    countNotAchieved: hostCount - countAchieved,
    countDoneHosts,
    countNotDoneHosts: hostCount - countDoneHosts,
  };
};

export const presentGoal = (
  row: ListedGoal,
  actions: readonly NamedAction[],
  targets: readonly TargetRow[],
  standings: Standings,
): Goal => {
  const targetsOf = (kind: number) => targets.filter((each) => each.kind === kind).map((each) => each.target_id);
  return {
    goalUuid: row.goal_id,
    serialNumber: row.serial_number,
    title: row.title,
    comment: row.comment,
    state: goalState(standingOf(row)),
    pausedCause: row.paused_cause,
    ...jobFlags(shapeOf(row)),
    isEnabled: row.is_enabled,
    isCompleted: row.is_completed,
    priority: row.priority,
    starts: goalStarts[row.starts] ?? 'now',
    actions: actions.map((each) => presentAction(each, row.host_count, standings)),
    hostTargetCount: countOf(row.named_nos),
    groupTargets: targetsOf(targetKind.group),
    tagTargets: targetsOf(targetKind.tag),
    agentCount: row.host_count,
    writtenCount: row.written_count,
    heldCount: countOf(row.held_nos),
    created: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  };
};
