import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

it('forgets the oldest entry beyond its limit, and takes a key that is set again for the newest', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
