import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zipfSizes } from './sizes.ts';

test('the largest customer has about twice the hosts of the second and ten times those of the tenth', () => {
  const sizes = zipfSizes(100_000, 200);
  expect((sizes[0] ?? 0) / (sizes[1] ?? 1)).toBeCloseTo(2, 1);
  expect((sizes[0] ?? 0) / (sizes[9] ?? 1)).toBeCloseTo(10, 0);
});

test('nobody is lost, everybody has one, and no smaller customer is larger', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 5_000 }), (customers, more) => {
      const sizes = zipfSizes(customers + more, customers);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(customers + more);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }),
  );
  expect(() => zipfSizes(1, 2)).toThrow('more customers');
});
