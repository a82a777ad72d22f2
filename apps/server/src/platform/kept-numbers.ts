/** Cheaper than this is not worth keeping: it is asked for anew each time, and always exact. */
const cheapMs = 30;
/** A dear number is asked for again after this many times what it took: keeping it fresh costs a twentieth of a core. */
const rest = 20;
const longestMs = 30_000;
const mostKept = 10_000;

/**
 * Totals of large lists. Counting a hundred thousand rows takes longer than reading the page that stands above the
 * total; asked for by everybody, with every page, it would be most of what the database does. So a number that was
 * dear is shown again for a moment. Who changes what is counted says so with `forget`.
 */
export const keptNumbers = <T>(clock: () => number = () => performance.now()) => {
  const kept = new Map<string, { number: T; until: number }>();
  return {
    async read(scope: string, key: string, count: () => Promise<T>): Promise<T> {
      const name = `${scope} ${key}`;
      const known = kept.get(name);
      if (known && known.until > clock()) return known.number;
      const began = clock();
      const number = await count();
      const ms = clock() - began;
      if (kept.size >= mostKept) kept.clear();
      if (ms < cheapMs) kept.delete(name);
      else kept.set(name, { number, until: clock() + Math.min(ms * rest, longestMs) });
      return number;
    },
    /** Everything of a scope: what is counted has changed. */
    forget(scope: string): void {
      for (const name of kept.keys()) if (name.startsWith(`${scope} `)) kept.delete(name);
    },
  };
};
