import { describe, expect, it } from 'vitest';
import { refreshUntilDone } from './refresh-helper.ts';

/** A clock that moves only by what the test spends. */
const clockOf = () => {
  const waits: number[] = [];
  let time = 0;
  return {
    waits,
    spend: (ms: number) => void (time += ms),
    now: () => time,
    wait: async (ms: number) => {
      waits.push(ms);
      time += ms;
    },
  };
};

describe('the refresh helper', () => {
  it('repeats only the unsuccessful operations until none is left, errors suppressed [SES-28]', async () => {
    const clock = clockOf();
    const runs = { steady: 0, shaky: 0 };
    await refreshUntilDone(
      [
        async () => void (runs.steady += 1),
        async () => {
          runs.shaky += 1;
          if (runs.shaky < 4) throw new Error('not yet');
        },
        () => Promise.resolve('at once'),
      ],
      clock,
    );
    expect(runs).toEqual({ steady: 1, shaky: 4 });
  });

  it('ends when someone aborts it [SES-28]', async () => {
    const clock = clockOf();
    const stop = new AbortController();
    let runs = 0;
    await refreshUntilDone(
      [
        async () => {
          runs += 1;
          if (runs === 3) stop.abort();
          throw new Error('never');
        },
      ],
      clock,
      stop.signal,
    );
    expect(runs).toBe(3);
  });

  it('treats an operation that throws before it awaits like any other failure [SES-28]', async () => {
    let runs = 0;
    const operation = () => {
      runs += 1;
      if (runs === 1) throw new Error('at once');
      return Promise.resolve();
    };
    await refreshUntilDone([operation], clockOf());
    expect(runs).toBe(2);
  });

  it.each([
    [0, [2_000]],
    [999, [2_000]],
    [1_000, []],
    [5_000, []],
  ])('after a round of %i ms it pauses %j [SES-29]', async (spent, pauses) => {
    const clock = clockOf();
    let runs = 0;
    await refreshUntilDone(
      [
        async () => {
          runs += 1;
          clock.spend(spent);
          if (runs === 1) throw new Error('once');
        },
      ],
      clock,
    );
    expect(clock.waits).toEqual(pauses);
  });
});
