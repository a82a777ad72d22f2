import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import { describe, expect, it } from 'vitest';
import { lastAttempt, taskState } from './task-state.rules.ts';
import { afterInventory, afterResult } from './task.rules.ts';

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

const task = (attempt: number, more = {}) => ({
  kind: 1,
  attempt,
  epoch: 7,
  awaits: 0,
  awaits_since: null,
  options: {},
  ...more,
});

describe('what a host says', () => {
  it('about success is believed only as far as it goes', () => {
    expect(afterResult(task(1), told({ result: 'tentative', pkgResult: 'Success' }), now).state).toBe(
      taskState.unverified,
    );
    expect(afterResult(task(1), told({ result: 'unknown' }), now).state).toBe(taskState.unknown);
  });

  it('about a failure of its own leads to another try, later each time, and to an end', () => {
    const waits = [1, 2, 3, 4].map((attempt) => afterResult(task(attempt), told({}), now));
    expect(waits.map(({ ready_at }) => ready_at)).toEqual([15, 30, 60, 120].map(minutes));
    expect(waits.every(({ state }) => state === taskState.pending)).toBe(true);
    expect(afterResult(task(lastAttempt), told({}), now)).toMatchObject({
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
    expect(afterResult(task(1), told(more), now).state).toBe(taskState.failed);
  });
});

describe('custom software', () => {
  const custom = task(1, { kind: 7 });

  it('that nothing shows is done when its installer says so', () => {
    const done = told({ result: 'tentative', pkgResult: 'Success', cause: '' });
    expect(afterResult(custom, done, now, false)).toMatchObject({
      state: taskState.verified,
      result: 'verified',
      cause: 'No list of software shows it.',
    });
    expect(afterResult(custom, done, now).state).toBe(taskState.unverified);
    expect(afterResult(custom, told({ result: 'unknown' }), now, false).state).toBe(taskState.unknown);
    expect(afterResult(custom, told({ pkgResult: 'Error' }), now, false).state).toBe(taskState.failed);
  });

  it('waits, and uses up no attempt, until the host believes those who vouch for it', () => {
    for (const reason of ['approversNotYet', 'approversMissing']) {
      const refused = told({ result: 'expired', pkgResult: 'Error', cause: `Not yet (${reason}).` });
      expect(afterResult(custom, refused, now)).toMatchObject({
        state: taskState.pending,
        result: 'pending',
        pkg_result: null,
        attempt: 0,
        waited_epoch: 7,
        ready_at: minutes(240),
        cause: refused.cause,
      });
      expect(afterResult(task(1), refused, now).state).toBe(taskState.failed);
    }
    const late = told({ result: 'expired', pkgResult: 'Error', cause: 'Too old (stale).' });
    expect(afterResult(custom, late, now).state).toBe(taskState.failed);
  });
});

describe('a host that waits', () => {
  const waits = (more: Partial<WorkResult>, before = {}) =>
    afterResult(task(1, before), told({ result: 'pending', pkgResult: null, exitCode: null, ...more }), now);

  it.each([
    ['boot', 1, 'pending', 30],
    ['login', 2, 'pending', 15],
    ['registration', 3, 'pending', 60],
    ['appRestart', 4, 'pendingAppRestart', 15],
  ] as const)('for %s uses up no attempt, says since when and comes again', (awaits, number, result, later) => {
    expect(waits({ awaits })).toMatchObject({
      state: taskState.pending,
      attempt: 0,
      waited_epoch: 7,
      awaits: number,
      awaits_since: now,
      result,
      ready_at: minutes(later),
    });
  });

  it('waits since it began to, not since it was last tried; another wait begins anew', () => {
    const before = { awaits: 2, awaits_since: minutes(-90) };
    expect(waits({ awaits: 'login' }, before).awaits_since).toEqual(minutes(-90));
    expect(waits({ awaits: 'boot' }, before).awaits_since).toEqual(now);
    expect(afterResult(task(1, before), told({}), now)).toMatchObject({ awaits: 0, awaits_since: null });
  });

  it('puts a restart off as long as its order allows, and never past the force time', () => {
    const options = (force: number) => ({
      options: { snoozeSeconds: '600', forceAt: String(minutes(force).getTime()) },
    });
    const snoozedAt = now.toISOString();
    expect(waits({ snoozedAt }, options(60)).ready_at).toEqual(minutes(10));
    expect(waits({ snoozedAt }, options(4)).ready_at).toEqual(minutes(4));
    // Shown and not answered, or nobody there: asked again after a while.
    expect(waits({}, options(60)).ready_at).toEqual(minutes(10));
    expect(waits({}, options(3)).ready_at).toEqual(minutes(3));
  });
});

describe('a later inventory', () => {
  const done = {
    kind: 0,
    state: taskState.unverified,
    futile: 0,
    attempt: 1,
    cause: '',
    pkg_result: 'Success',
    from_version: '1.0',
    options: {},
  };
  it('proves the work, or does not', () => {
    expect(afterInventory(done, true, false, now)).toMatchObject({ state: taskState.verified, result: 'verified' });
    expect(afterInventory(done, false, true, now)).toBeUndefined();
    expect(afterInventory(done, false, false, now)).toMatchObject({ state: taskState.pending, futile: 1 });
  });

  it('that shows the old version twice ends it', () => {
    expect(afterInventory({ ...done, futile: 1 }, false, false, now)).toMatchObject({
      state: taskState.failed,
      pkg_result: 'Error',
      cause: 'The installer said 2 times that it succeeded, but version 1.0 is still there.',
    });
  });

  it('after the restart ends the wish for one, before it does not', () => {
    const restarting = { ...done, pkg_result: 'SuccessPendingReboot' };
    expect(afterInventory(restarting, true, false, now)?.pkg_result).toBe('Success');
    expect(afterInventory(restarting, true, true, now)?.pkg_result).toBe('SuccessPendingReboot');
  });

  it('says of a Windows update that it is still offered', () => {
    const update = { ...done, kind: 3, from_version: '' };
    expect(afterInventory(update, false, false, now)?.cause).toBe(
      'Windows Update said that it was installed, but still offers it.',
    );
    expect(afterInventory({ ...update, futile: 1 }, false, false, now)?.cause).toBe(
      'Windows Update said 2 times that it was installed, but still offers it.',
    );
  });

  it('says of a removal that it is still there', () => {
    const cause = 'The installer said that it succeeded, but it is still there.';
    for (const removal of [{ kind: 2 }, { kind: 7, options: { action: 'remove' } }])
      expect(afterInventory({ ...done, from_version: '', ...removal }, false, false, now)?.cause).toBe(cause);
    expect(afterInventory({ ...done, from_version: '', kind: 7 }, false, false, now)?.cause).toBe(
      'The installer said that it succeeded, but no inventory shows it.',
    );
  });

  it('decides what nobody saw the end of', () => {
    const unknown = { ...done, state: taskState.unknown };
    expect(afterInventory(unknown, true, false, now)?.state).toBe(taskState.verified);
    expect(afterInventory(unknown, false, false, now)).toMatchObject({
      state: taskState.pending,
      futile: 0,
      ready_at: now,
    });
    const last = { ...unknown, attempt: lastAttempt, cause: 'The host went down.' };
    expect(afterInventory(last, false, false, now)).toMatchObject({
      state: taskState.failed,
      cause: 'The host went down. Tried 5 times.',
    });
  });
});
