import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { phaseOf, secondsToNextPhase } from './phase.rules.ts';

describe('the phase of a host', () => {
  it('spreads hosts evenly over the interval', () => {
    const buckets = Array.from({ length: 20 }, () => 0);
    for (let i = 0; i < 20_000; i++) buckets[Math.floor(phaseOf(randomUUID()) * 20)]! += 1;
    for (const count of buckets) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  });

  it('brings a host back once per interval, at its own place', () => {
    const id = randomUUID();
    let now = 1_763_000_000_000;
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      const wait = secondsToNextPhase(id, 300, now);
      expect(wait).toBeGreaterThanOrEqual(30);
      expect(wait).toBeLessThanOrEqual(330);
      now += wait * 1_000;
      times.push(now);
    }
    for (let i = 2; i < times.length; i++)
      expect(Math.abs(times[i]! - times[i - 1]! - 300_000)).toBeLessThanOrEqual(1_000);
  });

  it('keeps the rate after an outage at the steady one: everybody returns within their own interval', () => {
    const end = 1_763_000_123_000;
    const perTenSeconds = Array.from({ length: 34 }, () => 0);
    for (let i = 0; i < 30_000; i++) perTenSeconds[Math.floor(secondsToNextPhase(randomUUID(), 300, end) / 10)]! += 1;
    expect(Math.max(...perTenSeconds)).toBeLessThan(2 * 1_000);
  });
});
