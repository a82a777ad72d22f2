import { describe, expect, it, test } from 'vitest';
import { isLabelled, spread, ticksTo } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [16_085, [0, 5_000, 10_000, 15_000, 20_000]],
])('an axis to %i has %j', (max, expected) => {
  expect(ticksTo(max)).toEqual(expected);
});

it('reaches every maximum with few whole numbers', () => {
  for (let max = 1; max < 200_000; max = Math.ceil(max * 1.07)) {
    const ticks = ticksTo(max);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

it('writes every label that has room, and always the newest', () => {
  const written = (band: number) => [0, 1, 2, 3, 4].filter((index) => isLabelled(index, 5, band, 40));
  expect(written(40)).toEqual([0, 1, 2, 3, 4]);
  expect(written(39)).toEqual([0, 2, 4]);
  expect(written(5)).toEqual([4]);
});

describe('labels at the ends of lines', () => {
  it('stay where they are when there is room', () => {
    expect(spread([80, 10, 40], 16, 0, 100)).toEqual([80, 10, 40]);
  });

  it('move apart, keep their order and stay inside', () => {
    expect(spread([99, 98, 10], 16, 0, 100)).toEqual([100, 84, 10]);
    expect(spread([0, 0, 0], 16, 0, 100)).toEqual([0, 16, 32]);
  });
});
