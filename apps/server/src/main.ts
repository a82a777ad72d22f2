import { hostname } from 'node:os';
import { runCommand, takesNothing } from '@patchkeep/command/command';
import { buildApp } from './app.ts';
import { allJobs } from './jobs.ts';
import { requestStarter } from './modules/catalog/public.ts';
import { countDrift } from './modules/results/public.ts';
import type { Bus } from './platform/bus/bus.ts';
import { openNatsBus } from './platform/bus/nats-bus.ts';
import { openPostgresBus } from './platform/bus/postgres-bus.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openPool } from './platform/db/pool.ts';
import { refuseUnsafeRole } from './platform/db/role-check.ts';
import { openFiles } from './platform/files/files.ts';
import { defaultConsoleDir } from './platform/http/console-files.ts';
import { openHealthPort } from './platform/http/health.ts';
import { runJobs } from './platform/jobs/jobs.ts';
import { type Log, openLog } from './platform/log/log.ts';
import { type Metrics, openMetrics } from './platform/metrics/metrics.ts';
import { readReadiness, watchReadiness } from './platform/readiness.ts';
import { signerClient } from './platform/signer-client.ts';
import { productVersion } from './platform/version.ts';

const clock = () => new Date();
/** A client that keeps a connection open has sent its next request within this time, or is taken to be idle. */
const idleDrainMs = 2_000;
/** What the rest may take to stop once the api has drained. */
const afterDrainMs = 10_000;
type Stop = () => Promise<unknown>;

const openBus = (config: Config, url: string, log: Log): Promise<Bus> => {
  const failed = (err: Error) => log.warn({ err }, 'bus');
  return config.PATCHKEEP_NATS_URL === undefined
    ? openPostgresBus(url, failed)
    : openNatsBus(
        {
          url: config.PATCHKEEP_NATS_URL,
          user: config.PATCHKEEP_NATS_USER,
          password: config.PATCHKEEP_NATS_PASSWORD,
          credentials: config.PATCHKEEP_NATS_CREDENTIALS,
          ca: config.PATCHKEEP_NATS_CA,
        },
        failed,
      );
};

const startApi = async (config: Config, log: Log, metrics: Metrics): Promise<Stop> => {
  const url = config.PATCHKEEP_DATABASE_URL;
  const shared = {
    url,
    isPreparing: config.PATCHKEEP_PREPARED_STATEMENTS,
    onError: (err: Error) => log.warn({ err }, 'database connection lost'),
  };
  const pool = openPool({ ...shared, size: config.PATCHKEEP_DATABASE_POOL, name: 'patchkeep-api' });
  const agentPool = openPool({ ...shared, size: config.PATCHKEEP_AGENT_DATABASE_POOL, name: 'patchkeep-agents' });
  await refuseUnsafeRole(pool, 'PATCHKEEP_DATABASE_URL', 'patchkeep_api');
  const bus = await openBus(config, url, log);
  const app = buildApp({ config, pool, agentPool, bus, log, metrics, clock, idleDrainMs });
  const address = await app.listen({ host: config.PATCHKEEP_HOST, port: config.PATCHKEEP_PORT });
  log.info({ address }, 'listening');
  return async () => {
    await app.close();
    await bus.close();
    await Promise.all([pool.end(), agentPool.end()]);
  };
};

const startWorker = async (config: Config, log: Log, metrics: Metrics): Promise<Stop> => {
  const onError = (err: Error) => log.warn({ err }, 'database connection lost');
  const queue = openPool({ url: config.PATCHKEEP_QUEUE_DATABASE_URL, size: 6, name: 'patchkeep-queue', onError });
  const pool = openPool({ url: config.PATCHKEEP_WORKER_DATABASE_URL, size: 6, name: 'patchkeep-worker', onError });
  await refuseUnsafeRole(pool, 'PATCHKEEP_WORKER_DATABASE_URL', 'patchkeep_worker');
  await refuseUnsafeRole(queue, 'PATCHKEEP_QUEUE_DATABASE_URL', 'patchkeep_queue');
  const bus = await openBus(config, config.PATCHKEEP_WORKER_DATABASE_URL, log);
  const runner = await runJobs(queue, allJobs(config), {
    pool,
    bus,
    clock,
    log,
    isSigning: config.PATCHKEEP_SIGNER_SOCKET !== undefined,
  });
  await requestStarter(globalQueries(pool), clock());
  metrics.gauge('count_drift_rows', 'Counts that the last exact count had to set right', () => countDrift.rows);
  const socket = config.PATCHKEEP_SIGNER_SOCKET;
  const signer = socket === undefined ? undefined : signerClient(socket);
  const parts = { pool, bus, signer, files: openFiles(config) };
  const { PATCHKEEP_HOST: host, PATCHKEEP_HEALTH_PORT: port } = config;
  const health = port === undefined ? undefined : await openHealthPort({ host, port }, () => readReadiness(parts));
  // In a process that is both, the api watches.
  const stopWatching = config.PATCHKEEP_ROLE === 'worker' ? watchReadiness(parts, log) : undefined;
  log.info('working');
  return async () => {
    stopWatching?.();
    await health?.close();
    await runner.stop();
    await bus.close();
    await Promise.all([queue.end(), pool.end()]);
  };
};

/** Starts what the role asks for, and ends it in order: no new work, finish what runs, close. */
const start = async (): Promise<void> => {
  takesNothing();
  const config = readConfig();
  const { PATCHKEEP_ROLE: role } = config;
  const log = openLog(config.PATCHKEEP_LOG_LEVEL, undefined, {
    role,
    instance: `${hostname()}:${process.pid}`,
    version: productVersion(config.PATCHKEEP_CONSOLE_DIR ?? defaultConsoleDir),
  });
  const metrics = await openMetrics(config.PATCHKEEP_METRICS_PORT);
  const stops: Stop[] = [() => metrics.close()];
  if (config.PATCHKEEP_ROLE !== 'api') stops.unshift(await startWorker(config, log, metrics));
  if (config.PATCHKEEP_ROLE !== 'worker') stops.unshift(await startApi(config, log, metrics));

  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // Whatever still hangs after this is not worth waiting for.
    setTimeout(() => process.exit(1), config.PATCHKEEP_STOP_SECONDS * 1_000 + afterDrainMs).unref();
    for (const each of stops) await each().catch((err: unknown) => log.error({ err }, 'did not stop cleanly'));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(signal));
  // npm keeps SIGTERM to itself: when the npm that started us is gone, we were meant.
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== undefined)
    setInterval(() => {
      if (process.ppid !== parent) void stop('npm ended');
    }, 500).unref();
};

const usage = `patchkeep start   runs the server until it gets SIGTERM or SIGINT

Settings come from the environment; docs/operators/settings.md lists them.`;

await runCommand(usage, start);
