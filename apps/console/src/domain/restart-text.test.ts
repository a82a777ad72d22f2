import { restartDefaults } from '@patchkeep/contract/restarts';
import { durationText } from '@patchkeep/rules/duration-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutesOf, restartSentence, restartStory, restartWord, secondsOf } from './restart-text.ts';

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [600, '10 minutes'],
  [3_600, '1 hour'],
  [5_400, '1 hour 30 minutes'],
  [93_784, '1 day 2 hours'],
  [604_800, '7 days'],
])('%d seconds read %s', (seconds, expected) => {
  expect(durationText(seconds)).toBe(expected);
});

test.each([
  [3_600, 600, 'Restarts 1 hour after a restart is due; can be snoozed 10 minutes at a time.'],
  [3_600, 0, 'Restarts 1 hour after a restart is due; no snooze.'],
  [0, 600, 'Restarts at once when a restart is due; no snooze.'],
])('force after %d, snooze %d', (secondsUntilForce, snoozeSeconds, expected) => {
  expect(restartSentence({ secondsUntilForce, snoozeSeconds })).toBe(expected);
});

test('any number of seconds survives the minutes of the form', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 604_800 }), (seconds) => {
      const kept = secondsOf(minutesOf(seconds));
      expect(kept).toBe(seconds);
    }),
  );
});
test.each(['', 'ten', '-1', '1e3', '1,5'])('%j is no number of minutes', (typed) => {
  expect(secondsOf(typed)).toBeUndefined();
});

test('the story of a restart names the deadline, the snooze, the force time and the countdown', () => {
  expect(restartStory(restartDefaults)).toEqual([
    'From the deadline on, people at the host are asked to restart. They can put it off, 10 minutes at a time.',
    'Whoever chooses "Restart now" has it restarted after a countdown of 1 minute.',
    '1 hour after the deadline is the force time: nobody is asked any more, and the host restarts after a countdown of 1 minute.',
  ]);
  expect(restartStory({ ...restartDefaults, secondsUntilForce: 0, delaySeconds: 0 })).toEqual([
    'At the deadline nobody is asked: the host restarts at once.',
  ]);
  expect(restartStory({ ...restartDefaults, snoozeSeconds: 0 })[0]).toContain('They cannot put it off.');
});

test.each([
  ['None', false, ''],
  ['None', true, 'Scheduled'],
  ['Requested', false, 'Requested'],
  ['Snooze', false, 'Snoozed'],
  ['Failed', false, 'Failed'],
] as const)('%s, scheduled %s, reads "%s"', (state, isScheduled, word) => {
  expect(restartWord(state, isScheduled)).toBe(word);
});
