import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import { successPendingReboot } from '@patchkeep/rules/activity-label';
import type { TaskRow } from '../patching.tables.ts';
import { customKind, isRemoval } from './custom.rules.ts';
import { lastAttempt, taskState } from './task-state.rules.ts';
import { afterWait, untried, type Waiting } from './waiting.rules.ts';
import { windowsUpdateKind } from './windows-update.rules.ts';

const firstWaitMs = 15 * 60_000;
/** Twice "success" without the version moving is a loop, not bad luck. */
export const futileLimit = 2;

type Told = Pick<TaskRow, 'state' | 'ready_at' | 'result' | 'pkg_result' | 'exit_code' | 'cause' | 'is_disk_full'> &
  Pick<TaskRow, 'awaits' | 'awaits_since'> &
  Partial<Pick<TaskRow, 'attempt' | 'waited_epoch'>>;

/** Later each time: 15 minutes, half an hour, one hour, two. */
export const waitAfter = (attempt: number): number => firstWaitMs * 2 ** Math.max(0, attempt - 1);

/** What the host refused or the package itself failed at does not get better by trying again. */
const isFinal = ({ result, pkgResult }: WorkResult): boolean =>
  pkgResult === 'Error' || ['invalid', 'rejected', 'notSupported'].includes(result);

/** So long a host waits by its own clock before it believes those who vouch; the server cannot know since when it does. */
const lookAgainMs = 4 * 3_600_000;
/** The host does not believe those who vouch for custom software yet. It needs nothing but time. */
const isTooSoon = (task: Pick<TaskRow, 'kind'>, { result, cause }: WorkResult): boolean =>
  task.kind === customKind && result === 'expired' && /\((approversNotYet|approversMissing)\)/.test(cause);

/**
 * Where a task goes with what its host says. Of custom software that nothing shows, what the installer says is all that
 * there is to know.
 */
export const afterResult = (task: Waiting, told: WorkResult, now: Date, isShown = true): Told => {
  const common = {
    ready_at: now,
    result: told.result,
    pkg_result: told.pkgResult,
    exit_code: told.exitCode,
    cause: told.cause,
    is_disk_full: told.isDiskFull,
    awaits: 0,
    awaits_since: null,
  };
  if (told.result === 'pending') return { ...common, ...afterWait(task, told, now) };
  if (told.result === 'tentative' && !isShown)
    return { ...common, state: taskState.verified, result: 'verified', cause: 'No list of software shows it.' };
  if (told.result === 'tentative') return { ...common, state: taskState.unverified };
  if (told.result === 'unknown') return { ...common, state: taskState.unknown };
  if (isTooSoon(task, told))
    return { ...common, ...untried(task), pkg_result: null, ready_at: new Date(now.getTime() + lookAgainMs) };
  if (isFinal(told)) return { ...common, state: taskState.failed };
  if (task.attempt >= lastAttempt)
    return {
      ...common,
      state: taskState.failed,
      pkg_result: 'Error',
      cause: `${told.cause} Tried ${task.attempt} times.`,
    };
  return { ...common, state: taskState.pending, ready_at: new Date(now.getTime() + waitAfter(task.attempt)) };
};

type Verification = Pick<TaskRow, 'state' | 'ready_at' | 'result' | 'pkg_result' | 'cause' | 'futile'>;

/** What was claimed, and what an inventory shows instead. */
const contradiction = (task: Pick<TaskRow, 'kind' | 'from_version' | 'options'>, often: string): string => {
  const { kind, from_version: before } = task;
  if (kind === windowsUpdateKind) return `Windows Update said ${often}that it was installed, but still offers it.`;
  if (isRemoval(task)) return `The installer said ${often}that it succeeded, but it is still there.`;
  const seen = before === '' ? 'no inventory shows it' : `version ${before} is still there`;
  return `The installer said ${often}that it succeeded, but ${seen}.`;
};

/** Where a task goes once an inventory taken after it is here; undefined when it stays where it is. */
export const afterInventory = (
  task: Pick<TaskRow, 'kind' | 'state' | 'futile' | 'attempt' | 'cause' | 'pkg_result' | 'from_version' | 'options'>,
  isThere: boolean,
  isRestartAwaited: boolean,
  now: Date,
): Verification | undefined => {
  const common = { ready_at: now, futile: task.futile, pkg_result: task.pkg_result };
  // The restart it wanted is over: from now on its time is that of the proof, which comes after the boot.
  const isFinished = task.pkg_result === successPendingReboot && !isRestartAwaited;
  const pkgResult = isFinished ? 'Success' : task.pkg_result;
  if (isThere) return { ...common, state: taskState.verified, result: 'verified', pkg_result: pkgResult, cause: '' };
  // Files that are in use change with the restart: until then the old version is no surprise.
  if (isRestartAwaited) return undefined;
  if (task.state === taskState.unknown && task.attempt >= lastAttempt)
    return {
      ...common,
      state: taskState.failed,
      result: 'failed',
      pkg_result: 'Error',
      cause: `${task.cause} Tried ${task.attempt} times.`,
    };
  if (task.state === taskState.unknown)
    return { ...common, state: taskState.pending, result: 'pending', cause: task.cause };
  const futile = task.futile + 1;
  if (futile >= futileLimit)
    return {
      ...common,
      futile,
      state: taskState.failed,
      result: 'failed',
      pkg_result: 'Error',
      cause: contradiction(task, `${futile} times `),
    };
  const ready = new Date(now.getTime() + waitAfter(task.attempt));
  return {
    ...common,
    futile,
    state: taskState.pending,
    result: 'pending',
    ready_at: ready,
    cause: contradiction(task, ''),
  };
};
