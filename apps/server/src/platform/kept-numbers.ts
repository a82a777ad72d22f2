/** Cheaper than this is not worth keeping, unless somebody says otherwise: it is asked for anew each time. */
const usuallyCheapMs = 30;
/** Less than this is little to count: it is kept only when it took a second, which a busy machine alone seldom does. */
export const largeFrom = 10_000;
const cheapSmallMs = 1_000;
/** A dear number is asked for again after this many times what it took: keeping it fresh costs a twentieth of a core. */
const twentieth = 20;
const longestMs = 30_000;
const mostKept = 10_000;

interface Keeping<T> {
  /** How much was counted for a number; without it, always much. */
  sizeOf?: (number: T) => number;
  /** What took less is not kept. */
  cheapMs?: number;
  /** How many times as long as it took a number is kept. */
  rest?: number;
  clock?: () => number;
}

/**
 * Totals of large lists. Counting a hundred thousand rows takes longer than reading the page that stands above the
 * total; asked for by everybody, with every page, it would be most of what the database does. So a number that was
 * dear is shown again for a moment. One counts at a time: the others are shown what stood there until now, and where
 * nothing stood yet they wait for the same count. Who changes what is counted says so with `forget`; a count that was
 * under way then is neither kept nor joined.
 */
export const keptNumbers = <T>({
  sizeOf = () => Infinity,
  cheapMs = usuallyCheapMs,
  rest = twentieth,
  clock = () => performance.now(),
}: Keeping<T> = {}) => {
  const kept = new Map<string, { number: T; until: number }>();
  const underWay = new Map<string, Promise<T>>();
  const forgotten = new Map<string, number>();

  const countOnce = async (scope: string, name: string, count: () => Promise<T>): Promise<T> => {
    const began = clock();
    const generation = forgotten.get(scope);
    const number = await count();
    const ms = clock() - began;
    if (forgotten.get(scope) !== generation) return number;
    if (kept.size >= mostKept) kept.clear();
    if (ms < (sizeOf(number) < largeFrom ? cheapSmallMs : cheapMs)) kept.delete(name);
    else kept.set(name, { number, until: clock() + Math.min(ms * rest, longestMs) });
    return number;
  };

  return {
    async read(scope: string, key: string, count: () => Promise<T>): Promise<T> {
      const name = `${scope} ${key}`;
      const known = kept.get(name);
      const others = underWay.get(name);
      if (known && (others || known.until > clock())) return known.number;
      // The count of another request may fail for reasons of its own: then this one counts for itself.
      if (others) return others.catch(() => countOnce(scope, name, count));
      const counting = countOnce(scope, name, count);
      underWay.set(name, counting);
      try {
        return await counting;
      } finally {
        if (underWay.get(name) === counting) underWay.delete(name);
      }
    },
    /** Everything of a scope: what is counted has changed. */
    forget(scope: string): void {
      if (forgotten.size >= mostKept) forgotten.clear();
      forgotten.set(scope, clock());
      for (const map of [kept, underWay])
        for (const name of map.keys()) if (name.startsWith(`${scope} `)) map.delete(name);
    },
  };
};
