import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Config, feedAddresses } from '../../../platform/config/config.ts';
import { globalQueries } from '../../../platform/db/global.ts';
import { LockHeld, withLock } from '../../../platform/db/lock.ts';
import { enqueue, job, type JobTools } from '../../../platform/jobs/jobs.ts';
import { matchLock } from '../verdicts/match-request.service.ts';
import type { VerdictsChanged } from '../verdicts/match.jobs.ts';
import type { Feed } from './feed.types.ts';
import { changesWindowsUpdates, dueFeeds, fetchAndMatch } from './feeds.service.ts';
import { keptFiles } from './fetch/kept-files.service.ts';

/** Whoever reads feeds holds this: two readers of one feed would undo each other's files. */
export const feedLock = 7_204_813;

export const feedFolder = (config: Config): string => config.PATCHKEEP_FEED_DIR ?? join(tmpdir(), 'patchkeep-feeds');

/** A setting names other addresses, or none; otherwise a feed is had where its makers publish it. */
export const addressesFrom =
  (config: Config) =>
  (feed: Feed, now: Date): readonly string[] =>
    feedAddresses(config, feed.name) ?? feed.addresses(now);

const request = {
  name: 'fetch-feeds',
  payload: z.object({}),
};

/** Has the feeds looked at now: a new install does not wait ten minutes for its first ones. */
export const requestFeeds = ({ pool, clock }: JobTools): Promise<void> =>
  enqueue(globalQueries(pool), request, {}, { key: request.name, runAt: clock(), maxAttempts: 1 });

/** Looks every ten minutes for feeds whose turn it is. One reader at a time; who comes second leaves it to the first. */
export const feedJobs = (
  config: Config,
  onVerdictsChanged: VerdictsChanged,
  onWindowsUpdatesChanged: (tools: JobTools) => Promise<void>,
) => [
  job({
    ...request,
    cron: '*/10 * * * *',
    async run(_payload, tools) {
      if (config.PATCHKEEP_FEEDS === 'bundle') return;
      const { pool, clock, log, stopping } = tools;
      const db = globalQueries(pool);
      const fetching = {
        db,
        clock,
        log,
        stopping,
        files: keptFiles(feedFolder(config)),
        addressesOf: addressesFrom(config),
        whileNobodyMatches: <T>(work: () => Promise<T>) => withLock(pool, matchLock, work),
      };
      await withLock(
        pool,
        feedLock,
        async () =>
          fetchAndMatch(await dueFeeds(db, clock()), fetching, async (feed, imported, changed) => {
            const records = imported.reduce((sum, each) => sum + each.records, 0);
            if (imported.length > 0) log.info({ feed: feed.name, records, verdicts: changed.length }, 'feed read');
            if (changed.length > 0) await onVerdictsChanged(changed, tools);
            if (changesWindowsUpdates(feed, imported)) await onWindowsUpdatesChanged(tools);
          }),
        0,
      ).catch((error: unknown) => {
        if (!(error instanceof LockHeld)) throw error;
      });
    },
  }),
];
