import { setTimeout as pause } from 'node:timers/promises';
import { wire } from '@patchkeep/contract/constants';
import pg from 'pg';
import { secretKey, pepper } from '../../apps/server/src/testkit/world.ts';
import { startChild } from '../support/child.ts';
import type { LimitBench } from '../support/limit-bench.ts';
import { raisePendingTasks } from '../support/pending-tasks.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseHosts } from '../support/raised-hosts.ts';

/** Of fifty thousand hosts; of a million it is ten minutes. */
const rowsLimitMs = 30_000;
const limitedHosts = 50_000;
const lockLimitMs = 1_000;
const offerLimitMs = 5_000;
const pageLimitMs = 300;

type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Writes to hosts one by one, as their check-ins do, and notes how long each had to wait. */
const probe = (platform: Platform, hostIds: readonly string[]) => {
  const waits: number[] = [];
  let isOver = false;
  const work = async (share: number): Promise<void> => {
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    await client.query(`set lock_timeout = '${rowsLimitMs}ms'`);
    for (let at = share; !isOver; at = (at + 7_919) % hostIds.length) {
      const began = performance.now();
      await client.query('update hosts set last_boot_at = last_boot_at where customer_id = $1 and host_id = $2', [
        platform.customerId,
        hostIds[at],
      ]);
      waits.push(performance.now() - began);
    }
    await client.end();
  };
  const working = Promise.all([0, 1].map(work));
  return async (): Promise<number[]> => {
    isOver = true;
    await working;
    return waits;
  };
};

/** A wide act is answered with what it would do, and made with the token of that. */
const call = async <T>({ at, headers }: Platform, path: string, body: unknown): Promise<T> => {
  const send = (more: Record<string, string>) =>
    fetch(at(path), { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const first = await send({});
  const shown = first.status === 428 ? ((await first.json()) as { info: { preview: { previewToken: string } } }) : null;
  const response = shown ? await send({ [wire.previewHeader]: shown.info.preview.previewToken }) : first;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** What the page of a job asks for, as often as it takes to speak of a 95th percentile. */
const pageTimes = async ({ at, headers }: Platform, goalId: string, times: number): Promise<number[]> => {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    const answers = await Promise.all(
      ['', '/hosts'].map(async (path) => (await fetch(at(`/goal/${goalId}${path}`), { headers })).ok),
    );
    if (answers.includes(false)) throw new Error('The page of the job was refused');
    taken.push(performance.now() - began);
  }
  return taken;
};

const untilNone = async (client: pg.Client, question: string, values: unknown[]): Promise<void> => {
  while (Number((await client.query(question, values)).rows[0].n) > 0) await pause(50);
};

/**
 * A job to fifty thousand hosts, and a restart asked of as many: from the call until every host has its row, and the
 * longest that anybody who writes to one of those hosts meanwhile has to wait.
 */
export const job: LimitBench = {
  id: 'job',
  what: 'a job to 50,000 hosts and a restart asked of them: until every row is written, and the longest wait of a check-in meanwhile',
  limitMs: rowsLimitMs,
  async run(isShort, hosts) {
    const raised = isShort ? 2_000 : (hosts ?? limitedHosts) * 1.2;
    const limitMs = (rowsLimitMs * (hosts ?? limitedHosts)) / limitedHosts;
    const platform = await startPlatform();
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    const url = (role: string) => platform.postgres.url(role, 'bench');
    const worker = await startChild('./worker.ts', {
      PATCHKEEP_DATABASE_URL: url('patchkeep_api'),
      PATCHKEEP_WORKER_DATABASE_URL: url('patchkeep_worker'),
      PATCHKEEP_QUEUE_DATABASE_URL: url('patchkeep_queue'),
      PATCHKEEP_SECRET_KEY: secretKey,
      PATCHKEEP_PEPPER: pepper,
      // Work is written where there is a signer; nobody fetches it here, so none is asked.
      PATCHKEEP_SIGNER_SOCKET: '/nonexistent/signer',
    });
    const probes: (() => Promise<number[]>)[] = [];
    const probed = (hostIds: readonly string[]) => {
      const end = probe(platform, hostIds);
      probes.push(end);
      return end;
    };
    try {
      await raiseHosts(client, platform, raised);
      await raisePendingTasks(client, platform, [], 0);
      // A job waits until a host was inspected.
      await client.query(
        `insert into host_inventories (customer_id, host_no, version_ids, copy_nos, taken_at)
         select customer_id, host_no, '', '', now() from hosts on conflict do nothing`,
      );
      const { rows } = await client.query(
        'select host_id from hosts where customer_id = $1 and view = 0 and os_family = 0',
        [platform.customerId],
      );
      // Every system gets the package, so that every host at work is a target.
      await client.query(
        `insert into package_statements select sha256(statement_hash), channel_tag, version, release, 'deb', scope,
           sha256, bytes, expires_at, envelope from package_statements where channel_tag = 'work-1'`,
      );
      const hostIds = rows.map((row) => String(row.host_id));
      const selectionOf = async () => {
        const { rows: counted } = await client.query(
          'select count(*)::int as n from hosts where customer_id = $1 and view = 0',
          [platform.customerId],
        );
        return { filter: { view: 'active' }, except: [], expectedCount: Number(counted[0].n) };
      };

      const endJobProbe = probed(hostIds);
      const jobBegan = performance.now();
      const made = await call<{ result: string; goalUuid: string; agentCount: number }>(platform, '/deploy', {
        title: 'bench',
        actions: [{ channelTag: 'work-1', actionType: 'Install' }],
        selection: await selectionOf(),
      });
      const answered = performance.now() - jobBegan;
      if (made.result !== 'submitted') throw new Error(`The job was answered ${made.result}`);
      await untilNone(client, 'select case when exists (select from tasks where goal_id = $1) then 0 else 1 end as n', [
        made.goalUuid,
      ]);
      const offered = performance.now() - jobBegan;
      const pagesMeanwhile = await pageTimes(platform, made.goalUuid, isShort ? 3 : 20);
      await untilNone(client, 'select host_count - written_count as n from goals where goal_id = $1', [made.goalUuid]);
      const written = performance.now() - jobBegan;
      const jobWaits = await endJobProbe();
      const pages = await pageTimes(platform, made.goalUuid, isShort ? 3 : 40);
      const { rows: tasks } = await client.query('select count(*)::int as n from tasks where goal_id = $1', [
        made.goalUuid,
      ]);
      if (Number(tasks[0].n) !== made.agentCount) throw new Error('Not every host of the job has its task');

      const tag = await call<{ tagUuid: string }>(platform, '/tag', { tagName: 'bench restarts', tagKind: 2 });
      const endRestartProbe = probed(hostIds);
      const restartBegan = performance.now();
      await call(platform, `/restart-hosts/${tag.tagUuid}`, {
        selection: await selectionOf(),
        deadline: new Date(Date.now() + 86_400_000).toISOString(),
      });
      await untilNone(client, 'select count(*)::int as n from restart_requests', []);
      const requestMs = performance.now() - restartBegan;
      const restartWaits = await endRestartProbe();
      // A job to a million hosts is probed a million times: more than a call takes as arguments.
      const longest = (waits: readonly number[]): number[] => [waits.reduce((most, wait) => Math.max(most, wait), 0)];
      console.log(
        `  ${made.agentCount} hosts: ${(made.agentCount / (written / 1_000)).toFixed(0)} rows/s; probes ${jobWaits.length} and ${restartWaits.length}`,
      );
      return [
        { name: 'the call that makes the job', times: [answered] },
        { name: 'the first host finds its task', times: [offered], limitMs: offerLimitMs },
        { name: 'every task of the job written', times: [written], limitMs },
        { name: 'the page of the job while they are written', times: pagesMeanwhile, limitMs: pageLimitMs },
        { name: 'the page of the job afterwards', times: pages, limitMs: pageLimitMs },
        { name: 'longest wait of a check-in meanwhile', times: longest(jobWaits), limitMs: lockLimitMs },
        { name: 'every host asked to restart', times: [requestMs], limitMs },
        { name: 'longest wait of a check-in meanwhile', times: longest(restartWaits), limitMs: lockLimitMs },
      ];
    } finally {
      // Also when a call was refused: what still probes would keep the bench from ending.
      await Promise.all(probes.map((end) => end())).catch(() => undefined);
      await client.end();
      await worker.stop();
      await platform.stop();
    }
  },
};
