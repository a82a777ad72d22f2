import { describe, expect, it } from 'vitest';
import { staleWhileRevalidate } from './stale-while-revalidate.ts';

/** Counts its own computations; each takes `takes` milliseconds of its own clock. */
const counting = () => {
  const state = { now: 0, takes: 0, counts: 0 };
  const numbers = staleWhileRevalidate<number>({ clock: () => state.now });
  const read = (scope = 'site', key = 'all') =>
    numbers.read(scope, key, async () => {
      state.now += state.takes;
      state.counts += 1;
      return state.counts;
    });
  return { state, numbers, read };
};

describe('the stale-while-revalidate cache: values', () => {
  it('are counted anew each time while that is cheap', async () => {
    const { state, read } = counting();
    state.takes = 5;
    expect([await read(), await read(), await read()]).toEqual([1, 2, 3]);
  });

  it('are kept from the cost that the options name', async () => {
    const state = { now: 0, takes: 4, counts: 0 };
    const numbers = staleWhileRevalidate<number>({ cheapMs: 5, clock: () => state.now });
    const read = () =>
      numbers.read('site', 'all', async () => {
        state.now += state.takes;
        return (state.counts += 1);
      });
    expect([await read(), await read()]).toEqual([1, 2]);
    state.takes = 6;
    expect([await read(), await read()]).toEqual([3, 3]);
  });

  it('are counted anew while they are small, however busy the machine is', async () => {
    const state = { now: 0, takes: 900 };
    const numbers = staleWhileRevalidate<number>({ sizeOf: (number) => number, clock: () => state.now });
    const read = (number: number) =>
      numbers.read('site', 'all', async () => {
        state.now += state.takes;
        return number;
      });
    expect([await read(12), await read(1)]).toEqual([12, 1]);
    expect([await read(20_000), await read(1)]).toEqual([20_000, 20_000]);
  });

  it('are kept for a while in proportion to what they cost', async () => {
    const { state, read } = counting();
    state.takes = 100;
    expect(await read()).toBe(1);
    state.now += 1_900;
    expect(await read()).toBe(1);
    state.now += 200;
    expect(await read()).toBe(2);
  });

  it('are counted by one at a time: the others see what stood there', async () => {
    let now = 0;
    const numbers = staleWhileRevalidate<string>({ clock: () => now });
    const read = (count: () => Promise<string>) => numbers.read('site', 'all', count);
    const slowly = async (number: string) => {
      now += 100;
      return number;
    };
    await read(() => slowly('first'));
    now += 11_000;
    const { promise, resolve } = Promise.withResolvers<string>();
    const underWay = read(() => promise);
    expect(await read(() => slowly('not asked'))).toBe('first');
    resolve('second');
    expect(await underWay).toBe('second');
  });

  it('are counted once for all who ask for the first time, and by each for himself when that failed', async () => {
    const numbers = staleWhileRevalidate<string>();
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = [numbers.read('site', 'all', () => promise), numbers.read('site', 'all', async () => 'not asked')];
    resolve('one count');
    expect(await Promise.all(first)).toEqual(['one count', 'one count']);

    const broken = Promise.withResolvers<string>();
    const failing = numbers.read('site', 'other', () => broken.promise);
    const joined = numbers.read('site', 'other', async () => 'own count');
    broken.reject(new Error('timed out'));
    await expect(failing).rejects.toThrow('timed out');
    expect(await joined).toBe('own count');
  });

  it('are not joined when what is counted changed since that count began', async () => {
    const numbers = staleWhileRevalidate<string>();
    const { promise, resolve } = Promise.withResolvers<string>();
    const before = numbers.read('site', 'all', () => promise);
    numbers.forget('site');
    expect(await numbers.read('site', 'all', async () => 'after it')).toBe('after it');
    resolve('before the change');
    expect(await before).toBe('before the change');
  });

  it('are not kept when what is counted changed meanwhile', async () => {
    let now = 0;
    const numbers = staleWhileRevalidate<string>({ clock: () => now });
    const { promise, resolve } = Promise.withResolvers<string>();
    const underWay = numbers.read('site', 'all', () => promise);
    now += 500;
    numbers.forget('site');
    resolve('before the change');
    expect(await underWay).toBe('before the change');
    expect(await numbers.read('site', 'all', async () => 'after it')).toBe('after it');
  });

  it('are counted by the next when a count failed', async () => {
    const { state, numbers, read } = counting();
    state.takes = 100;
    await read();
    state.now += 11_000;
    await expect(numbers.read('site', 'all', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await read()).toBe(2);
  });

  it('are forgotten by scope', async () => {
    const { state, numbers, read } = counting();
    state.takes = 100;
    await read('site');
    await read('other');
    numbers.forget('site');
    expect(await read('other')).toBe(2);
    expect(await read('site')).toBe(3);
  });
});
