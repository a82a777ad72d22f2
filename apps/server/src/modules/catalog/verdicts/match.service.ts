import { hash as digest } from 'node:crypto';
import type { Channel } from '@patchkeep/starter/channel';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { selectChannels } from '../channels/channels.repository.ts';
import { loadStarterChannels } from '../channels/channels.service.ts';
import { channelIdentity } from '../channels/identity.rules.ts';
import type { Touched } from '../feeds/feed.types.ts';
import { channelKeys } from '../matching/keys.rules.ts';
import { applicationIds, type WantedApplication } from './applications.repository.ts';
import { forgetPackedRules } from './channel-facts.repository.ts';
import { type Identified, identifyService, type MatchTools } from './identify.service.ts';
import { judge, type Judgement, type ToJudge } from './judge.service.ts';
import { deleteSetAside } from './set-aside.repository.ts';
import {
  nextRevision,
  refreshHighestEpss,
  selectInstalledVersions,
  selectOverdueVersions,
  upsertVerdicts,
  type VerdictRow,
  type VersionScope,
} from './verdicts.repository.ts';

/** So many versions are held at once: many where all are judged, because the rules of a channel are read per page. */
const pageSize = 100_000;
/** New software comes in small numbers, unless somebody floods us: the process must answer others in between. */
const pageSizeOfNew = 500;
const writeSize = 5_000;
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

const nothingKnown = (versionId: number): Judgement => ({
  versionId,
  channelVersion: null,
  status: 0,
  isExploited: false,
  cveNos: [],
  zeroDayNos: [],
  eolOn: null,
  fixedVersion: null,
  recommendedVersion: null,
  highestCvss: null,
  highestEpss: null,
});

const applicationOf = (channel: Channel): WantedApplication => ({
  identityKey: channelIdentity(channel.tag),
  channelTag: channel.tag,
  name: channel.name,
  publisher: channel.vendor,
});

/** Scores are no part of it: they move by themselves. CVEs go in as bytes: as text they would be most of the work. */
const hashOf = ({ versionId: _id, highestEpss: _epss, cveNos, zeroDayNos, ...said }: VerdictRow): Buffer => {
  const text = Buffer.from(JSON.stringify([said, cveNos.length]));
  const numbers = Int32Array.of(...cveNos, ...zeroDayNos);
  return digest('md5', Buffer.concat([text, Buffer.from(numbers.buffer)]), 'buffer');
};

const judgePage = async (
  db: Kysely<Tables>,
  page: readonly Identified[],
  channels: ReadonlyMap<string, Channel>,
  today: string,
): Promise<VerdictRow[]> => {
  const wanted = new Map<Channel, ToJudge[]>();
  const applications = new Map<number, WantedApplication>();
  const rows: Judgement[] = [];
  for (const each of page) {
    const { versionId, version, fileVersion } = each.installed;
    if (each.tag === undefined) {
      applications.set(versionId, { ...each.unknown, channelTag: null });
      rows.push(nothingKnown(versionId));
    } else {
      const channel = channels.get(each.tag);
      if (channel === undefined) throw new Error(`There is no channel ${each.tag}`);
      applications.set(versionId, applicationOf(channel));
      const same = wanted.get(channel) ?? [];
      same.push({ versionId, version: version === '' ? fileVersion : version, release: each.release });
      wanted.set(channel, same);
    }
  }
  rows.push(...(await judge(db, wanted, today)));
  const ids = await applicationIds(db, new Map([...applications.values()].map((each) => [each.identityKey, each])));
  const identifiedBy = new Map(page.map((each) => [each.installed.versionId, each.identifiedBy]));
  return rows.map((row) => ({
    ...row,
    applicationId: ids.get(applications.get(row.versionId)?.identityKey ?? '') ?? 0,
    identifiedBy: identifiedBy.get(row.versionId) ?? 'none',
  }));
};

/** Judges the versions of a scope and writes what changed. Says whose verdict is another one now. */
export const matchVersions = async (
  db: Kysely<Tables>,
  scope: VersionScope,
  now: Date,
  tools: MatchTools = {},
): Promise<number[]> => {
  const all = await selectChannels(db);
  const channels = new Map(all.map((channel) => [channel.tag, channel]));
  const identify = identifyService(db, all, now, tools);
  const changed: number[] = [];
  const size = scope.kind === 'new' ? pageSizeOfNew : pageSize;
  let revision: number | undefined;
  for (let after = 0; ;) {
    const page = await selectInstalledVersions(db, scope, after, size);
    if (page.length === 0) break;
    const before = new Map(page.map(({ versionId, verdictHash }) => [versionId, verdictHash]));
    const rows = (await judgePage(db, await identify(page), channels, dayOf(now)))
      .map((row) => ({ ...row, hash: hashOf(row) }))
      .filter(({ versionId, hash }) => before.get(versionId) !== hash.toString('hex'))
      .toSorted((a, b) => a.versionId - b.versionId);
    for (let at = 0; at < rows.length; at += writeSize) {
      revision ??= await nextRevision(db);
      await upsertVerdicts(db, rows.slice(at, at + writeSize), revision, now);
    }
    changed.push(...rows.map(({ versionId }) => versionId));
    after = page.at(-1)?.versionId ?? 0;
    if (page.length < size) break;
  }
  // Once more after the last row: who read the revision in between must see that there was more to come.
  if (revision !== undefined) await nextRevision(db);
  return changed;
};

/** After a feed was read: judges only the versions of channels it touched, and looks again at what was unknown. */
export const matchTouched = async (
  db: Kysely<Tables>,
  touched: Touched,
  now: Date,
  tools: MatchTools = {},
): Promise<number[]> => {
  const { productKeys, channelTags, eolSlugs, hasScores } = touched;
  const tags = new Set(channelTags);
  const stale: string[] = [];
  for (const channel of await selectChannels(db)) {
    const isStale = channelKeys(channel).some((key) => productKeys.has(key));
    if (isStale) stale.push(channel.tag);
    if (isStale || (channel.endoflife !== undefined && eolSlugs.has(channel.endoflife))) tags.add(channel.tag);
  }
  await forgetPackedRules(db, stale);
  const changed =
    tags.size === 0
      ? []
      : await matchVersions(db, { kind: 'channels', tags: [...tags], withUnknown: channelTags.size > 0 }, now, tools);
  if (!hasScores) return changed;
  const rescored = await refreshHighestEpss(db, await nextRevision(db));
  await nextRevision(db);
  return [...new Set([...changed, ...rescored])];
};

/** Brings in the channels of this build, and judges anew what they change. */
export const matchStarter = async (db: Kysely<Tables>, now: Date, tools: MatchTools = {}): Promise<number[]> => {
  const tags = await loadStarterChannels(db);
  if (tags.length === 0) return [];
  await forgetPackedRules(db, tags);
  return matchVersions(db, { kind: 'channels', tags, withUnknown: true }, now, tools);
};

/** Everything anew, rules included. */
export const rematch = async (db: Kysely<Tables>, now: Date, tools: MatchTools = {}): Promise<number[]> => {
  await forgetPackedRules(db, 'all');
  return matchVersions(db, { kind: 'all' }, now, tools);
};

/** Support ends on its day, whether or not a feed was read on it. Takes along what no job got round to. */
export const matchOverdue = async (db: Kysely<Tables>, now: Date, tools: MatchTools = {}): Promise<number[]> => {
  const overdue = await selectOverdueVersions(db, dayOf(now));
  const fresh = await matchVersions(db, { kind: 'new' }, now, tools);
  return overdue.length === 0
    ? fresh
    : [...fresh, ...(await matchVersions(db, { kind: 'versions', versionIds: overdue }, now, tools))];
};

/** Tries again what was set aside: for an install whose release matches names better than the one before. */
export const retrySetAside = async (db: Kysely<Tables>, now: Date, tools: MatchTools = {}): Promise<number[]> =>
  matchVersions(db, { kind: 'versions', versionIds: await deleteSetAside(db) }, now, tools);
