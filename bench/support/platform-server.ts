import { endpoint } from '@patchkeep/contract/endpoint';
import { z } from 'zod';
import { buildApp } from '../../apps/server/src/app.ts';
import { openPostgresBus } from '../../apps/server/src/platform/bus/postgres-bus.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { openLog } from '../../apps/server/src/platform/log/log.ts';
import { openMetrics } from '../../apps/server/src/platform/metrics/metrics.ts';
import { freePort } from '../../tools/services/free-port.ts';
import { benchFlushMs } from './flush.ts';
import { oneSite } from './site.queries.ts';

/** The whole platform with two endpoints of its own: one that asks nothing, one that reads a row. */
const noop = endpoint({
  method: 'GET',
  path: '/bench/noop',
  summary: 'Nothing',
  right: 'canRead',
  response: z.object({ ok: z.boolean() }),
});
const read = endpoint({
  method: 'GET',
  path: '/bench/read',
  summary: 'One row',
  right: 'canRead',
  response: z.object({ name: z.string() }),
});

const config = readConfig();
const pool = openPool({
  url: config.PATCHKEEP_DATABASE_URL,
  size: config.PATCHKEEP_DATABASE_POOL,
  name: 'bench',
  onError: console.error,
});
const bus = await openPostgresBus(config.PATCHKEEP_DATABASE_URL, console.error);
// Measured as it is run: with metrics on.
const metrics = await openMetrics(await freePort());
const app = buildApp(
  {
    config,
    pool,
    bus,
    log: openLog('info'),
    metrics,
    clock: () => new Date(),
    ...(process.env['BENCH_SOAK'] === undefined && { presenceEveryMs: benchFlushMs }),
    ...(process.env['BENCH_WITHOUT_COUNTS'] === 'yes' && { requestInventoryRecount: async () => undefined }),
  },
  (mount) => {
    mount(noop, async () => ({ ok: true }));
    mount(read, async ({ tx, principal }) => ({
      name: await oneSite(tx, principal.customerId, principal.siteId ?? ''),
    }));
  },
);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
