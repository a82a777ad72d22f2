import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { MatchTools } from '../verdicts/identify.service.ts';
import { matchTouched, rematch } from '../verdicts/match.service.ts';
import { feeds } from './feed-list.service.ts';
import { type Feed, nothingTouched } from './feed.types.ts';
import { listFeeds } from './feeds.repository.ts';
import { type FetchTools, fetchFeed } from './fetch/fetch.service.ts';
import type { Imported } from './import.service.ts';

/** Judges what imports touched; everything, when one of them followed an import that broke off. */
export const matchImported = async (
  db: Kysely<Tables>,
  imported: readonly Imported[],
  now: Date,
  tools: MatchTools = {},
): Promise<number[]> => {
  if (imported.some(({ isEverythingTouched }) => isEverythingTouched)) return rematch(db, now, tools);
  const all = nothingTouched();
  for (const { touched } of imported) {
    for (const key of touched.productKeys) all.productKeys.add(key);
    for (const tag of touched.channelTags) all.channelTags.add(tag);
    for (const slug of touched.eolSlugs) all.eolSlugs.add(slug);
    all.hasScores ||= touched.hasScores;
  }
  return matchTouched(db, all, now, tools);
};

/** Whether hosts may now miss other Windows updates than before. */
export const changesWindowsUpdates = ({ isOfWindows }: Feed, imported: readonly Imported[]): boolean =>
  isOfWindows === true && imported.some(({ changedRows }) => changedRows > 0);

/** Runs something while no other process judges: one that began before would write what it knew then. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

const hourMs = 3_600_000;

/** After a failure it is tried again sooner than its turn comes round. */
const retryHours = 1;

/** The feeds whose turn it is. */
export const dueFeeds = async (db: Kysely<Tables>, now: Date): Promise<Feed[]> => {
  const rows = new Map((await listFeeds(db)).map((row) => [row.feed, row]));
  return feeds.filter(({ name, everyHours }) => {
    const row = rows.get(name);
    if (!row) return true;
    const since = (at: Date | null): number => (at === null ? Infinity : (now.getTime() - at.getTime()) / hourMs);
    if (row.failed_at !== null) return since(row.failed_at) >= Math.min(retryHours, everyHours);
    return since(row.checked_at) >= everyHours;
  });
};

/** Fetches feeds one after another, and judges after each what it touched. */
export const fetchAndMatch = async (
  wanted: readonly Feed[],
  tools: FetchTools & MatchTools & { whileNobodyMatches: Exclusively },
  onMatched: (feed: Feed, imported: readonly Imported[], changed: readonly number[]) => Promise<void>,
): Promise<void> => {
  for (const feed of wanted) {
    const imported = await fetchFeed(feed, tools);
    const changed =
      imported.length === 0
        ? []
        : await tools.whileNobodyMatches(() => matchImported(tools.db, imported, tools.clock(), tools));
    await onMatched(feed, imported, changed);
  }
};
