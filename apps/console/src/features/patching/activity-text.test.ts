import type { PackageActivity } from '@patchkeep/contract/activities';
import { describe, expect, it } from 'vitest';
import { causeOf, clockOf, isOpen, nextOf, noteOf, titleOf, versionsOf } from './activity-text.ts';

const now = new Date('2026-11-15T13:00:00Z');
const zone = 'Europe/Copenhagen';
const one = (changes: Partial<PackageActivity> = {}): PackageActivity => ({
  activityUuid: 'a',
  agentUuid: 'h',
  hostName: 'LT-CPH-0412',
  groupUuid: null,
  groupName: null,
  channelTag: '7-zip',
  title: '7-Zip',
  kbArticle: null,
  wuTitle: null,
  fromVersion: '23.01',
  toVersion: '25.01',
  result: 'pending',
  isTask: true,
  pkgResult: null,
  exitCode: null,
  cause: '',
  attempt: 0,
  isRetryable: false,
  retried: null,
  nextAttempt: null,
  awaitedSince: null,
  isDiskFull: false,
  isAwaitingBoot: false,
  isAwaitingLogin: false,
  isAwaitingRegistration: false,
  isCustomDeploymentConfig: false,
  systemHasBootedSinceTaskRan: false,
  action: 'upgrade',
  lastBootRequestTime: null,
  rebootDeadline: null,
  restartState: 'None',
  restartTagUuid: null,
  created: now.toISOString(),
  endTime: now.toISOString(),
  ...changes,
});

const retried = one({
  result: 'sourceFailed',
  attempt: 1,
  nextAttempt: '2026-11-15T13:20:00Z',
  cause: 'The package could not be downloaded.',
});
const unverified = one({ result: 'tentative', pkgResult: 'Success', attempt: 1 });
const rebooting = one({ result: 'tentative', pkgResult: 'SuccessPendingReboot', attempt: 1 });

describe('beside the label stands', () => {
  it.each<[what: string, activity: PackageActivity, note: string]>([
    ['when it is tried again [ACT-24]', retried, 'attempt 2, next try 14:20'],
    ['that nothing has shown it yet', unverified, 'not yet verified'],
    ['which attempt goes on', one({ result: 'attempting', attempt: 3 }), 'attempt 3'],
    [
      'since when it waits for somebody [ACT-22]',
      one({ isAwaitingLogin: true, awaitedSince: '2026-11-15T11:00:00Z', nextAttempt: '2026-11-15T13:15:00Z' }),
      'since 12:00',
    ],
    ['nothing for a first attempt', one({ result: 'attempting', attempt: 1 }), ''],
    ['nothing for what is proven', one({ result: 'verified', attempt: 2 }), ''],
    ['nothing for what has failed for good', one({ result: 'failed', pkgResult: 'Error', attempt: 5 }), ''],
  ])('%s', (_, activity, note) => expect(noteOf(activity, now, zone)).toBe(note));
});

describe('every wait', () => {
  it.each<[what: string, activity: PackageActivity, cause: RegExp, next: string]>([
    ['for the host', one(), /next check-in of the host/, 'The next check-in'],
    ['for a restart first', one({ isAwaitingBoot: true }), /restart before it can begin/, 'The next restart'],
    ['for a user', one({ isAwaitingLogin: true }), /signs in/, 'The next sign-in on the host'],
    [
      'for an application to be closed',
      one({ result: 'pendingAppRestart', cause: 'winword.exe is open.', nextAttempt: '2026-11-15T13:15:00Z' }),
      /winword/,
      'Another try at 14:15',
    ],
    ['for the report', one({ result: 'attempting', attempt: 1 }), /at work/, 'The report of the host'],
    ['for another try', retried, /could not be downloaded/, 'Another try at 14:20'],
    ['for the proof', unverified, /No inventory has shown 25.01 yet/, 'The next inventory'],
    ['for a restart after it', rebooting, /change with the next restart/, 'The next restart'],
    [
      'for a restart that was asked for',
      { ...rebooting, rebootDeadline: '2026-11-16T15:00:00Z' },
      /restart/,
      'Restart asked for by 2026-11-16 16:00',
    ],
    ['for how it ended', one({ result: 'unknown', attempt: 1 }), /stopped in between/, 'The next inventory'],
  ])('%s has a cause and what comes next', (_, activity, cause, next) => {
    expect(isOpen(activity)).toBe(true);
    expect(causeOf(activity)).toMatch(cause);
    expect(nextOf(activity, now, zone)).toBe(next);
  });

  it('is over when it is verified, has failed for good or was replaced', () => {
    const failed = one({ result: 'failed', pkgResult: 'Error', cause: 'The installer failed (1603).' });
    const over = [one({ result: 'verified' }), failed, one({ isTask: false })];
    expect(over.map(isOpen)).toEqual([false, false, false]);
    expect(over.map((activity) => nextOf(activity, now, zone))).toEqual(['', 'Not tried again', '']);
    const next = (changes: Partial<PackageActivity>) => nextOf({ ...failed, ...changes }, now, zone);
    expect(next({ isRetryable: true })).toBe('Waits for a retry');
    expect(next({ retried: now.toISOString() })).toBe('Retry requested');
    expect(causeOf(failed)).toBe('The installer failed (1603).');
    expect(causeOf({ ...failed, cause: '' })).toBe('The host gave no reason.');
  });

  it('is over when its order has expired, and comes again', () => {
    const expired = one({ result: 'expired', pkgResult: 'Error', attempt: 1, cause: 'It had expired.' });
    expect([isOpen(expired), nextOf(expired, now, zone)]).toEqual([
      false,
      'Planned anew within an hour, once the host is at work',
    ]);
  });
});

describe('words of an activity', () => {
  it('tell a time of another day with its day', () => {
    expect(clockOf('2026-11-15T22:30:00Z', now, zone)).toBe('23:30');
    expect(clockOf('2026-11-15T23:30:00Z', now, zone)).toBe('2026-11-16 00:30');
  });

  it('name the Windows update, else the application, and both versions', () => {
    expect(titleOf(one({ wuTitle: '2026-11 Cumulative Update' }))).toBe('2026-11 Cumulative Update');
    expect(titleOf(one({ title: '' }))).toBe('—');
    expect(versionsOf(one())).toBe('23.01 → 25.01');
    expect(versionsOf(one({ action: 'install', fromVersion: '' }))).toBe('25.01');
    expect(versionsOf(one({ action: 'remove' }))).toBe('23.01');
    expect(versionsOf(one({ fromVersion: '', toVersion: '' }))).toBe('—');
  });
});
