import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haltPressure, pressureAfter } from './health.ts';

/** A twentieth, unless `npm run proofs -- deployment-rules` asks for all. */
const numRuns = process.env['FULL_SIZE'] ? 200_000 : 10_000;

const usual = 0.005;
const isHalted = (failed: number, proven: number, base = usual): boolean =>
  pressureAfter(0, failed, proven, base) >= haltPressure;

/** Of so many results, the fewest failures that halt. */
const fewest = (results: number, base = usual): number => {
  let failed = 0;
  while (failed <= results && !isHalted(failed, results - failed, base)) failed += 1;
  return failed;
};

const count = fc.nat(60);
const pressure = fc.double({ min: 0, max: 40, noNaN: true });
const base = fc.double({ min: 0, max: 1, noNaN: true });

describe('the pressure of failures', () => {
  it('halts at 5 failures of 5, 6 of 25, 7 of 100, 15 of 500', () => {
    expect([5, 25, 100, 500].map((results) => fewest(results))).toEqual([5, 6, 7, 15]);
    expect(isHalted(4, 0)).toBe(false);
  });

  it('halts later where failures are usual, and never on the usual share of them', () => {
    expect([0.005, 0.0125, 0.02, 0.05].map((each) => fewest(25, each))).toEqual([6, 9, 10, 11]);
    for (const each of [0.005, 0.01, 0.02, 0.05])
      expect(isHalted(each * 1_000, 1_000 - each * 1_000, each)).toBe(false);
  });

  it('takes no share below 0.5 % or above 5 % for usual', () => {
    for (const each of [-1, 0, 0.001]) expect(pressureAfter(0, 3, 1, each)).toBe(pressureAfter(0, 3, 1, 0.005));
    for (const each of [0.06, 0.5, 2]) expect(pressureAfter(0, 3, 1, each)).toBe(pressureAfter(0, 3, 1, 0.05));
  });

  it(`is monotone, over ${numRuns} draws: more failures never lower it, more proofs never raise it`, () => {
    fc.assert(
      fc.property(pressure, count, count, base, count, (before, failed, proven, share, more) => {
        const after = pressureAfter(before, failed, proven, share);
        expect(after).toBeGreaterThanOrEqual(0);
        expect(pressureAfter(before, failed + more, proven, share)).toBeGreaterThanOrEqual(after);
        expect(pressureAfter(before, failed, proven + more, share)).toBeLessThanOrEqual(after);
        expect(pressureAfter(before + more, failed, proven, share)).toBeGreaterThanOrEqual(after);
      }),
      { numRuns },
    );
  }, 300_000);

  it('forgets a good past: told bit by bit it is never lower than told at once', () => {
    fc.assert(
      fc.property(pressure, fc.array(fc.tuple(count, count), { maxLength: 5 }), (before, told) => {
        let stepwise = before;
        let [allFailed, allProven] = [0, 0];
        for (const [failed, proven] of told) {
          stepwise = pressureAfter(stepwise, failed, proven, usual);
          allFailed += failed;
          allProven += proven;
        }
        expect(stepwise).toBeGreaterThanOrEqual(pressureAfter(before, allFailed, allProven, usual) - 1e-9);
      }),
    );
    expect(pressureAfter(pressureAfter(0, 0, 100_000, usual), 5, 0, usual)).toBeGreaterThanOrEqual(haltPressure);
  });
});
