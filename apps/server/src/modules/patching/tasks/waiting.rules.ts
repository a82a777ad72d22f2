import { type WorkAwaits, workAwaits, type WorkResult } from '@patchkeep/contract/agent/protocol';
import type { TaskRow } from '../patching.tables.ts';
import { taskState } from './task-state.rules.ts';

const minute = 60_000;
/** When it is worth looking again; a boot is noticed sooner by itself. */
const lookAgainMs: Record<WorkAwaits, number> = {
  boot: 30 * minute,
  login: 15 * minute,
  registration: 60 * minute,
  appRestart: 15 * minute,
};

const numberOf = (awaits: WorkAwaits): number => workAwaits.indexOf(awaits) + 1;

/** What a task waits for, from the number it is kept as. */
export const awaitedBy = ({ state, awaits }: Pick<TaskRow, 'state' | 'awaits'>): WorkAwaits | undefined =>
  state === taskState.pending ? workAwaits[awaits - 1] : undefined;

export type Waiting = Pick<TaskRow, 'kind' | 'attempt' | 'epoch' | 'awaits' | 'awaits_since' | 'options'>;

const askAgainSeconds = 600;

/** When a restart is asked about again: "Later" lasts as long as the order said, and nothing past the force time. */
const askAgainAt = ({ options }: Waiting, { snoozedAt }: WorkResult, now: Date): Date => {
  const isSnoozed = snoozedAt !== undefined;
  const from = isSnoozed ? Math.min(Date.parse(snoozedAt), now.getTime()) : now.getTime();
  const until = from + (isSnoozed ? Number(options['snoozeSeconds'] ?? 0) : askAgainSeconds) * 1_000;
  return new Date(Math.min(until, Number(options['forceAt'] ?? until)));
};

/** Nothing was done, so no attempt was used up. */
export const untried = (task: Waiting) => ({
  state: taskState.pending,
  result: 'pending',
  attempt: task.attempt - 1,
  waited_epoch: task.epoch,
});

/** No attempt was used up: the task waits on, and says for what and since when. */
export const afterWait = (task: Waiting, told: WorkResult, now: Date) => {
  const { awaits } = told;
  const number = awaits === undefined ? 0 : numberOf(awaits);
  const isSame = number !== 0 && number === task.awaits && task.awaits_since !== null;
  return {
    ...untried(task),
    // Seen from a list, only this one has a word of its own; the others are pending, with a flag.
    result: awaits === 'appRestart' ? 'pendingAppRestart' : 'pending',
    ready_at: awaits === undefined ? askAgainAt(task, told, now) : new Date(now.getTime() + lookAgainMs[awaits]),
    awaits: number,
    awaits_since: isSame || number === 0 ? task.awaits_since : now,
  };
};
