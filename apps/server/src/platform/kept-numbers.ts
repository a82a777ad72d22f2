/** Cheaper than this is not worth keeping: it is asked for anew each time, and always exact. */
const cheapMs = 30;
/** A dear number is asked for again after this many times what it took: keeping it fresh costs a twentieth of a core. */
const twentieth = 20;
const longestMs = 30_000;
const mostKept = 10_000;

interface Keeping {
  /** How many times as long as it took a number is kept. */
  rest?: number;
  clock?: () => number;
}

/**
 * Totals of large lists. Counting a hundred thousand rows takes longer than reading the page that stands above the
 * total; asked for by everybody, with every page, it would be most of what the database does. So a number that was
 * dear is shown again for a moment. While one counts anew, the others are shown what stood there until now. Who changes
 * what is counted says so with `forget`; a count that was under way then is not kept.
 */
export const keptNumbers = <T>({ rest = twentieth, clock = () => performance.now() }: Keeping = {}) => {
  const kept = new Map<string, { number: T; until: number; isCounting?: true }>();
  const forgotten = new Map<string, number>();
  return {
    async read(scope: string, key: string, count: () => Promise<T>): Promise<T> {
      const name = `${scope} ${key}`;
      const known = kept.get(name);
      if (known && (known.isCounting || known.until > clock())) return known.number;
      if (known) known.isCounting = true;
      const began = clock();
      const generation = forgotten.get(scope);
      try {
        const number = await count();
        const ms = clock() - began;
        if (kept.size >= mostKept) kept.clear();
        if (ms < cheapMs || forgotten.get(scope) !== generation) kept.delete(name);
        else kept.set(name, { number, until: clock() + Math.min(ms * rest, longestMs) });
        return number;
      } finally {
        if (known) delete known.isCounting;
      }
    },
    /** Everything of a scope: what is counted has changed. */
    forget(scope: string): void {
      if (forgotten.size >= mostKept) forgotten.clear();
      forgotten.set(scope, clock());
      for (const name of kept.keys()) if (name.startsWith(`${scope} `)) kept.delete(name);
    },
  };
};
