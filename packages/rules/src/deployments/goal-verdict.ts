import type { WorkAwaits } from '@patchkeep/contract/agent/protocol';
import type { goalVerdicts } from '@patchkeep/contract/goal-hosts';
import { hostStateText } from '../host-state.ts';
import { dayMs } from '../time-units.ts';
import type { GoalLack, GoalQuestion, Hold, LastTask } from './goal-facts.ts';
import { goalState, type PausedCause } from './goal-state.ts';

export interface GoalVerdict {
  verdict: (typeof goalVerdicts)[number];
  /** Why, as a sentence. */
  cause: string;
  since: Date | null;
  /** When it goes on by itself; null: at the next check-in, or when somebody does something. */
  next: Date | null;
  /** It goes on with the next check-in, and needs nobody for that. */
  isAtCheckIn: boolean;
  /** A piece of work is to be written now. */
  isDue: boolean;
}

type Found = GoalVerdict | undefined;

const verdict = (
  word: GoalVerdict['verdict'],
  cause: string,
  {
    since = null,
    next = null,
    isAtCheckIn = false,
    isDue = false,
  }: Partial<Omit<GoalVerdict, 'verdict' | 'cause'>> = {},
): GoalVerdict => ({ verdict: word, cause, since, next, isAtCheckIn, isDue });

const laterThan = (now: Date, at: Date | null): Date | null => (at !== null && at > now ? at : null);

/** Nobody asks for it here. */
const notAsked = ({ action, via, standing }: GoalQuestion): Found => {
  if (!action.isEnabled) return verdict('notApplicable', 'The action was taken out of the job.');
  if (via.length === 0) return verdict('notApplicable', 'The host is no target of the job any more.');
  return standing.hostState === 'trash' ? verdict('notApplicable', 'The host is in the trash.') : undefined;
};

/**
 * Whether the action's end is reached. An install: the version, or a newer one, is there; a removal: none is left;
 * custom software: it is found, or, removed, not found; where nothing says how, its work succeeded. A version that cannot be compared is
 * neither newer nor older.
 */
export const isAchieved = ({ action, shown, lastTask, compare }: GoalQuestion): boolean => {
  if (action.actionType === 'Custom' && (shown?.isRecognised ?? null) === null) return lastTask?.state === 'verified';
  if (shown === null) return false;
  if (action.actionType === 'Custom') return shown.isRecognised === !action.isRemoval;
  if (action.actionType === 'Remove') return shown.versions.length === 0;
  const { version } = action;
  return shown.versions.some((copy) => version === null || copy === version || (compare(copy, version) ?? -1) >= 0);
};

/** Where nothing says how custom software is found, nobody can say more. */
const unshownText = (name: string, isRemoval: boolean): string =>
  `The ${isRemoval ? 'removal' : 'installation'} of ${name} succeeded, as its installer says. No list of software shows it.`;

const achieved = (question: GoalQuestion): Found => {
  if (!isAchieved(question)) return undefined;
  const { action, shown, lastTask } = question;
  if (action.actionType === 'Custom' && (shown?.isRecognised ?? null) === null)
    return verdict('achieved', unshownText(action.name, action.isRemoval), { since: lastTask?.changedAt ?? null });
  const custom = action.isRemoval ? 'is not there' : 'is there';
  const done = { Install: 'is installed', Remove: 'is not installed', Custom: custom }[action.actionType];
  const version = action.actionType === 'Install' && action.version !== null ? ` ${action.version} or newer` : '';
  const since = lastTask?.state === 'verified' ? lastTask.changedAt : null;
  return verdict('achieved', `${action.name}${version} ${done}.`, { since });
};

const beginnings: Partial<Record<LastTask['state'], string>> = {
  lent: 'The host is at work on it.',
  unverified: 'The host says that it is done. The next inspection has to show it.',
  unknown: 'The host began and did not say how it ended. The next inspection shows it.',
};

/** What a host began it ends, whatever becomes of the job. */
const running = ({ lastTask, standing, now }: GoalQuestion): Found => {
  const cause = lastTask && beginnings[lastTask.state];
  if (!cause) return undefined;
  const next = lastTask.state === 'lent' ? null : laterThan(now, standing.nextInspection);
  return verdict('running', cause, { since: lastTask.changedAt, next });
};

/** Singleshot is one attempt. What was proven once comes again only where a job keeps its hosts as they shall be. */
const spent = ({ lastTask, job }: GoalQuestion): Found => {
  if (lastTask?.state === 'failed' && !job.isMultishot)
    return verdict('spent', `It failed, and the job tries once: ${lastTask.cause}`, { since: lastTask.changedAt });
  if (lastTask?.state === 'verified' && !(job.isMultishot && job.isOngoing))
    return verdict('spent', 'It was done once, and is undone since. Only an ongoing job that repeats does it again.', {
      since: lastTask.changedAt,
    });
  return undefined;
};

const unfit = ({ lack, action: { actionType, name } }: GoalQuestion): Found => {
  if (lack?.kind !== 'unfit') return undefined;
  const cause =
    actionType === 'Custom' ? `${name} does not run on this host.` : `No package of ${name} runs on this host.`;
  return verdict('notApplicable', cause);
};

const pauses: Record<PausedCause, string> = {
  brake: 'The job holds itself: too many hosts failed.',
  growth: 'The job holds itself: it grew beyond what was agreed.',
};

const jobHold = ({ job }: GoalQuestion): string | undefined => {
  const state = goalState(job);
  if (state === 'paused') return pauses[job.pausedCause ?? 'brake'];
  if (state === 'stopped') return 'The job was stopped.';
  if (state === 'completed') return 'The job is completed.';
  return state === 'awaiting' ? 'A second person has not agreed to the job yet.' : undefined;
};

const holdText = (hold: Hold): string => {
  if (hold.kind === 'otherJob') return `It is held by the job "${hold.title}".`;
  if (hold.kind === 'recalled') return `Version ${hold.version} was recalled.`;
  return 'The host joined later, and the job grew beyond what was agreed.';
};

const held = (question: GoalQuestion): Found => {
  const ofJob = jobHold(question);
  if (ofJob !== undefined) return verdict('held', ofJob);
  const [hold] = question.holds;
  return hold && verdict('held', holdText(hold), { since: hold.since });
};

const longestRetryDays = 8;
/** A job that repeats tries again a day after a failure, then after two days, four, and every eight. */
export const retryAt = ({ changedAt, failures }: Pick<LastTask, 'changedAt' | 'failures'>): Date =>
  new Date(changedAt.getTime() + Math.min(2 ** Math.max(0, failures - 1), longestRetryDays) * dayMs);

const failed = ({ lastTask, now }: GoalQuestion): Found => {
  if (lastTask?.state !== 'failed') return undefined;
  const next = laterThan(now, retryAt(lastTask));
  return next === null
    ? undefined
    : verdict('failed', `It failed and is tried again: ${lastTask.cause}`, { since: lastTask.changedAt, next });
};

/** Without seconds; whoever reads it may be anywhere. */
const momentText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const lackTexts: Record<Exclude<GoalLack['kind'], 'unfit'>, (name: string, until: Date | null) => string> = {
  signer: () => 'The server has no signer that answers.',
  root: () => 'The host trusts no root of keys, so it obeys no order.',
  package: (name) => `There is no package of ${name} that somebody vouched for.`,
  settings: (name) => `The choices for ${name} are not complete.`,
  choices: (name) => `No package of ${name} takes the choices of the job.`,
  agent: () => 'The agent on the host is too old for this.',
  budget: () => 'The release budget of the site is used up for now.',
  window: () => 'The maintenance window of the host is closed.',
  draft: (name) => `The custom software ${name} is not complete.`,
  unsigned: (name) => `The custom software ${name} waits for the signatures of its approvers.`,
  expired: (name) => `The custom software ${name} must be signed anew: its signatures have expired.`,
  approversChanged: (name) => `The custom software ${name} must be signed anew: its approvers have changed.`,
  approvers: (name, until) =>
    until === null
      ? `Those who vouch for ${name} do not count yet.`
      : `Those who vouch for ${name} count from ${momentText(until)} on.`,
  notRemovable: (name) => `The custom software ${name} cannot be removed by its main file.`,
  users: (name) => `The custom software ${name} is for single users, and jobs are for the machine.`,
};

const awaitTexts: Record<WorkAwaits, string> = {
  boot: 'The host waits for a restart.',
  login: 'The host waits for its user to sign in.',
  registration: 'The host waits to be registered.',
  appRestart: 'The host waits for the application to be closed.',
};

const takeUpText = (isAtInspection: boolean): string =>
  `The host gets it at its next ${isAtInspection ? 'scheduled inspection' : 'check-in'}.`;

/** Work is written, and the host has not fetched it or waits with it. */
const pendingText = ({ awaits, cause }: LastTask, isAtInspection: boolean): string => {
  if (awaits !== null) return awaitTexts[awaits];
  return cause === '' ? takeUpText(isAtInspection) : `It is tried again: ${cause}`;
};

const waits = ({ job, action, shown, lastTask, standing, lack, now }: GoalQuestion): GoalVerdict => {
  const isPending = lastTask?.state === 'pending';
  const since = isPending ? lastTask.changedAt : standing.targetSince;
  const ofHost = hostStateText[standing.hostState];
  if (ofHost !== null) return verdict('waits', ofHost, { since });
  if (isPending) {
    const next = laterThan(now, lastTask.readyAt);
    const isAtCheckIn = next === null && lastTask.awaits === null;
    const cause = pendingText(lastTask, job.starts === 'inspection' && next !== null);
    return verdict('waits', cause, { since, next, isAtCheckIn });
  }
  if (lack !== null && lack.kind !== 'unfit')
    return verdict('waits', lackTexts[lack.kind](action.name, lack.until), { since, next: laterThan(now, lack.until) });
  if (shown === null) return verdict('waits', 'The host has not been inspected yet.', { since });
  const next = job.starts === 'inspection' ? laterThan(now, standing.nextInspection) : null;
  return verdict('waits', takeUpText(next !== null), { since, next, isAtCheckIn: next === null, isDue: true });
};

/** The first that holds is the answer. */
const answers = [notAsked, achieved, running, spent, unfit, held, failed];

/**
 * How far an action of a job is on one host. The planner writes work where it is due, and the pages tell the same: what
 * is told is what is done.
 */
export const goalVerdictOn = (question: GoalQuestion): GoalVerdict => {
  for (const answer of answers) {
    const found = answer(question);
    if (found) return found;
  }
  return waits(question);
};
