/** A repeatable source of chance: the same seed makes the same fleet. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32: small, fast, and good enough for made-up hosts. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
  };
};
