/**
 * What a host had before some changes, out of what it has after them. A version is there or not, so what came more often
 * than it went was not there before, in whatever order that happened.
 */
export const before = (
  versionIds: readonly number[],
  changes: readonly { came: readonly number[]; went: readonly number[] }[],
): number[] => {
  const times = new Map(versionIds.map((id) => [id, 1]));
  for (const { came, went } of changes) {
    for (const id of came) times.set(id, (times.get(id) ?? 0) - 1);
    for (const id of went) times.set(id, (times.get(id) ?? 0) + 1);
  }
  return [...times].flatMap(([id, count]) => (count > 0 ? id : [])).toSorted((a, b) => a - b);
};
