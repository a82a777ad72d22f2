import type { Evidence } from '@patchkeep/contract/applications';
import type { Tx } from '../../../platform/db/tenant.ts';
import { explainVersions, fixesOf, type VersionEvidence } from '../../catalog/public.ts';
import type { JudgedVersion } from './versions.queries.ts';
import { newestFirst } from './versions.rules.ts';

const bounds = ({ from, to, exact, isFromIncluded, isToIncluded }: VersionEvidence): string => {
  if (exact !== undefined) return `exactly ${exact}`;
  const parts = [
    from === undefined ? '' : `${isFromIncluded ? 'from' : 'after'} ${from}`,
    to === undefined ? '' : `${isToIncluded ? 'up to' : 'before'} ${to}`,
  ];
  return parts.filter(Boolean).join(', ') || 'every version';
};

const asked = (row: JudgedVersion) => ({
  versionId: row.version_id,
  channelTag: row.channel_tag,
  channelVersion: row.channel_version,
});

/**
 * The version in which a CVE is fixed for all of these: the newest of theirs, where they stand on several lines. What
 * is free of all CVEs of a version is free of each, so a verdict's fixed version is the answer where rules have none.
 */
export const readFixes = async (
  tx: Tx,
  versions: readonly JudgedVersion[],
  cveNos: readonly number[],
): Promise<(cveNo: number, affected: readonly JudgedVersion[]) => string | null> => {
  const fixes = await fixesOf(tx, versions.map(asked), cveNos);
  return (cveNo, affected) =>
    affected
      .flatMap((row) => fixes.get(row.version_id)?.get(cveNo) ?? row.fixed_version ?? [])
      .toSorted(newestFirst(affected[0]?.scheme))[0] ?? null;
};

/** Why versions are judged as they are; the catalogue answers, we put it into words. */
export const readEvidence = async (
  tx: Tx,
  versions: readonly JudgedVersion[],
  cveId?: string,
): Promise<Map<number, Evidence[]>> => {
  const found = await explainVersions(tx, versions.map(asked), cveId);
  return new Map(
    [...found].map(([versionId, own]) => [
      versionId,
      own.map((each) => ({
        cveId: each.cveId,
        feed: each.feed,
        source: each.source,
        range: bounds(each),
        detail: each.raw,
        version: each.version,
        feedRevision: each.feedRevision,
      })),
    ]),
  );
};
