import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPhase, tryAgainAt } from './wait.ts';

const minute = 60_000;
const failed = { kind: 'failed' } as const;

describe('after a failure', () => {
  it('the own phase is kept for as long as the server is away', () => {
    expect(nextPhase(1_000, 1_000)).toBe(1_000 + 5 * minute);
    expect(nextPhase(1_000, 1_000 + 17 * minute)).toBe(1_000 + 20 * minute);
    expect(nextPhase(90_000, 10_000)).toBe(90_000);
  });

  it('one is tried again before the phase, later ones in it; nobody waits more than one interval', () => {
    const times = fc.record({
      plannedAt: fc.integer({ min: 0, max: 10 * minute }),
      late: fc.integer({ min: 0, max: 600 * minute }),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
      failures: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(times, ({ plannedAt, late, random, failures }) => {
        const now = plannedAt + late;
        const at = tryAgainAt({ cause: failed, failures, plannedAt, now, random });
        expect(at).toBeGreaterThanOrEqual(now);
        expect(at - now).toBeLessThanOrEqual(5 * minute);
        if (failures > 1) expect((at - plannedAt) % (5 * minute)).toBe(0);
      }),
    );
  });

  it('a hundred thousand hosts come back spread over the interval, not all at once', () => {
    const now = 1_000 * minute;
    const perMinute = [0, 0, 0, 0, 0];
    for (let host = 0; host < 100_000; host++) {
      const plannedAt = now - 30 * minute + ((host * 7_919) % (5 * minute));
      const at = tryAgainAt({ cause: failed, failures: 3, plannedAt, now, random: 0.5 });
      perMinute[Math.min(4, Math.floor((at - now) / minute))]! += 1;
    }
    for (const count of perMinute) expect(count / 20_000).toBeCloseTo(1, 1);
  });

  it('a busy server is given the time it asks for, and its callers are spread', () => {
    const busy = { kind: 'busy', retryAfterSeconds: 30 } as const;
    const again = (random: number) => tryAgainAt({ cause: busy, failures: 1, plannedAt: 0, now: 0, random });
    expect(again(0)).toBe(30_000);
    expect(again(0.999)).toBeCloseTo(59_970, 0);
    const absurd = { kind: 'busy', retryAfterSeconds: 1e12 } as const;
    expect(tryAgainAt({ cause: absurd, failures: 1, plannedAt: 0, now: 0, random: 0.9 })).toBeLessThan(
      12 * 60 * minute,
    );
  });

  it('where it is not welcome the agent asks about once an hour', () => {
    for (const random of [0, 0.5, 0.999]) {
      const at = tryAgainAt({ cause: { kind: 'unwelcome' }, failures: 9, plannedAt: 0, now: 0, random });
      expect(at / minute).toBeGreaterThanOrEqual(45);
      expect(at / minute).toBeLessThanOrEqual(75);
    }
  });
});
