import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import { describe, expect, it } from 'vitest';
import { taskState } from './task-state.rules.ts';
import { afterInventory, afterResult, lastAttempt } from './task.rules.ts';

const now = new Date('2026-11-15T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const told = (more: Partial<WorkResult>): WorkResult => ({
  task: '',
  attempt: 1,
  endedAt: now.toISOString(),
  result: 'failed',
  pkgResult: 'Busy',
  exitCode: 1618,
  cause: 'Another installation is in progress (1618).',
  isDiskFull: false,
  ...more,
});

describe('what a host says', () => {
  it('about success is believed only as far as it goes', () => {
    expect(afterResult({ attempt: 1 }, told({ result: 'tentative', pkgResult: 'Success' }), now).state).toBe(
      taskState.unproven,
    );
    expect(afterResult({ attempt: 1 }, told({ result: 'unknown' }), now).state).toBe(taskState.unknown);
  });

  it('about a failure of its own leads to another try, later each time, and to an end', () => {
    const waits = [1, 2, 3, 4].map((attempt) => afterResult({ attempt }, told({}), now));
    expect(waits.map(({ ready_at }) => ready_at)).toEqual([15, 30, 60, 120].map(minutes));
    expect(waits.every(({ state }) => state === taskState.pending)).toBe(true);
    expect(afterResult({ attempt: lastAttempt }, told({}), now)).toMatchObject({
      state: taskState.failed,
      pkg_result: 'Error',
      cause: 'Another installation is in progress (1618). Tried 5 times.',
    });
  });

  it.each([
    { pkgResult: 'Error', exitCode: 1603 },
    { result: 'invalid' as const },
    { result: 'rejected' as const },
    { result: 'notSupported' as const },
  ])('that will not get better is final: %o', (more) => {
    expect(afterResult({ attempt: 1 }, told(more), now).state).toBe(taskState.failed);
  });
});

describe('a later inventory', () => {
  const task = {
    state: taskState.unproven,
    futile: 0,
    attempt: 1,
    cause: '',
    pkg_result: 'Success',
    from_version: '1.0',
  };
  it('proves the work, or does not', () => {
    expect(afterInventory(task, true, false, now)).toMatchObject({ state: taskState.proven, result: 'verified' });
    expect(afterInventory(task, false, true, now)).toBeUndefined();
    expect(afterInventory(task, false, false, now)).toMatchObject({ state: taskState.pending, futile: 1 });
  });

  it('that shows the old version twice ends it', () => {
    expect(afterInventory({ ...task, futile: 1 }, false, false, now)).toMatchObject({
      state: taskState.failed,
      pkg_result: 'Error',
      cause: 'The installer said 2 times that it succeeded, but version 1.0 is still there.',
    });
  });

  it('decides what nobody saw the end of', () => {
    const unknown = { ...task, state: taskState.unknown };
    expect(afterInventory(unknown, true, false, now)?.state).toBe(taskState.proven);
    expect(afterInventory(unknown, false, false, now)).toMatchObject({
      state: taskState.pending,
      futile: 0,
      ready_at: now,
    });
  });
});
