import { workAwaits } from '@patchkeep/contract/agent/protocol';
import { targetKinds } from '@patchkeep/contract/goal-hosts';
import { pausedCauses } from '@patchkeep/contract/goals';
import { hostStates } from '@patchkeep/contract/hosts';
import type { Draw } from '../approvals/random-policies.factory.ts';
import { dayMs } from '../time-units.ts';
import { type GoalQuestion, goalLacks, type Hold, type LastTask } from './goal-facts.ts';

export const now = new Date('2026-11-19T09:00:00Z');
export const at = (days: number): Date => new Date(now.getTime() + days * dayMs);

/** Versions are numbers; `x` cannot be compared. */
export const compare = (a: string, b: string): number | undefined =>
  a === 'x' || b === 'x' ? undefined : Number(a) - Number(b);

const drawMoment = (draw: Draw): Date => at(draw.below(26) - 20);
const drawVersion = (draw: Draw): string => draw.of(['1', '2', '3', 'x']);
const maybe = <T>(draw: Draw, percent: number, make: () => T): T | null => (draw.chance(percent) ? make() : null);

const drawTask = (draw: Draw): LastTask => ({
  state: draw.of(['pending', 'lent', 'unverified', 'unknown', 'verified', 'failed', 'failed', 'superseded']),
  changedAt: drawMoment(draw),
  readyAt: drawMoment(draw),
  awaits: maybe(draw, 50, () => draw.of(workAwaits)),
  cause: draw.of(['', 'The installer failed with 1603.']),
  failures: draw.below(9),
});

const drawHold = (draw: Draw): Hold => {
  const since = drawMoment(draw);
  return draw.of<Hold>([
    { kind: 'otherJob', title: 'Winter', since },
    { kind: 'recalled', version: '2', since },
    { kind: 'growth', since },
  ]);
};

/** Any host of any job. Those that nothing hinders come up most: behind the others nobody looks. */
export const drawGoalQuestion = (draw: Draw): GoalQuestion => ({
  job: {
    isAwaiting: draw.chance(8),
    isEnabled: draw.chance(92),
    isCompleted: draw.chance(8),
    pausedCause: maybe(draw, 12, () => draw.of(pausedCauses)),
    isOngoing: draw.chance(50),
    isMultishot: draw.chance(50),
    starts: draw.of(['now', 'inspection']),
  },
  action: {
    actionType: draw.of(['Install', 'Remove', 'Custom']),
    name: 'Firefox',
    version: maybe(draw, 75, () => drawVersion(draw)),
    isRemoval: draw.chance(30),
    isEnabled: draw.chance(92),
  },
  shown: maybe(draw, 88, () => ({
    versions: Array.from({ length: draw.below(3) }, () => drawVersion(draw)),
    isRecognised: maybe(draw, 70, () => draw.chance(50)),
  })),
  compare,
  lastTask: maybe(draw, 70, () => drawTask(draw)),
  via: draw.some(targetKinds, 60),
  standing: {
    hostState: draw.chance(80) ? 'active' : draw.of(hostStates),
    targetSince: drawMoment(draw),
    nextInspection: maybe(draw, 80, () => drawMoment(draw)),
  },
  holds: draw.chance(85) ? [] : Array.from({ length: draw.below(3) }, () => drawHold(draw)),
  lack: maybe(draw, 15, () => ({ kind: draw.of(goalLacks), until: maybe(draw, 50, () => drawMoment(draw)) })),
  now,
});
