/** Sorted lists of numbers, as inventories and posting lists keep them. */

export const sortedUnique = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b);

/** What is in `after` but not in `before`, and the other way round. Both sorted. */
export const difference = (
  before: readonly number[],
  after: readonly number[],
): { added: number[]; removed: number[] } => {
  const added: number[] = [];
  const removed: number[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const old = before[i] ?? Infinity;
    const fresh = after[j] ?? Infinity;
    if (old === fresh) {
      i += 1;
      j += 1;
    } else if (old < fresh) {
      removed.push(old);
      i += 1;
    } else {
      added.push(fresh);
      j += 1;
    }
  }
  return { added, removed };
};

/** A sorted list with some numbers taken out and others put in. */
export const patched = (
  list: readonly number[],
  { added, removed }: { added: ReadonlySet<number>; removed: ReadonlySet<number> },
): number[] => sortedUnique([...list.filter((number) => !removed.has(number)), ...added]);
