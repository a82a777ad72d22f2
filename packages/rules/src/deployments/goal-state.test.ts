import { goalStates, pausedCauses } from '@patchkeep/contract/goals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterCommand, afterEdit, type GoalCommand, goalState, type GoalStanding, isGoalDone } from './goal-state.ts';
import type { JobShape } from './job-type.ts';

const answers = [true, false] as const;
const everyStanding: GoalStanding[] = answers.flatMap((isAwaiting) =>
  answers.flatMap((isEnabled) =>
    answers.flatMap((isCompleted) =>
      [null, ...pausedCauses].map((pausedCause) => ({ isAwaiting, isEnabled, isCompleted, pausedCause })),
    ),
  ),
);
const commands: GoalCommand[] = [
  { kind: 'abort' },
  { kind: 'resume' },
  { kind: 'complete' },
  ...pausedCauses.map((cause) => ({ kind: 'pause' as const, cause })),
];
const active: GoalStanding = { isAwaiting: false, isEnabled: true, isCompleted: false, pausedCause: null };
const shapes: JobShape[] = answers.flatMap((isOngoing) => answers.map((isMultishot) => ({ isOngoing, isMultishot })));

describe('where a job stands', () => {
  it.each([
    ['active', {}],
    ['paused', { pausedCause: 'brake' }],
    ['paused', { pausedCause: 'growth' }],
    ['stopped', { isEnabled: false }],
    ['stopped', { isEnabled: false, pausedCause: 'brake' }],
    ['completed', { isCompleted: true }],
    ['completed', { isCompleted: true, isEnabled: false, pausedCause: 'growth' }],
    ['awaiting', { isAwaiting: true }],
    ['awaiting', { isAwaiting: true, isEnabled: false, isCompleted: true }],
  ] as const)('%s: %o', (state, more) => {
    expect(goalState({ ...active, ...more })).toBe(state);
  });

  it('goes only along these ways, whatever its flags', () => {
    const ways = new Set<string>();
    for (const standing of everyStanding)
      for (const command of commands) {
        const after = afterCommand(standing, command);
        if (after) ways.add(`${goalState(standing)} ${command.kind} ${goalState(after)}`);
      }
    expect([...ways].toSorted()).toEqual([
      'active abort stopped',
      'active complete completed',
      'active pause paused',
      'paused abort stopped',
      'paused resume active',
      'stopped resume active',
    ]);
  });

  it('is one of the known states after any commands, and holds nobody for a cause that was resumed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyStanding), fc.array(fc.constantFrom(...commands)), (first, given) => {
        let standing = first;
        for (const command of given) {
          const after = afterCommand(standing, command);
          if (command.kind === 'resume' && after) expect(after.pausedCause).toBeNull();
          standing = after ?? standing;
          expect(goalStates).toContain(goalState(standing));
        }
      }),
    );
  });
});

describe('a job is done', () => {
  const tally = fc.record({ achieved: fc.nat(50), spent: fc.nat(50), notApplicable: fc.nat(50), open: fc.nat(3) });

  it('when every frozen target is achieved or spent; an ongoing one never is by itself', () => {
    fc.assert(
      fc.property(tally, fc.constantFrom(...shapes), ({ open, ...settled }, shape) => {
        const total = settled.achieved + settled.spent + settled.notApplicable + open;
        expect(isGoalDone(shape, { ...settled, total })).toBe(!shape.isOngoing && open === 0);
      }),
    );
  });
});

describe('an edit of a completed job', () => {
  const completed = { ...active, isCompleted: true };
  const count = fc.nat(2);
  const edit = fc.record(
    { actions: count, hosts: count, groups: count, tags: count, shape: fc.constantFrom(...shapes) },
    { requiredKeys: [] },
  );

  it('makes it run again exactly when something was added', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shapes), edit, (before, given) => {
        const { actions = 0, hosts = 0, groups = 0, tags = 0, shape } = given;
        const isWider = (['isOngoing', 'isMultishot'] as const).some((name) => shape?.[name] === true && !before[name]);
        const isMore = [actions, hosts, groups, tags].some((number) => number > 0) || isWider;
        expect(goalState(afterEdit(completed, before, given))).toBe(isMore ? 'active' : 'completed');
      }),
    );
  });

  it('changes nothing else of any job', () => {
    for (const standing of everyStanding)
      for (const before of shapes) {
        expect(afterEdit(standing, before, {})).toEqual(standing);
        expect(afterEdit(standing, before, { hosts: 1 })).toEqual({ ...standing, isCompleted: false });
      }
  });
});
