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

/** Turned round: what each host holds becomes, version by version, who holds it. */
export const holdersByVersion = (
  inventories: Iterable<readonly [hostNo: number, versionIds: readonly number[]]>,
): Map<number, number[]> => {
  const holders = new Map<number, number[]>();
  for (const [hostNo, versionIds] of inventories)
    for (const versionId of versionIds) {
      const hostNos = holders.get(versionId);
      if (hostNos) hostNos.push(hostNo);
      else holders.set(versionId, [hostNo]);
    }
  return holders;
};
