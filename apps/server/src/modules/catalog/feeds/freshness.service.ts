import type { Returned } from '@patchkeep/contract/endpoint';
import type { feeds as contract } from '@patchkeep/contract/feeds';
import type { Config } from '../../../platform/config/config.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { endsAtNumber, readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import { feedNamed, feeds } from './feed-list.service.ts';
import { addressesFrom } from './feeds.jobs.ts';
import { countRejections, listFeeds, listRejections, readRevision } from './feeds.repository.ts';
import { freshnessOf } from './freshness.rules.ts';

/** How every feed stands now. */
export const readFreshness = async ({ tx, now }: Context, config: Config): Promise<Returned<typeof contract.list>> => {
  const rows = new Map((await listFeeds(tx)).map((row) => [row.feed, row]));
  const addressesOf = addressesFrom(config);
  const infos = feeds.map((feed) => {
    const row = rows.get(feed.name);
    const standing = row && {
      revision: row.revision,
      records: row.records,
      rejected: row.rejected,
      checkedAt: row.checked_at,
      changedAt: row.changed_at,
      failure: row.failure,
      failedAt: row.failed_at,
    };
    return freshnessOf(feed, standing, { isOff: addressesOf(feed, now).length === 0, now });
  });
  return {
    feeds: infos,
    mode: config.PATCHKEEP_FEEDS,
    catalogRevision: await readRevision(tx),
    hasStaleFeed: infos.some(({ isStale }) => isStale),
  };
};

export const readRejections = async (
  { tx }: Context,
  { feed, cursor, limit }: { feed: string; cursor?: string | undefined; limit: number },
): Promise<Returned<typeof contract.rejections>> => {
  if (!feedNamed(feed)) throw notFound();
  const after = Number(readCursor(cursor, endsAtNumber)?.id ?? 0);
  const rejections = await listRejections(tx, feed, after, limit);
  const total = await countRejections(tx, feed);
  const end = after + rejections.length;
  return { rejections, total, nextCursor: end < total ? writeCursor({ value: '', id: String(end) }) : null };
};
