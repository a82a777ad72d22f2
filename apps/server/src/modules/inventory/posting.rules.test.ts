import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, patched, sortedUnique } from './posting.rules.ts';

const list = fc.array(fc.nat(50)).map(sortedUnique);

describe('sorted lists', () => {
  it('differ by exactly what one has and the other has not', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { added, removed } = difference(before, after);
        expect(added).toEqual(after.filter((n) => !before.includes(n)));
        expect(removed).toEqual(before.filter((n) => !after.includes(n)));
        expect(patched(before, { added: new Set(added), removed: new Set(removed) })).toEqual(after);
      }),
    );
  });
});
