import { expect, test } from 'vitest';
import {
  chipsOf,
  isNarrowed,
  readPackagesSearch,
  wholeList,
  withChips,
  writePackagesSearch,
} from './packages-search.ts';

test('an address is read and written back the same', () => {
  const raw = { q: 'Zip', state: 'held' };
  expect(writePackagesSearch(readPackagesSearch(raw))).toEqual(raw);
  expect(writePackagesSearch(wholeList)).toEqual({});
});

test('a state that nobody knows is dropped', () => {
  expect(readPackagesSearch({ state: 'lost' })).toEqual(wholeList);
});

test('the chip of a state narrows the list and is taken away again', () => {
  const held = withChips(wholeList, [{ field: 'state', op: 'is', values: ['held'] }]);
  expect(held.state).toBe('held');
  expect(chipsOf(held)).toEqual([{ field: 'state', op: 'is', values: ['held'] }]);
  expect(isNarrowed(held)).toBe(true);
  expect(isNarrowed(withChips(held, []))).toBe(false);
});
