import { matchJobs } from '../modules/catalog/public.ts';
import { recountHolders } from '../modules/results/public.ts';
import type { JobTools } from '../platform/jobs/jobs.ts';
import { openLog } from '../platform/log/log.ts';
import type { TestApp } from './app.ts';

const pools = new WeakMap<TestApp, JobTools['pool']>();
/** One pool per app, as a worker has one: what it remembers by its pool is remembered from job to job. */
const poolOf = (app: TestApp): JobTools['pool'] => {
  const pool = pools.get(app) ?? app.database.pool('patchkeep_worker');
  pools.set(app, pool);
  return pool;
};

/** What a job is given, on the test's clock; hints are heard by nobody. */
export const jobTools = (app: TestApp): JobTools => ({
  pool: poolOf(app),
  bus: { publish: async () => undefined },
  clock: () => app.clock.now,
  log: openLog('silent'),
  isSigning: app.isSigning,
});

/** Gives every version that is new its verdict, as the worker does moments after it was reported. */
export const matchNew = async (app: TestApp): Promise<void> => {
  const [matchVersions] = matchJobs(recountHolders);
  await matchVersions.run({}, jobTools(app));
};
