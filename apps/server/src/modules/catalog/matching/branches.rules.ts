import { compareVersions, type SchemeName } from '@patchkeep/versions/schemes';
import type { Range } from './advisory.types.ts';
import { afterSeries } from './version-text.rules.ts';

/** `2023.1` of a fix in 2023.1.7: the branch that fix is for. */
const branchOf = (version: string): string | undefined => version.match(/^(\d+(?:\.\d+)+)\.\d+$/)?.[1];

const isOpenBelow = (range: Range): range is Range & { to: string } =>
  range.status === 'affected' && range.exact === undefined && range.to !== undefined && !range.isToIncluded;

/**
 * A vendor that repairs several branches at once writes "from 2023.1 below 2023.1.7, from 2023.1 below 2023.2.7, …".
 * Taken word for word the last bound swallows the others, and the repaired 2023.1.9 would be affected. So each bound
 * begins where the branch of the one before it ends.
 */
export const splitByBranch = (scheme: SchemeName, ranges: readonly Range[]): Range[] => {
  const groups = Map.groupBy(ranges, (range) => (isOpenBelow(range) ? (range.from ?? '') : undefined));
  return [...groups].flatMap(([from, group]) => {
    if (from === undefined || group.length < 2) return group;
    const sorted = group.filter(isOpenBelow).toSorted((a, b) => compareVersions(scheme, a.to, b.to) ?? 0);
    const branches = sorted.map(({ to }) => branchOf(to));
    const isOneEach =
      new Set(branches).size === branches.length && branches.filter((branch) => branch !== undefined).length >= 2;
    if (!isOneEach) return group;
    return sorted.flatMap((range, at) => {
      const before = branches[at - 1];
      const start = before === undefined ? undefined : afterSeries(before);
      if (start === undefined) return [range];
      // A bound before its own branch's first release (2024.2 EAP2) leaves nothing of that branch.
      const isEmpty = (compareVersions(scheme, start, range.to) ?? -1) >= 0;
      return isEmpty ? [] : [{ ...range, from: start, isFromIncluded: true }];
    });
  });
};
