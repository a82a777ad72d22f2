import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { continues, type Held, type Mark, newHand, nextMark, readMark, writeMark } from './lineage.ts';

const key = Buffer.alloc(32, 7);

interface Machine {
  mark: Mark;
}
/** A process that remembers; machines hold the last mark they were given. */
const server = () => {
  let hand = newHand();
  let held: Held | undefined;
  return {
    call(machine: Machine, isAnswerLost = false): boolean {
      const sent = machine.mark;
      if (!continues(hand, held, sent)) return false;
      const current = nextMark(hand, sent.seq);
      held = { current, previous: sent };
      if (!isAnswerLost) machine.mark = current;
      return true;
    },
    restart() {
      hand = newHand();
      held = undefined;
    },
    forget() {
      held = undefined;
    },
  };
};
const enrolled = (): Machine => ({ mark: nextMark(newHand(), 0) });

const call = fc.record({
  to: fc.nat({ max: 2 }),
  isAnswerLost: fc.boolean(),
  before: fc.constantFrom('restart', 'forget', 'none', 'none', 'none', 'none'),
});

describe('the lineage of an agent', () => {
  it('goes on for ever for one machine, whichever process it reaches, lost answers and restarts included', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        const servers = [server(), server(), server()];
        const machine = enrolled();
        return calls.every(({ to, isAnswerLost, before }) => {
          const reached = servers[to] as ReturnType<typeof server>;
          if (before !== 'none') reached[before]();
          return reached.call(machine, isAnswerLost);
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('notices a copied identity within two calls of each that reach the same process', () => {
    for (const order of ['abab', 'aabb', 'baab', 'abba']) {
      const one = server();
      const original = enrolled();
      for (let i = 0; i < 5; i++) one.call(original);
      const copy = { ...original };
      const results = [...order].map((who) => one.call(who === 'a' ? original : copy));
      expect(results.includes(false)).toBe(true);
    }
  });

  it('notices a copy that has been elsewhere, once both are back at one process', () => {
    const [one, other] = [server(), server()];
    const original = enrolled();
    one.call(original);
    const copy = { ...original };
    other.call(copy);
    one.call(original);
    one.call(original);
    expect([one.call(copy), one.call(original), one.call(copy)]).toContain(false);
  });

  it('is sealed: nobody else writes a mark, and one agent cannot use another one’s', () => {
    const text = writeMark(key, 'a', { seq: 4, salt: 'abcdefgh' });
    expect(readMark([key], 'a', text)).toEqual({ seq: 4, salt: 'abcdefgh' });
    expect(readMark([key], 'b', text)).toBeUndefined();
    expect(readMark([key], 'a', text.replace('4.', '5.'))).toBeUndefined();
    expect(readMark([Buffer.alloc(32, 1)], 'a', text)).toBeUndefined();
    expect(readMark([Buffer.alloc(32, 1), key], 'a', text)).toEqual({ seq: 4, salt: 'abcdefgh' });
  });
});
