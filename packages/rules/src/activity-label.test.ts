import { describe, expect, it } from 'vitest';
import {
  activityLabel,
  baseLabel,
  isUnverified,
  type PackageActivity,
  successPendingReboot,
} from './activity-label.ts';

const task: PackageActivity = {
  result: 'pending',
  isTask: true,
  pkgResult: 'Error',
  isDiskFull: false,
  isAwaitingBoot: false,
  isAwaitingLogin: false,
  isAwaitingRegistration: false,
  isCustomDeploymentConfig: false,
  systemHasBootedSinceTaskRan: false,
  action: 'upgrade',
};
const label = (more: Partial<PackageActivity>, isInternal = false) => activityLabel({ ...task, ...more }, isInternal);

describe('the label of a result', () => {
  it.each([
    ['none', 'None'],
    ['attempting', 'Applying'],
    ['partial', 'Applying'],
    ['completed', 'Completed'],
    ['pending', 'Pending'],
    ['registered', 'Pending'],
  ])('of %s is %s [ACT-11]', (result, expected) => expect(baseLabel(result)).toBe(expected));

  it.each([
    ['pendingReboot', 'Reboot Required'],
    ['pendingAppRestart', 'App Restart Required'],
  ])('of %s is %s [ACT-12]', (result, expected) => expect(baseLabel(result)).toBe(expected));

  it('of a tentative one is Updated, not yet verified, and Tentative for internal use [ACT-13]', () => {
    expect(baseLabel('tentative')).toBe('Updated');
    expect(baseLabel('tentative', true)).toBe('Tentative');
    expect(label({ result: 'tentative' }, true)).toBe('Tentative');
    expect(isUnverified({ result: 'tentative' })).toBe(true);
    expect(isUnverified({ result: 'verified' })).toBe(false);
  });

  it.each([
    ['verified', 'Updated'],
    ['conflicts', 'Conflict'],
    ['rejected', 'Rejected'],
  ])('of %s is %s [ACT-14]', (result, expected) => expect(baseLabel(result)).toBe(expected));

  it.each([
    'cancelled',
    'expired',
    'failed',
    'invalid',
    'notSupported',
    'prerequisiteFailed',
    'providerFailed',
    'skipped',
    'sourceFailed',
  ])('of %s is Failed [ACT-15]', (result) => expect(baseLabel(result)).toBe('Failed'));

  it.each(['', 'Verified', 'toString', 'somethingNew'])('of %j, which nobody knows, is Unknown [ACT-16]', (result) => {
    expect(baseLabel(result)).toBe('Unknown');
    expect(label({ result })).toBe('Unknown');
  });
});

describe('the label of a task', () => {
  it('that waits for a restart after it succeeded is Reboot Required until the host has started [ACT-17]', () => {
    for (const result of ['attempting', 'partial', 'tentative', 'verified']) {
      expect(label({ result, pkgResult: successPendingReboot })).toBe('Reboot Required');
      expect(label({ result, pkgResult: successPendingReboot, systemHasBootedSinceTaskRan: true })).not.toBe(
        'Reboot Required',
      );
    }
    expect(label({ result: 'rejected', pkgResult: successPendingReboot })).toBe('Rejected');
  });

  it('on a full disk is Disk Full, before anything else [ACT-18]', () => {
    for (const result of ['attempting', 'tentative', 'verified'])
      expect(label({ result, isDiskFull: true, pkgResult: successPendingReboot })).toBe('Disk Full');
    expect(label({ result: 'rejected', isDiskFull: true })).toBe('Rejected');
  });

  it('is named by what it does [ACT-19]', () => {
    expect(label({ result: 'attempting', action: 'install' })).toBe('Installing');
    expect(label({ result: 'verified', action: 'install' })).toBe('Installed');
    expect(label({ result: 'attempting', action: 'remove' })).toBe('Uninstalling');
    expect(label({ result: 'verified', action: 'remove' })).toBe('Uninstalled');
    expect(label({ result: 'attempting' })).toBe('Applying');
    expect(label({ result: 'verified' })).toBe('Updated');
  });

  it('of a custom config is Completed, and Applying while it runs', () => {
    expect(label({ result: 'verified', isCustomDeploymentConfig: true, action: 'install' })).toBe('Completed');
    expect(label({ result: 'attempting', isCustomDeploymentConfig: true, action: 'install' })).toBe('Applying');
  });

  it('that is pending and awaits a boot is Reboot Required [ACT-21]', () => {
    expect(label({ isAwaitingBoot: true, isAwaitingLogin: true })).toBe('Reboot Required');
  });

  it('that is pending and awaits a login, and no registration, is Pending User Login [ACT-22]', () => {
    expect(label({ isAwaitingLogin: true })).toBe('Pending User Login');
    expect(label({ isAwaitingLogin: true, isAwaitingRegistration: true })).toBe('Pending');
    expect(label({})).toBe('Pending');
  });

  it('that failed for another cause than the package itself still goes on [ACT-24]', () => {
    expect(label({ result: 'failed', pkgResult: 'Timeout' })).toBe('Applying');
    expect(label({ result: 'failed', pkgResult: null, action: 'install' })).toBe('Installing');
    expect(label({ result: 'failed', pkgResult: 'Error' })).toBe('Failed');
  });
});

describe('what is not a task', () => {
  it('and pending is Superseded [ACT-23]', () => {
    expect(label({ isTask: false })).toBe('Superseded');
    expect(label({ isTask: false, isAwaitingBoot: true })).toBe('Superseded');
    expect(label({ isTask: false, result: 'registered' })).toBe('Pending');
  });

  it('keeps the label of its result, whatever the marks of tasks', () => {
    expect(label({ isTask: false, result: 'verified', isDiskFull: true, action: 'install' })).toBe('Updated');
    expect(label({ isTask: false, result: 'failed', pkgResult: null })).toBe('Failed');
  });
});
