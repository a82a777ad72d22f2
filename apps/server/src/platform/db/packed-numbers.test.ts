import { describe, expect, it } from 'vitest';
import { packNumbers, unpackNumbers } from './packed-numbers.ts';

describe('packed numbers', () => {
  it.each([[[]], [[0]], [[0, 1, 127, 128, 129, 16_383, 16_384, 2_097_152, 2_147_483_647]], [[7, 7, 7]]])(
    'come back as they went in: %j',
    (numbers) => {
      expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers);
    },
  );

  it('come back for many random lists, in about a byte and a half for each', () => {
    for (let round = 0; round < 200; round++) {
      const numbers = Array.from({ length: 200 }, () => Math.floor(Math.random() * 60_000)).toSorted((a, b) => a - b);
      const packed = packNumbers(numbers);
      expect(unpackNumbers(packed)).toEqual(numbers);
      expect(packed.length).toBeLessThan(400);
    }
  });

  it('refuse what is not in order', () => {
    expect(() => packNumbers([2, 1])).toThrow('sorted');
  });
});
