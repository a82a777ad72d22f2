/** Values that are computed faster than this are not cached. */
const defaultCheapMs = 30;
/** Counts of fewer rows are cached only if they took a second: load of the machine alone rarely causes that. */
export const largeFrom = 10_000;
const cheapSmallMs = 1_000;
/** TTL = 20 × computation time, so refreshing a value costs at most a twentieth of a core. */
const defaultTtlFactor = 20;
const maxTtlMs = 30_000;
const maxEntries = 10_000;

interface CacheOptions<T> {
  /** The number of rows behind a value; without it every value counts as large. */
  sizeOf?: (value: T) => number;
  /** Values that were computed faster than this are not cached. */
  cheapMs?: number;
  /** TTL as a multiple of the computation time. */
  ttlFactor?: number;
  clock?: () => number;
}

/**
 * A stale-while-revalidate cache for totals of large lists. Counting a hundred thousand rows takes longer than reading
 * one page of them, so counting again for every page would be most of the database's load. One request at a time
 * recomputes an expired value; meanwhile the other requests get the expired value, or wait for the same computation if
 * there is none. Code that changes the counted rows calls `forget`; a computation that was running at that moment is
 * neither cached nor shared.
 */
export const staleWhileRevalidate = <T>({
  sizeOf = () => Infinity,
  cheapMs = defaultCheapMs,
  ttlFactor = defaultTtlFactor,
  clock = () => performance.now(),
}: CacheOptions<T> = {}) => {
  const cached = new Map<string, { value: T; until: number }>();
  const running = new Map<string, Promise<T>>();
  const invalidatedAt = new Map<string, number>();

  const compute = async (scope: string, name: string, count: () => Promise<T>): Promise<T> => {
    const began = clock();
    const generation = invalidatedAt.get(scope);
    const value = await count();
    const ms = clock() - began;
    if (invalidatedAt.get(scope) !== generation) return value;
    if (cached.size >= maxEntries) cached.clear();
    if (ms < (sizeOf(value) < largeFrom ? cheapSmallMs : cheapMs)) cached.delete(name);
    else cached.set(name, { value, until: clock() + Math.min(ms * ttlFactor, maxTtlMs) });
    return value;
  };

  return {
    async read(scope: string, key: string, count: () => Promise<T>): Promise<T> {
      const name = `${scope} ${key}`;
      const known = cached.get(name);
      const others = running.get(name);
      if (known && (others || known.until > clock())) return known.value;
      // If the computation of the other request fails, this request computes the value itself.
      if (others) return others.catch(() => compute(scope, name, count));
      const computing = compute(scope, name, count);
      running.set(name, computing);
      try {
        return await computing;
      } finally {
        if (running.get(name) === computing) running.delete(name);
      }
    },
    /** Drops all values of a scope, because the counted rows have changed. */
    forget(scope: string): void {
      if (invalidatedAt.size >= maxEntries) invalidatedAt.clear();
      invalidatedAt.set(scope, clock());
      for (const map of [cached, running])
        for (const name of map.keys()) if (name.startsWith(`${scope} `)) map.delete(name);
    },
  };
};
