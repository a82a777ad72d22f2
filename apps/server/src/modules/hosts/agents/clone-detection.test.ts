import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSuccessor,
  type LastTokens,
  type CloneToken,
  newWriterId,
  nextCloneToken,
  readCloneToken,
  writeCloneToken,
} from './clone-detection.service.ts';

const key = Buffer.alloc(32, 7);

interface Machine {
  token: CloneToken;
}
/** A server process; machines keep the last token they got. */
const server = () => {
  let writerId = newWriterId();
  let last: LastTokens | undefined;
  return {
    call(machine: Machine, isAnswerLost = false): boolean {
      const sent = machine.token;
      if (!isSuccessor(writerId, last, sent)) return false;
      const current = nextCloneToken(writerId, sent.seq);
      last = { current, previous: sent };
      if (!isAnswerLost) machine.token = current;
      return true;
    },
    restart() {
      writerId = newWriterId();
      last = undefined;
    },
    forget() {
      last = undefined;
    },
  };
};
const enrolled = (): Machine => ({ token: nextCloneToken(newWriterId(), 0) });

const call = fc.record({
  to: fc.nat({ max: 2 }),
  isAnswerLost: fc.boolean(),
  before: fc.constantFrom('restart', 'forget', 'none', 'none', 'none', 'none'),
});

describe('clone detection', () => {
  it('accepts one machine for ever, whichever process it reaches, lost answers and restarts included', () => {
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

  it('authenticates tokens: nobody else writes one, and one agent cannot use another one’s', () => {
    const text = writeCloneToken(key, 'a', { seq: 4, salt: 'abcdefgh' });
    expect(readCloneToken([key], 'a', text)).toEqual({ seq: 4, salt: 'abcdefgh' });
    expect(readCloneToken([key], 'b', text)).toBeUndefined();
    expect(readCloneToken([key], 'a', text.replace('4.', '5.'))).toBeUndefined();
    expect(readCloneToken([Buffer.alloc(32, 1)], 'a', text)).toBeUndefined();
    expect(readCloneToken([Buffer.alloc(32, 1), key], 'a', text)).toEqual({ seq: 4, salt: 'abcdefgh' });
  });
});
