import type { Evidence } from '@patchkeep/contract/applications';
import type { Tx } from '../../platform/db/tenant.ts';
import { explainVersions, type VersionEvidence } from '../catalog/public.ts';
import type { JudgedVersion } from './versions.queries.ts';

const bounds = ({ from, to, exact, isFromIncluded, isToIncluded }: VersionEvidence): string => {
  if (exact !== undefined) return `exactly ${exact}`;
  const parts = [
    from === undefined ? '' : `${isFromIncluded ? 'from' : 'after'} ${from}`,
    to === undefined ? '' : `${isToIncluded ? 'up to' : 'before'} ${to}`,
  ];
  return parts.filter(Boolean).join(', ') || 'every version';
};

/** Why versions are judged as they are; the catalogue answers, we put it into words. */
export const readEvidence = async (
  tx: Tx,
  versions: readonly Pick<JudgedVersion, 'version_id' | 'channel_tag' | 'channel_version'>[],
  cveId?: string,
): Promise<Map<number, Evidence[]>> => {
  const asked = versions.map((row) => ({
    versionId: row.version_id,
    channelTag: row.channel_tag,
    channelVersion: row.channel_version,
  }));
  const found = await explainVersions(tx, asked, cveId);
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
