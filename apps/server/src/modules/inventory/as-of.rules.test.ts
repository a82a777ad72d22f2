import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { before } from './as-of.rules.ts';
import { difference } from './posting.rules.ts';

const inventory = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 15 })
  .map((ids) => ids.toSorted((a, b) => a - b));

describe('what a host had before its changes', () => {
  it('is what it had, whatever came and went since and in whatever order it is told', () => {
    fc.assert(
      fc.property(fc.array(inventory, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat()), (states, dice) => {
        const steps = states.slice(1).map((state, i) => {
          const { added, removed } = difference(states[i] ?? [], state);
          return { came: added, went: removed };
        });
        for (const [i, state] of states.entries()) {
          const since = steps.slice(i).toSorted(() => ((dice.next().value ?? 0) % 3) - 1);
          expect(before(states.at(-1) ?? [], since)).toEqual(state);
        }
      }),
    );
  });
});
