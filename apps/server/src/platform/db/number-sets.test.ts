import fc from 'fast-check';
import { expect, it } from 'vitest';
import { common, countOf, membership, pack, placeAfter, replaced, union, without } from './number-sets.ts';
import { unpackNumbers } from './packed-numbers.ts';

const numbers = fc.array(fc.nat({ max: 60 }), { maxLength: 40 });
const sorted = (list: readonly number[]): number[] => [...new Set(list)].toSorted((a, b) => a - b);

it('sets of numbers are what sets are', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, numbers, (a, b, c, d) => {
      expect(unpackNumbers(pack(a))).toEqual(sorted(a));
      expect(countOf(pack(a))).toBe(sorted(a).length);
      expect(unpackNumbers(union(pack(a), pack(b)))).toEqual(sorted([...a, ...b]));
      expect(unpackNumbers(common(pack(a), pack(b)))).toEqual(sorted(a.filter((number) => b.includes(number))));
      expect(unpackNumbers(without(pack(a), pack(b), pack(c)))).toEqual(
        sorted(a.filter((number) => !b.includes(number) && !c.includes(number))),
      );
      const within = sorted(d);
      const found = c.filter((number) => b.includes(number));
      const now = [...a.filter((number) => !b.includes(number)), ...found];
      expect(unpackNumbers(replaced(pack(a), { looked: new Set(b), found, within }))).toEqual(
        sorted(now.filter((number) => within.includes(number))),
      );
      const isIn = membership(pack(a), pack(b));
      for (const number of [...a, ...b, ...c]) expect(isIn(number)).toBe(a.includes(number) || b.includes(number));
      for (const before of [-1, ...a])
        expect(placeAfter(within, before)).toBe(within.filter((number) => number <= before).length);
    }),
    { numRuns: 2_000 },
  );
});
