import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { findChannel } from '../channels/channels.repository.ts';
import { fixesByCve } from '../matching/judge.rules.ts';
import { selectPackedRules, selectReleases } from './channel-facts.repository.ts';
import { unpackRules } from './compiled-text.rules.ts';
import type { VersionToExplain } from './explain.service.ts';
import { compileRules } from './judge.service.ts';

/** By version and number of the CVE: the first version of its channel that the CVE does not reach. */
export const fixesOf = async (
  db: Kysely<Tables>,
  versions: readonly VersionToExplain[],
  cveNos: readonly number[],
): Promise<Map<number, ReadonlyMap<number, string>>> => {
  const found = new Map<number, ReadonlyMap<number, string>>();
  if (cveNos.length === 0) return found;
  const wanted = new Set(cveNos);
  for (const [tag, same] of Map.groupBy(versions, ({ channelTag }) => channelTag)) {
    const channel = tag === null ? undefined : await findChannel(db, tag);
    if (channel === undefined) continue;
    const rules = (await selectPackedRules(db, [channel.tag])).get(channel.tag) ?? (await compileRules(db, channel));
    const releases = (await selectReleases(db, [channel.tag])).get(channel.tag) ?? [];
    const texts = same.map(({ channelVersion }) => channelVersion ?? '');
    const offered = releases.map(({ version }) => version);
    const fixes = fixesByCve(unpackRules(channel, rules), texts, wanted, offered);
    same.forEach(({ versionId }, at) => found.set(versionId, fixes[at] ?? new Map()));
  }
  return found;
};
