import { allJobs } from '../../apps/server/src/jobs.ts';
import { openPostgresBus } from '../../apps/server/src/platform/bus/postgres-bus.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { runJobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { openLog } from '../../apps/server/src/platform/log/log.ts';

/** The worker of the platform, in a process of its own as in a large install. */
const config = readConfig();
const open = (url: string, name: string) => openPool({ url, size: 6, name, onError: console.error });
const queue = open(config.PATCHKEEP_QUEUE_DATABASE_URL, 'queue');
const pool = open(config.PATCHKEEP_WORKER_DATABASE_URL, 'worker');
const bus = await openPostgresBus(config.PATCHKEEP_WORKER_DATABASE_URL, console.error);
await runJobs(queue, allJobs(config), {
  pool,
  bus,
  clock: () => new Date(),
  log: openLog('error'),
  isSigning: config.PATCHKEEP_SIGNER_SOCKET !== undefined,
});
console.log('working');
