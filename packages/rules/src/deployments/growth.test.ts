import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../time-units.ts';
import { type Growth, growthProblem } from './growth.ts';

/** A twentieth, unless `npm run proofs -- deployment-rules` asks for all. */
const numRuns = process.env['FULL_SIZE'] ? 200_000 : 10_000;

const now = new Date('2026-11-19T09:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
const problem = (more: Partial<Growth>) =>
  growthProblem({ agreedCount: 10, joinedCount: 1, agreedAt: null, ...more }, now);

describe('an ongoing job that grows', () => {
  it.each([
    [10, 25, undefined],
    [10, 26, 'tooMany'],
    [0, 26, 'tooMany'],
    [250, 25, undefined],
    [250, 26, 'tooMany'],
    [1_000, 100, undefined],
    [1_000, 101, 'tooMany'],
  ])('%i hosts agreed to, %i joined within a day: %s', (agreedCount, joinedCount, expected) => {
    expect(problem({ agreedCount, joinedCount })).toBe(expected);
  });

  it('asks a second person again after 90 days, once somebody joins', () => {
    expect(problem({ agreedAt: daysAgo(90) })).toBeUndefined();
    expect(problem({ agreedAt: new Date(daysAgo(90).getTime() - 1) })).toBe('tooOld');
    expect(problem({ agreedAt: daysAgo(91), joinedCount: 0 })).toBeUndefined();
    expect(problem({ agreedAt: null })).toBeUndefined();
  });

  it(`is monotone, over ${numRuns} draws: more hosts or more time never make it fine again`, () => {
    const count = fc.nat(3_000);
    const agreed = fc.option(fc.integer({ min: 0, max: 200 }).map(daysAgo));
    fc.assert(
      fc.property(count, count, agreed, count, fc.nat(100), (agreedCount, joinedCount, agreedAt, more, days) => {
        const growth = { agreedCount, joinedCount, agreedAt };
        const isFine = growthProblem(growth, now) === undefined;
        const later = new Date(now.getTime() + days * dayMs);
        if (!isFine) {
          expect(growthProblem({ ...growth, joinedCount: joinedCount + more }, now)).toBeDefined();
          expect(growthProblem(growth, later)).toBeDefined();
        } else if (agreedAt === null) {
          expect(growthProblem({ ...growth, agreedCount: agreedCount + more }, later)).toBeUndefined();
          expect(growthProblem({ ...growth, joinedCount: Math.max(0, joinedCount - more) }, now)).toBeUndefined();
        }
      }),
      { numRuns },
    );
  }, 300_000);
});
