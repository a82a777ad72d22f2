import { softwareCopy } from '@patchkeep/contract/agent/protocol';
import { describe, expect, it } from 'vitest';
import { randomFrom } from './random.ts';
import { churn, makeSoftware } from './software.ts';

describe('made-up inventories', () => {
  it('fit the protocol, and are the same for the same seed', () => {
    const software = makeSoftware(randomFrom(7), 40);
    expect(software.every((copy) => softwareCopy.safeParse(copy).success)).toBe(true);
    expect(software).toHaveLength(40);
    expect(makeSoftware(randomFrom(7), 40)).toEqual(software);
  });

  it('share most versions across hosts and keep a long tail', () => {
    const hosts = Array.from({ length: 200 }, (_, seed) => makeSoftware(randomFrom(seed), 20));
    const counts = new Map<string, number>();
    for (const copy of hosts.flat())
      counts.set(`${copy.name} ${copy.version}`, (counts.get(`${copy.name} ${copy.version}`) ?? 0) + 1);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const shared = [...counts.values()].filter((count) => count > 5).reduce((sum, count) => sum + count, 0);
    expect(shared / all).toBeGreaterThan(0.6);
    expect([...counts.values()].filter((count) => count === 1).length).toBeGreaterThan(100);
  });

  it('change by one product at a time', () => {
    const before = makeSoftware(randomFrom(3), 30);
    const after = churn(randomFrom(4), before);
    expect(after.filter((copy, i) => copy.version !== before[i]?.version)).toHaveLength(1);
  });
});
