/** What one host reported, by article number. */
export interface ReportedUpdates {
  installed: readonly number[];
  missing: readonly number[];
  pending: readonly number[];
}

/** All that each article makes needless, however many steps away. */
export type Superseded = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * What a host really misses: not what is installed, and not what anything installed, pending or itself on offer
 * replaces, along the whole chain. An article that waits for a restart is pending and no longer missing.
 */
export const effectiveUpdates = (
  { installed, missing, pending }: ReportedUpdates,
  superseded: Superseded,
): { missing: number[]; pending: number[] } => {
  const gone = new Set(installed);
  for (const kb of [...installed, ...missing, ...pending]) for (const old of superseded.get(kb) ?? []) gone.add(old);
  const isPending = new Set(pending);
  return {
    missing: missing.filter((kb) => !gone.has(kb) && !isPending.has(kb)),
    pending: pending.filter((kb) => !gone.has(kb)),
  };
};
