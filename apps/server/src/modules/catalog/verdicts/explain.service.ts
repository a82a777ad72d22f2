import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { findChannel } from '../channels/channels.repository.ts';
import type { Advisory } from '../matching/advisory.types.ts';
import { type Evidence, explain } from '../matching/explain.rules.ts';
import { channelKeys } from '../matching/keys.rules.ts';
import { selectAdvisoriesFor, selectFeedRevisions } from './channel-facts.repository.ts';

export interface VersionToExplain {
  versionId: number;
  channelTag: string | null;
  /** The version in the channel's own words, as its verdict has it. */
  channelVersion: string | null;
}

export type VersionEvidence = Evidence & { feedRevision: number };

/**
 * Why versions are judged as they are, of one CVE or all: worked out anew by the matcher that judged, from the
 * advisories it judged by, so that evidence and verdict cannot disagree.
 */
export const explainVersions = async (
  db: Kysely<Tables>,
  versions: readonly VersionToExplain[],
  cveId?: string,
): Promise<Map<number, VersionEvidence[]>> => {
  const found = new Map<number, VersionEvidence[]>();
  for (const [tag, same] of Map.groupBy(versions, ({ channelTag }) => channelTag)) {
    const channel = tag === null ? undefined : await findChannel(db, tag);
    if (channel === undefined) continue;
    const advisories = await selectAdvisoriesFor(db, channelKeys(channel), cveId);
    const revisions = await selectFeedRevisions(db, [...new Set(advisories.map((each: Advisory) => each.cveId))]);
    for (const { versionId, channelVersion } of same) {
      const evidence = explain(channel, advisories, channelVersion ?? '');
      found.set(
        versionId,
        evidence.map((each) => ({ ...each, feedRevision: revisions.get(`${each.feed} ${each.cveId}`) ?? 0 })),
      );
    }
  }
  return found;
};
