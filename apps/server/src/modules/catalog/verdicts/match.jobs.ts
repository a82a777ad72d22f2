import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { withLock } from '../../../platform/db/lock.ts';
import { job, type JobTools } from '../../../platform/jobs/jobs.ts';
import { loadStarterName, matchLock, matchVersionsName, matchVersionsPayload } from './match-request.service.ts';
import { matchOverdue, matchStarter, matchVersions } from './match.service.ts';

/** Told which versions have another verdict, once that is saved: whoever counts by them counts anew. */
export type VerdictsChanged = (versionIds: readonly number[], tools: JobTools) => Promise<void>;

/** Told that the channels of this build are known: what feeds say can be understood from now on. */
type StarterLoaded = (tools: JobTools) => Promise<void>;

export const matchJobs = (onVerdictsChanged: VerdictsChanged, onStarterLoaded?: StarterLoaded) => {
  const tell = async (versionIds: readonly number[], tools: JobTools): Promise<void> => {
    if (versionIds.length > 0) await onVerdictsChanged(versionIds, tools);
  };
  return [
    /** New software was reported: it gets its verdict within moments. */
    job({
      name: matchVersionsName,
      payload: matchVersionsPayload,
      async run(_payload, tools) {
        const db = globalQueries(tools.pool);
        await withLock(tools.pool, matchLock, async () =>
          tell(await matchVersions(db, { kind: 'new' }, tools.clock(), tools), tools),
        );
      },
    }),
    /** The channels of this build: a new install knows the common applications before any feed is read. */
    job({
      name: loadStarterName,
      payload: matchVersionsPayload,
      async run(_payload, tools) {
        const db = globalQueries(tools.pool);
        await withLock(tools.pool, matchLock, async () => tell(await matchStarter(db, tools.clock(), tools), tools));
        await onStarterLoaded?.(tools);
      },
    }),
    /** Support ends on its day; and what a lost job left without a verdict gets one. */
    job({
      name: 'match-overdue',
      payload: z.object({}),
      cron: '3 * * * *',
      async run(_payload, tools) {
        const db = globalQueries(tools.pool);
        await withLock(tools.pool, matchLock, async () => tell(await matchOverdue(db, tools.clock(), tools), tools));
      },
    }),
  ] as const;
};
