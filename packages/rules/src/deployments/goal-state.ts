import type { goalStates, pausedCauses } from '@patchkeep/contract/goals';
import type { JobShape } from './job-type.ts';

export type GoalState = (typeof goalStates)[number];
export type PausedCause = (typeof pausedCauses)[number];

export interface GoalStanding {
  /** A second person has not agreed yet. */
  isAwaiting: boolean;
  isEnabled: boolean;
  isCompleted: boolean;
  pausedCause: PausedCause | null;
}

export const goalState = ({ isAwaiting, isEnabled, isCompleted, pausedCause }: GoalStanding): GoalState => {
  if (isAwaiting) return 'awaiting';
  if (isCompleted) return 'completed';
  if (!isEnabled) return 'stopped';
  return pausedCause === null ? 'active' : 'paused';
};

/** What may happen to a job: a person stops or resumes it, it holds itself, or its last target is seen to. */
export type GoalCommand = { kind: 'abort' | 'resume' | 'complete' } | { kind: 'pause'; cause: PausedCause };

const possibleIn: Record<GoalCommand['kind'], readonly GoalState[]> = {
  abort: ['active', 'paused'],
  resume: ['paused', 'stopped'],
  pause: ['active'],
  complete: ['active'],
};

const changeBy = (command: GoalCommand): Partial<GoalStanding> => {
  if (command.kind === 'abort') return { isEnabled: false };
  if (command.kind === 'complete') return { isCompleted: true };
  // Whoever resumes a job also ends what it held itself for.
  return command.kind === 'pause' ? { pausedCause: command.cause } : { isEnabled: true, pausedCause: null };
};

/** The job afterwards; undefined when its state has no place for that. */
export const afterCommand = (standing: GoalStanding, command: GoalCommand): GoalStanding | undefined =>
  possibleIn[command.kind].includes(goalState(standing)) ? { ...standing, ...changeBy(command) } : undefined;

/** How many pairs of host and action of a job stand where. */
export interface GoalTally {
  total: number;
  achieved: number;
  /** Tried as often as the job tries, and not achieved. */
  spent: number;
  /** Nothing is to be done there any more: a host in the trash, an action that was taken out. */
  notApplicable: number;
}

/** All frozen targets are seen to. An ongoing job never is: somebody may join tomorrow. */
export const isGoalDone = (
  { isOngoing }: Pick<JobShape, 'isOngoing'>,
  { total, achieved, spent, notApplicable }: GoalTally,
): boolean => !isOngoing && achieved + spent + notApplicable >= total;

/** What an edit adds. */
export interface GoalEdit {
  /** How many actions are new or revived. */
  actions?: number;
  hosts?: number;
  groups?: number;
  tags?: number;
  /** The type from now on. */
  shape?: JobShape;
}

/** Whether an edit gives a job something to do that it had not. Taking something away never does. */
const addsWork = (before: JobShape, { actions = 0, hosts = 0, groups = 0, tags = 0, shape = before }: GoalEdit) =>
  actions + hosts + groups + tags > 0 ||
  (shape.isOngoing && !before.isOngoing) ||
  (shape.isMultishot && !before.isMultishot);

/** A completed job to which something was added runs again. One that a person stopped stays so. */
export const afterEdit = (standing: GoalStanding, before: JobShape, edit: GoalEdit): GoalStanding =>
  standing.isCompleted && addsWork(before, edit) ? { ...standing, isCompleted: false } : standing;
