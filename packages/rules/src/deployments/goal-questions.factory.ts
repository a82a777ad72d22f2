import { workAwaits } from '@patchkeep/contract/agent/protocol';
import { hostStates } from '@patchkeep/contract/hosts';
import fc from 'fast-check';
import { dayMs } from '../time-units.ts';
import { type GoalQuestion, goalLacks, type Hold, type LastTask, targetKinds } from './goal-facts.ts';
import { pausedCauses } from './goal-state.ts';

export const now = new Date('2026-11-19T09:00:00Z');
export const at = (days: number): Date => new Date(now.getTime() + days * dayMs);

/** Versions are numbers; `x` cannot be compared. */
export const compare = (a: string, b: string): number | undefined =>
  a === 'x' || b === 'x' ? undefined : Number(a) - Number(b);

const moment = fc.integer({ min: -20, max: 5 }).map(at);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value);
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const mostly = (is: boolean) => fc.nat(9).map((drawn) => drawn > 0 === is);

const task: fc.Arbitrary<LastTask> = fc.record({
  state: fc.constantFrom('pending', 'lent', 'unverified', 'unknown', 'verified', 'failed', 'failed', 'superseded'),
  changedAt: moment,
  readyAt: moment,
  awaits: maybe(fc.constantFrom(...workAwaits)),
  cause: fc.constantFrom('', 'The installer failed with 1603.'),
  failures: fc.nat(8),
});

const hold: fc.Arbitrary<Hold> = fc.oneof(
  fc.record({ kind: fc.constant('otherJob' as const), title: fc.string(), since: moment }),
  fc.record({ kind: fc.constant('recalled' as const), version: fc.string(), since: moment }),
  fc.record({ kind: fc.constant('growth' as const), since: moment }),
);

const version = fc.constantFrom('1', '2', '3', 'x');

/** Any host of any job. Those that nothing hinders come up most: behind the others nobody looks. */
export const goalQuestion: fc.Arbitrary<GoalQuestion> = fc.record({
  job: fc.record({
    isAwaiting: mostly(false),
    isEnabled: mostly(true),
    isCompleted: mostly(false),
    pausedCause: rarely(fc.constantFrom(...pausedCauses)),
    isOngoing: fc.boolean(),
    isMultishot: fc.boolean(),
    starts: fc.constantFrom('now', 'inspection'),
  }),
  action: fc.record({
    actionType: fc.constantFrom('Install', 'Remove', 'Custom'),
    name: fc.constant('Firefox'),
    version: maybe(version),
    isEnabled: mostly(true),
  }),
  shown: fc.option(fc.record({ versions: fc.array(version, { maxLength: 2 }), isRecognised: maybe(fc.boolean()) }), {
    freq: 8,
  }),
  compare: fc.constant(compare),
  lastTask: fc.option(task, { freq: 3 }),
  via: fc.subarray([...targetKinds]),
  standing: fc.record({
    hostState: fc.oneof({ weight: 6, arbitrary: fc.constant('active' as const) }, fc.constantFrom(...hostStates)),
    targetSince: moment,
    nextInspection: maybe(moment),
  }),
  holds: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(hold, { maxLength: 2 })),
  lack: rarely(fc.record({ kind: fc.constantFrom(...goalLacks), until: maybe(moment) })),
  now: fc.constant(now),
});
