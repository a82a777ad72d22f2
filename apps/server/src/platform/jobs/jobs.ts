import { type JobHelpers, Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { Tx } from '../db/tenant.ts';
import type { Log } from '../log/log.ts';

/** A kind of background work. Jobs run at least once: running one twice must change nothing. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Five cron fields, in UTC, for work that comes round by itself. */
  cron?: string;
  run(payload: z.output<Payload>, tools: JobTools): Promise<void>;
}

export interface JobTools {
  pool: pg.Pool;
  /** To tell open consoles what a job changed. */
  bus: Pick<Bus, 'publish'>;
  clock: () => Date;
  log: Log;
  /** The server has a signer. */
  isSigning: boolean;
  /** Aborted five seconds after the worker was told to stop: what can go on later, ends. */
  stopping?: AbortSignal;
}

export const job = <Payload extends z.ZodType>(definition: Job<Payload>): Job<Payload> => definition;

/**
 * Queues work in the caller's transaction: it exists exactly when the state it follows from does. The key folds
 * a second request for the same work into the one that waits.
 */
export const enqueue = async <P extends z.ZodType>(
  tx: Tx,
  { name, payload }: Pick<Job<P>, 'name' | 'payload'>,
  given: z.input<P>,
  options: { key: string; runAt: Date; maxAttempts?: number },
): Promise<void> => {
  const body = JSON.stringify(payload.parse(given));
  await sql`select jobs.enqueue(${name}, ${body}::json, ${options.key}, ${options.runAt}, ${options.maxAttempts ?? 10})`.execute(
    tx,
  );
};

const tasks = (jobs: readonly Job[], tools: JobTools): TaskList =>
  Object.fromEntries(
    jobs.map(({ name, payload, cron, run: work }) => [
      name,
      async (given: unknown, { abortSignal }: JobHelpers) => {
        // A cron run brings only its own time stamps.
        await work(cron === undefined ? payload.parse(given) : payload.parse({}), { ...tools, stopping: abortSignal });
      },
    ]),
  );

/** Runs the jobs until it is closed. `queue` logs in as the queue's owner, `tools.pool` as the worker. */
export const runJobs = async (queue: pg.Pool, jobs: readonly Job[], tools: JobTools): Promise<Runner> => {
  const items = jobs.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ task: name, match: cron }]));
  return run({
    pgPool: queue,
    taskList: tasks(jobs, tools),
    parsedCronItems: parseCronItems(items),
    logger: queueLogger(tools.log),
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
  });
};

/** The queue's own words, in our log; what it calls info is a line per job, which is our debug. */
const queueLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'queue' }, message);
    else if (level === 'warning') log.warn({ from: 'queue' }, message);
    else log.debug({ from: 'queue' }, message);
  });
