import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Done } from './bench.ts';
import { metered } from './cpu.ts';
import type { startPlatform } from './platform.ts';

const run = promisify(execFile);
const perTransaction = 100;
const perHost = 10;
const clients = 4;
/** About what these machines take off it; more only takes longer. */
const mostPerSecond = 50_000;

/** A queue that keeps what was done, as ours does: the work of ten hosts lent in one transaction, done in the next. */
const statement = `
\\set first (:turn * ${clients} + :client_id) * ${perTransaction / perHost}
\\set turn :turn + 1
begin;
with claimed as (
  select job_id from bare_queue
  where state = 0 and host_id = any (array(
    select md5(host::text)::uuid from generate_series(:first, :first + ${perTransaction / perHost - 1}) host))
  limit ${perTransaction} for update skip locked)
update bare_queue q set state = 1, attempt = attempt + 1, lent_until = now() + interval '2 hours', lent_by = :client_id
from claimed c where q.job_id = c.job_id;
commit;
begin;
update bare_queue set state = 2, result = 'tentative', lent_until = null where state = 1 and lent_by = :client_id;
commit;
`;

/** A queue without anything around it, on the same database: how many pieces a second pgbench takes off it. */
export const bareQueue = async (
  { postgres }: Awaited<ReturnType<typeof startPlatform>>,
  client: pg.Client,
  backlog: number,
) => {
  await client.query(
    `create table bare_queue (job_id uuid primary key, host_id uuid not null, state smallint not null,
      attempt integer not null, lent_until timestamptz, lent_by integer, created_at timestamptz not null,
      result text not null, payload text not null) with (fillfactor = 80)`,
  );
  await client.query('create index on bare_queue (host_id, created_at) where state in (0, 1)');
  await client.query('create index on bare_queue (lent_by) where state = 1');
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-queue-'));
  const file = join(folder, 'claim.sql');
  writeFileSync(file, statement);
  const url = postgres.url('postgres', 'bench');
  return {
    async measure(seconds: number): Promise<Done> {
      await client.query('truncate bare_queue');
      await client.query(
        `insert into bare_queue select gen_random_uuid(), md5((n / ${perHost})::text)::uuid, 0, 0, null, null, now(), 'pending',
          repeat('x', 200) from generate_series(0, ${backlog - 1}) n`,
      );
      await client.query('vacuum analyze bare_queue');
      // So many transactions, not so many seconds: a quick machine must not find the queue empty.
      const share = Math.floor(Math.min(backlog * 0.9, seconds * mostPerSecond) / perTransaction / clients);
      const args = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '2',
        '-t',
        String(share),
        '-D',
        'turn=0',
        '-f',
        file,
        url,
      ];
      const { result, cpu } = await metered(() => run(join(postgres.bin, 'pgbench'), args));
      const rate = Number(/tps = ([\d.]+)/.exec(result.stdout)?.[1]) * perTransaction;
      return { rate, units: share * clients * perTransaction, cpu };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};
