import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { startPlatform } from './platform.ts';

const run = promisify(execFile);
const perTransaction = 100;
const clients = 4;
/** About what these machines take off it; more only takes longer. */
const mostPerSecond = 50_000;

/** As much of a queue as there can be: claimed and done is one statement, a hundred pieces at a time. */
const statement = `
with claimed as (select job_id from bare_queue order by job_id limit ${perTransaction} for update skip locked)
delete from bare_queue q using claimed c where q.job_id = c.job_id;
`;

/** A queue without anything around it, on the same database: how many pieces a second pgbench takes off it. */
export const bareQueue = async (
  { postgres }: Awaited<ReturnType<typeof startPlatform>>,
  client: pg.Client,
  backlog: number,
) => {
  await client.query(
    'create table bare_queue (job_id bigint primary key, host_id uuid not null, payload text not null)',
  );
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-queue-'));
  const file = join(folder, 'claim.sql');
  writeFileSync(file, statement);
  const url = postgres.url('postgres', 'bench');
  return {
    async measure(seconds: number): Promise<number> {
      await client.query('truncate bare_queue');
      await client.query(
        `insert into bare_queue select n, gen_random_uuid(), repeat('x', 200) from generate_series(1, ${backlog}) n`,
      );
      await client.query('vacuum analyze bare_queue');
      // So many transactions, not so many seconds: a quick machine must not find the queue empty.
      const share = Math.floor(Math.min(backlog * 0.9, seconds * mostPerSecond) / perTransaction / clients);
      const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-t', String(share), '-f', file, url];
      const { stdout } = await run(join(postgres.bin, 'pgbench'), args);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]) * perTransaction;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};
