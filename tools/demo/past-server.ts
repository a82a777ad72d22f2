import { buildApp } from '../../apps/server/src/app.ts';
import { allJobs } from '../../apps/server/src/jobs.ts';
import { type Bus, type Hint, listeners } from '../../apps/server/src/platform/bus/bus.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { globalQueries } from '../../apps/server/src/platform/db/global.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import type { JobTools } from '../../apps/server/src/platform/jobs/jobs.ts';
import { openLog } from '../../apps/server/src/platform/log/log.ts';
import { openMetrics } from '../../apps/server/src/platform/metrics/metrics.ts';
import type { Addresses } from '../dev/database.ts';
import type { Secrets } from '../dev/secrets.ts';
import { freePort } from '../services/free-port.ts';

/** Hints within one process, heard before whoever gave them goes on: in the past nothing comes a moment later. */
const ownBus = (onHint: (hint: Hint) => void): Bus => {
  const { subscribe, onGap, deliver } = listeners();
  subscribe(onHint);
  return {
    publish: async (hints) => deliver(JSON.stringify(hints)),
    subscribe,
    onGap,
    isUp: () => true,
    close: async () => undefined,
  };
};

const lost = (error: Error): never => {
  throw error;
};

/**
 * The server as it was on some day of the past year: all of its routes at an address of its own, and all of its jobs,
 * which run when they are told to.
 */
export const startPastServer = async (given: {
  addresses: Addresses;
  secrets: Secrets;
  settings: Record<string, string>;
  clock: () => Date;
  onHint: (hint: Hint) => void;
}) => {
  const { addresses, secrets, settings, clock, onHint } = given;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    PATCHKEEP_DATABASE_URL: addresses.api,
    PATCHKEEP_WORKER_DATABASE_URL: addresses.worker,
    PATCHKEEP_QUEUE_DATABASE_URL: addresses.queue,
    PATCHKEEP_SECRET_KEY: secrets.secretKey,
    PATCHKEEP_PEPPER: secrets.pepper,
    PATCHKEEP_DATA_KEY: secrets.dataKey,
    PATCHKEEP_FEEDS: 'bundle',
    PATCHKEEP_PUBLIC_URL: url,
    ...settings,
  });
  const log = openLog('error');
  const bus = ownBus(onHint);
  const api = openPool({ url: addresses.api, size: 8, name: 'patchkeep-past', onError: lost });
  const pool = openPool({ url: addresses.worker, size: 4, name: 'patchkeep-past-worker', onError: lost });
  const metrics = await openMetrics(undefined);
  // Sightings are written at once: in a moment it is next week, and whoever was not seen would be dormant.
  const app = buildApp({ config, pool: api, bus, log, metrics, clock, presenceEveryMs: 200 });
  await app.listen({ host: '127.0.0.1', port });
  const tools: JobTools = { pool, bus, clock, log, isSigning: config.PATCHKEEP_SIGNER_SOCKET !== undefined };
  const jobs = new Map(allJobs(config).map((job) => [job.name, job]));
  return {
    url,
    db: globalQueries(pool),
    async run(name: string, payload: object = {}): Promise<void> {
      const job = jobs.get(name);
      if (!job) throw new Error(`There is no job named ${name}`);
      await job.run(job.payload.parse(payload), tools);
    },
    async stop(): Promise<void> {
      await app.close();
      await Promise.all([api.end(), pool.end()]);
    },
  };
};
export type PastServer = Awaited<ReturnType<typeof startPastServer>>;
