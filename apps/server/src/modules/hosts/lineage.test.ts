import { describe, expect, it } from 'vitest';
import { continues, type Held, type Mark, nextMark, readMark, writeMark } from './lineage.ts';

const key = Buffer.alloc(32, 7);

/** A server that remembers, and machines that hold the last mark they were given. */
const line = () => {
  let held: Held | undefined;
  return {
    call(machine: { mark: Mark | undefined }, isAnswerLost = false): boolean {
      if (machine.mark && !continues(held, machine.mark)) return false;
      const current = nextMark(Math.max(held?.current.seq ?? 0, machine.mark?.seq ?? 0));
      held = { current, previous: machine.mark };
      if (!isAnswerLost) machine.mark = current;
      return true;
    },
    forget: () => {
      held = undefined;
    },
  };
};

describe('the lineage of an agent', () => {
  it('goes on for ever for one machine, lost answers and server restarts included', () => {
    const server = line();
    const machine: { mark: Mark | undefined } = { mark: undefined };
    for (let i = 0; i < 200; i++) {
      if (i % 7 === 0) server.forget();
      expect(server.call(machine, i % 3 === 0)).toBe(true);
    }
  });

  it('notices a copied identity within two calls of each', () => {
    for (const order of ['abab', 'aabb', 'baab', 'abba']) {
      const server = line();
      const original: { mark: Mark | undefined } = { mark: undefined };
      for (let i = 0; i < 5; i++) server.call(original);
      const copy = { ...original };
      const results = [...order].map((who) => server.call(who === 'a' ? original : copy));
      expect(results.includes(false)).toBe(true);
    }
  });

  it('is sealed: nobody else writes a mark, and one agent cannot use another one’s', () => {
    const text = writeMark(key, 'a', { seq: 4, salt: 'abcdefgh' });
    expect(readMark(key, 'a', text)).toEqual({ seq: 4, salt: 'abcdefgh' });
    expect(readMark(key, 'b', text)).toBeUndefined();
    expect(readMark(key, 'a', text.replace('4.', '5.'))).toBeUndefined();
    expect(readMark(Buffer.alloc(32, 1), 'a', text)).toBeUndefined();
  });
});
