import { describe, expect, it } from 'vitest';
import { forceTime, isRestartScheduled, type RestartFacts, restartState } from './restart-state.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 12, minutes));
/** Asked for at 0, due at 30, forced at 60; snoozing lasts 10 minutes. */
const requested: RestartFacts = {
  requestedAt: at(0),
  rebootDeadline: at(30),
  lastBootAt: at(-600),
  lastSnoozeAt: null,
  lastSeenAt: at(0),
  secondsUntilForce: 30 * 60,
  snoozeSeconds: 10 * 60,
};
const state = (minutes: number, more: Partial<RestartFacts> = {}) =>
  restartState({ ...requested, ...more }, at(minutes));

describe('a restart', () => {
  it('is nothing while nobody asked for it, and after the host has started again [RST-03]', () => {
    expect(state(90, { requestedAt: null, rebootDeadline: null })).toBe('None');
    expect(state(90, { lastBootAt: at(40), lastSeenAt: at(80) })).toBe('None');
    expect(state(35, { lastBootAt: at(1) })).toBe('None');
  });

  it('is scheduled, and still none, before its deadline [RST-03]', () => {
    expect(state(29)).toBe('None');
    expect(isRestartScheduled(requested, at(29))).toBe(true);
    expect(isRestartScheduled(requested, at(30))).toBe(false);
    expect(isRestartScheduled({ ...requested, lastBootAt: at(5) }, at(29))).toBe(false);
    expect(isRestartScheduled({ ...requested, requestedAt: null }, at(29))).toBe(false);
  });

  it('is requested once its deadline is over and the host has not started since [RST-04]', () => {
    expect(state(30)).toBe('Requested');
    expect(state(59)).toBe('Requested');
    expect(state(59, { lastBootAt: requested.requestedAt ?? at(0) })).toBe('Requested');
  });

  it('is requested at once when the deadline is the moment of the request [RST-09]', () => {
    expect(state(0, { rebootDeadline: at(0) })).toBe('Requested');
  });

  it('is snoozed while that time runs, and never past the force time [RST-05]', () => {
    expect(state(34, { lastSnoozeAt: at(31) })).toBe('Snooze');
    expect(state(41, { lastSnoozeAt: at(31) })).toBe('Requested');
    expect(state(5, { lastSnoozeAt: at(1) })).toBe('Snooze');
    expect(state(60, { lastSnoozeAt: at(59) })).toBe('Requested');
  });

  it('has failed when the force time is over and the host was heard of since, not restarted [RST-06]', () => {
    expect(state(61, { lastSeenAt: at(61) })).toBe('Failed');
    expect(state(61, { lastSeenAt: at(59) })).toBe('Requested');
    expect(state(61, { lastSeenAt: null })).toBe('Requested');
    expect(state(61, { lastSeenAt: at(61), lastSnoozeAt: at(60) })).toBe('Failed');
    expect(state(61, { lastSeenAt: at(61), lastBootAt: at(60) })).toBe('None');
  });

  it('is forced at the deadline and the seconds until force [RST-07]', () => {
    expect(forceTime(requested)).toEqual(at(60));
    expect(forceTime({ ...requested, rebootDeadline: null })).toBeNull();
  });
});
