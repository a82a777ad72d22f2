import { variantCodes } from '@patchkeep/rules/software/variant';

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

/** A sorted list with some numbers taken out and others put in; merged, because most of a long list stays as it is. */
export const patched = (
  list: readonly number[],
  { added, removed }: { added: ReadonlySet<number>; removed: ReadonlySet<number> },
): number[] => {
  const news = [...added].toSorted((a, b) => a - b);
  const merged: number[] = [];
  let next = 0;
  for (const number of list) {
    for (; (news[next] ?? Infinity) < number; next++) merged.push(news[next] ?? 0);
    if (added.has(number) || !removed.has(number)) merged.push(number);
    if (news[next] === number) next += 1;
  }
  return merged.concat(news.slice(next));
};

/** A version and a variant of its copies, as one number: what there is a list of holders for. */
export const holderKey = (versionId: number, variant = 0): number => versionId * variantCodes + variant;
export const versionOfKey = (key: number): number => Math.floor(key / variantCodes);
export const variantOfKey = (key: number): number => key % variantCodes;

/** Turned round: what each host holds becomes, for each of it, who holds it. */
export const holdersOfEach = (
  inventories: Iterable<readonly [hostNo: number, keys: readonly number[]]>,
): Map<number, number[]> => {
  const holders = new Map<number, number[]>();
  for (const [hostNo, keys] of inventories)
    for (const key of keys) {
      const hostNos = holders.get(key);
      if (hostNos) hostNos.push(hostNo);
      else holders.set(key, [hostNo]);
    }
  return holders;
};
