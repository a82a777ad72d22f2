import { expect, it } from 'vitest';
import { trendOf } from './site-trend.ts';

const trend = (hosts: number, hostsAtRisk: number, earlier: [number, number] | null) => {
  const { text, kind } = trendOf({
    hosts,
    hostsAtRisk,
    earlier: earlier && { hosts: earlier[0], hostsAtRisk: earlier[1] },
  });
  return [kind, text];
};

it('says in words how the share of hosts at risk moved within 30 days', () => {
  expect(trend(100, 9, [50, 6])).toEqual(['better', '12% → 9%, better']);
  expect(trend(100, 12, [100, 9])).toEqual(['worse', '9% → 12%, worse']);
  expect(trend(200, 20, [100, 10])).toEqual(['same', '10% → 10%, the same']);
  // What reads the same is not called better.
  expect(trend(100_000, 10_001, [100_000, 10_002])).toEqual(['same', '10% → 10%, the same']);
});

it('never says that nothing changed where nothing is known', () => {
  expect(trend(100, 9, null)).toEqual(['unknown', 'no count then']);
  expect(trend(100, 9, [0, 0])).toEqual(['unknown', 'no hosts then']);
  expect(trend(0, 0, [100, 9])).toEqual(['unknown', 'no hosts']);
});
