import type { Answer } from '@patchkeep/contract/endpoint';
import type { goalVerdicts, targetKinds } from '@patchkeep/contract/goal-hosts';
import type { Goal, goalStates, goals } from '@patchkeep/contract/goals';
import { browserTimeZone, formatAbsolute, formatCount, formatNumber } from '../../ui/format.ts';

export type GoalState = (typeof goalStates)[number];
type GoalVerdict = (typeof goalVerdicts)[number];
/** One job with what it names. */
export type JobAnswer = Answer<typeof goals.read>;
type GoalAction = Goal['actions'][number];

export const stateText: Record<GoalState, string> = {
  awaiting: 'Awaiting',
  active: 'Active',
  paused: 'Paused',
  stopped: 'Stopped',
  completed: 'Completed',
};

/** Why a job holds itself, and what resuming it means. */
export const pausedText: Record<NonNullable<Goal['pausedCause']>, string> = {
  brake: 'Too many hosts failed, so the job holds itself. Resume it when the reason is gone.',
  growth: 'The job grew beyond what was agreed, so it holds itself. Resume it to agree to the hosts that joined.',
};

export const typeText: Record<Goal['jobType'], string> = {
  ongoing: 'Ongoing',
  multishot: 'Multishot',
  singleshot: 'Singleshot',
};

/** What a type means, in the words of the wizard and of the page of the job. */
export const typeDetail: Record<Goal['jobType'], string> = {
  ongoing:
    'Keeps its hosts as they shall be: who joins a group or tag later counts too, and what is undone is done again.',
  multishot: 'Tried on each host until it is achieved. The hosts are those of today.',
  singleshot: 'One attempt for each host and application. The hosts are those of today.',
};

export const startsText: Record<Goal['starts'], string> = {
  inspection: 'With the next scheduled inspection of each host',
  now: 'With the next check-in of each host',
};

const viaWords: Record<(typeof targetKinds)[number], string> = { host: 'Host', group: 'Group', tag: 'Tag' };
/** By what a host is a target. */
export const viaText = (via: readonly (typeof targetKinds)[number][]): string =>
  via.map((kind) => viaWords[kind]).join(', ');

export const verdictText: Record<GoalVerdict, string> = {
  achieved: 'Achieved',
  running: 'Running',
  waits: 'Waits',
  failed: 'Failed',
  spent: 'Spent',
  notApplicable: 'Not applicable',
  held: 'Held',
};

type Deed = Pick<GoalAction, 'actionType'> & { isRemoval?: boolean };
/** What an action does. Custom software is deployed, or taken away again. */
export const deedText = ({ actionType, isRemoval }: Deed): string => {
  if (actionType !== 'Custom') return actionType;
  return isRemoval ? 'Remove' : 'Deploy';
};

export const actionText = (action: Deed & Pick<GoalAction, 'title' | 'version'>): string =>
  [deedText(action), action.title, action.version].filter(Boolean).join(' ');

/** What an action tells its installer, by the names of the options. */
export const toldText = ({ choices }: Pick<GoalAction, 'choices'>): string | null =>
  choices &&
  [
    ...Object.values(choices.selectors),
    ...Object.entries(choices.installOptions).flatMap(([name, value]) => {
      if (value === false) return [];
      return value === true ? name : `${name}: ${value}`;
    }),
  ].join(', ');

const enabledOf = ({ actions }: Pick<Goal, 'actions'>) => actions.filter(({ isEnabled }) => isEnabled);

/** What a job does, short enough for a row. */
export const actionsText = (goal: Pick<Goal, 'actions'>): string => {
  const [first, ...more] = enabledOf(goal);
  if (!first) return 'No action is enabled';
  return more.length === 0 ? actionText(first) : `${actionText(first)} and ${formatNumber(more.length)} more`;
};

/** Whom a job names. */
export const targetsText = ({ hostTargetCount, groupTargets, tagTargets }: Goal): string =>
  [
    ...(hostTargetCount > 0 ? [formatCount(hostTargetCount, 'host')] : []),
    ...(groupTargets.length > 0 ? [formatCount(groupTargets.length, 'group')] : []),
    ...(tagTargets.length > 0 ? [formatCount(tagTargets.length, 'tag')] : []),
  ].join(', ') || 'None';

export interface Progress {
  achieved: number;
  /** Spent, or not applicable. */
  over: number;
  open: number;
}

/** How far actions are, counted once for each host. */
export const progressOf = (actions: readonly GoalAction[]): Progress =>
  actions
    .filter(({ isEnabled }) => isEnabled)
    .reduce(
      (sum, { countAchieved, countDoneHosts, countNotDoneHosts }) => ({
        achieved: sum.achieved + countAchieved,
        over: sum.over + countDoneHosts - countAchieved,
        open: sum.open + countNotDoneHosts,
      }),
      { achieved: 0, over: 0, open: 0 },
    );

const parts = ({ achieved, over, open }: Progress, word: string) => [
  `${formatNumber(achieved)} of ${formatNumber(achieved + over + open)}${word}`,
  ...(open > 0 ? [`${formatNumber(open)} open`] : []),
];
/** What fits a row. */
export const shortProgressText = (progress: Progress): string => parts(progress, '').join(', ');
export const progressText = (progress: Progress): string =>
  [
    ...parts(progress, ' achieved'),
    ...(progress.over > 0 ? [`${formatNumber(progress.over)} spent or not applicable`] : []),
  ].join(', ');

export const mayStop = ({ state }: Pick<Goal, 'state'>): boolean => state === 'active' || state === 'paused';
export const mayResume = ({ state }: Pick<Goal, 'state'>): boolean => state === 'paused' || state === 'stopped';

/** When it goes on at a host, on the clocks of the host: everything else on the page is in the zone of the browser. */
export const expectedText = (
  { verdict, next, isAtCheckIn }: { verdict: GoalVerdict; next: string | null; isAtCheckIn: boolean },
  timeZone: string,
): string => {
  if (next !== null) {
    // Nobody is told to the second.
    const time = formatAbsolute(new Date(next), timeZone || browserTimeZone());
    return `${time.replace(/(\d\d:\d\d):\d\d/, '$1')} on the host`;
  }
  if (isAtCheckIn) return 'The next check-in';
  return verdict === 'running' ? 'The next report of the host' : '';
};
