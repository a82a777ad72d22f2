import { hostSelection } from '@patchkeep/contract/hosts';
import { expect, test } from 'vitest';
import { allMatching, type Selection, setSelected } from '../../ui/table/selection.ts';
import { isTooMany, needsPreview, selectionBody } from './host-selection.ts';

const ids = Array.from({ length: 12 }, (_, i) => `0195a000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`);
const some = (count: number): Selection => ({ kind: 'some', ids: new Set(ids.slice(0, count)) });
const filter = { view: 'dormant', q: 'LT' } as const;

test('some rows go by id', () => {
  const body = selectionBody(some(2), filter, 500);
  expect(body).toEqual({ hosts: ids.slice(0, 2) });
  expect(hostSelection.safeParse(body).success).toBe(true);
});
test('all matching goes as the filter, less the rows taken out, with the count that was shown', () => {
  const body = selectionBody(setSelected(allMatching, ids.slice(0, 3), false), filter, 500);
  expect(body).toEqual({ filter, except: ids.slice(0, 3), expectedCount: 497 });
  expect(hostSelection.safeParse(body).success).toBe(true);
});
test('ten hosts at once, more with a look first', () => {
  expect(needsPreview(some(10))).toBe(false);
  expect(needsPreview(some(11))).toBe(true);
  expect(needsPreview(allMatching)).toBe(true);
});
test('more rows than the server takes by id are told, not cut', () => {
  expect(isTooMany(some(12))).toBe(false);
  expect(isTooMany({ kind: 'some', ids: new Set(Array.from({ length: 1_001 }, (_, i) => String(i))) })).toBe(true);
});
