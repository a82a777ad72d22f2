import { matchJobs } from '../modules/catalog/public.ts';
import { recountHolders } from '../modules/results/public.ts';
import type { JobTools } from '../platform/jobs/jobs.ts';
import { openLog } from '../platform/log/log.ts';
import type { TestApp } from './app.ts';

/** What a job is given, on the test's clock; hints are heard by nobody. */
export const jobTools = (app: TestApp): JobTools => ({
  pool: app.database.pool('patchkeep_worker'),
  bus: { publish: async () => undefined },
  clock: () => app.clock.now,
  log: openLog('silent'),
});

/** Gives every version that is new its verdict, as the worker does moments after it was reported. */
export const matchNew = async (app: TestApp): Promise<void> => {
  const [matchVersions] = matchJobs(recountHolders);
  await matchVersions.run({}, jobTools(app));
};
