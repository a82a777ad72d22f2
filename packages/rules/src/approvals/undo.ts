/** A decision that a change set changed. V is all that is stored of a decision but its serial number. */
export interface UndoableChange<V> {
  /** Names the decision: scope and subject. */
  key: string;
  before: V;
  /** The set that the value before came from; null where nothing was decided yet. */
  beforeSetId: string | null;
}

/** What a decision becomes when a set is taken back. */
export interface Restored<V> {
  key: string;
  value: V;
  /** Its value comes from this set again, so that this one may be taken back next. */
  setId: string | null;
}

/**
 * How a set is taken back, or undefined while something newer stands in the way: each of its decisions must still be
 * the one it made. Serial numbers cannot tell, because taking back counts them on; the set a value came from can.
 */
export const undoOf = <V>(
  setId: string,
  changes: readonly UndoableChange<V>[],
  setIdAt: (key: string) => string | null,
): Restored<V>[] | undefined =>
  changes.every(({ key }) => setIdAt(key) === setId)
    ? changes.map(({ key, before, beforeSetId }) => ({ key, value: before, setId: beforeSetId }))
    : undefined;
