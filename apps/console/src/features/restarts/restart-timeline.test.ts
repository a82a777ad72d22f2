import { type HostRestart, restartDefaults } from '@patchkeep/contract/restarts';
import { expect, test } from 'vitest';
import { timelineOf } from './restart-timeline.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 12, minutes));
const restart: HostRestart = {
  restartState: 'None',
  isScheduled: true,
  lastBootRequestTime: at(0).toISOString(),
  requestedBy: 'Ana',
  restartTagUuid: null,
  restartTagName: 'Night',
  settings: restartDefaults,
  shownTime: null,
  lastRebootSnoozeTime: null,
  snoozedUntil: null,
  rebootDeadline: at(30).toISOString(),
  forceTime: at(60).toISOString(),
  rebootTime: null,
  lastKnownBootTime: at(-600).toISOString(),
  refusal: null,
  isCancellable: true,
};
const over = (more: Partial<HostRestart>, minutes: number) =>
  timelineOf({ ...restart, ...more }, at(minutes))
    .filter(({ isOver }) => isOver)
    .map(({ id }) => id);

test('without a request there is no timeline', () => {
  expect(timelineOf({ ...restart, lastBootRequestTime: null }, at(0))).toEqual([]);
});

test('it says who asked, and under which tag', () => {
  expect(timelineOf(restart, at(1))[0]).toMatchObject({ word: 'Requested', detail: 'By Ana under "Night"' });
});

test('steps are over as time passes', () => {
  expect(over({}, 1)).toEqual(['requested']);
  expect(over({}, 31)).toEqual(['requested', 'deadline']);
  const snoozed = {
    shownTime: at(31).toISOString(),
    lastRebootSnoozeTime: at(32).toISOString(),
    snoozedUntil: at(42).toISOString(),
  };
  expect(over(snoozed, 33)).toEqual(['requested', 'deadline', 'shown', 'snoozed']);
  expect(over(snoozed, 61)).toEqual(['requested', 'deadline', 'shown', 'snoozed', 'force']);
});

test('a boot ends it, before or after the force time; a failure says what it is', () => {
  expect(over({ rebootTime: at(40).toISOString() }, 90)).toEqual(['requested', 'deadline', 'rebooted']);
  expect(timelineOf({ ...restart, restartState: 'Failed' }, at(61)).at(-1)?.detail).toContain('Failed');
});
