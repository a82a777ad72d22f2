import { agentApi, agentLimits, type WorkResult } from '@patchkeep/contract/agent/protocol';
import pg from 'pg';
import { type Agent, hintOfHost } from '../../apps/server/src/modules/hosts/public.ts';
import { takeResults } from '../../apps/server/src/modules/patching/delivery/task-results.service.ts';
import { workOf } from '../../apps/server/src/modules/patching/delivery/work.service.ts';
import { openPostgresBus } from '../../apps/server/src/platform/bus/postgres-bus.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { signerClient } from '../../apps/server/src/platform/signer-client.ts';
import { percentile } from '../../apps/simulator/src/fleet.ts';
import type { SimulatedHost } from '../../apps/simulator/src/host.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import { bareQueue } from '../support/bare-queue.ts';
import type { Bench } from '../support/bench.ts';
import { metered } from '../support/cpu.ts';
import { raiseFleet } from '../support/fleet.ts';
import { pendingByHost, raisePendingTasks } from '../support/pending-tasks.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseHosts } from '../support/raised-hosts.ts';
import { startSigner } from '../support/signer.ts';

/** As many as the server lets in at once. */
const atOnce = 96;
const perHost = 10;
/** Of those that take turns: more than they can do in all rounds. */
const perWorker = 50;

const ended = (task: string): WorkResult => ({
  task,
  attempt: 1,
  endedAt: new Date().toISOString(),
  result: 'tentative',
  pkgResult: 'Success',
  exitCode: 0,
  cause: '',
  isDiskFull: false,
});

/** One host's next turn: it asks for its work, and tells that it is done. */
interface Turn {
  host: SimulatedHost;
  taskIds: readonly string[];
}

const sizes = (isShort: boolean) =>
  isShort ? { fleet: 300, others: 700, backlog: 200_000 } : { fleet: 4_000, others: 96_000, backlog: 1_500_000 };

/** A fleet with a million pieces of work waiting, a signer, and the bare queue beside it. */
const raise = async (isShort: boolean) => {
  const { fleet: count, others, backlog } = sizes(isShort);
  const signer = await startSigner();
  const platform = await startPlatform({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket } });
  const { send, close } = transportTo(platform.address, atOnce);
  const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
  await client.connect();
  await raiseHosts(client, platform, others);
  const fleet = await raiseFleet({ platform, send, hosts: count, inventories: 4, applications: 5, isInspected: true });
  const workers = fleet.map((host) => host.agentUuid);
  const { rows } = await client.query(
    'select host_id from hosts where customer_id = $1 and host_id <> all($2::uuid[])',
    [platform.customerId, workers],
  );
  const idle = rows.map((row) => String(row.host_id));
  await raisePendingTasks(client, platform, idle, perHost);
  await raisePendingTasks(client, platform, workers, perWorker);
  const bare = await bareQueue(platform, client, backlog);
  const waiting = await pendingByHost(client, workers);
  let next = 0;
  const nextTurn = (): Turn => {
    const host = fleet[next++ % fleet.length];
    const taskIds = host && waiting.get(host.agentUuid)?.splice(0, agentLimits.deliveries);
    if (!host || !taskIds || taskIds.length === 0) throw new Error('There is no work left: too few hosts for so long');
    return { host, taskIds };
  };
  /** Takes turns until the time is over; every answer is held to the order that hosts must be given their work in. */
  const takeTurns = async (
    seconds: number,
    prepare: (turn: Turn) => () => Promise<readonly string[]>,
    isInside = false,
  ) => {
    // Signed before the clock runs: a host signs on its own processor.
    const prepared = Array.from({ length: fleet.length }, () => {
      const turn = nextTurn();
      return { ...turn, work: prepare(turn) };
    }).values();
    const began = performance.now();
    let units = 0;
    const work = async (): Promise<void> => {
      for (const { taskIds, work: run } of prepared) {
        const given = await run();
        if (given.join() !== taskIds.join()) throw new Error('A host was given other work than was its turn');
        units += given.length;
        if (performance.now() - began > seconds * 1_000) return;
      }
    };
    const { cpu } = await metered(() => Promise.all(Array.from({ length: atOnce }, work)), isInside);
    const rate = units / ((performance.now() - began) / 1_000);
    for (const { host, taskIds } of prepared) waiting.get(host.agentUuid)?.unshift(...taskIds);
    return { rate, units, cpu };
  };
  return {
    platform,
    signer,
    send,
    takeTurns,
    bare: bare.measure,
    async stop() {
      bare.remove();
      close();
      await client.end();
      await platform.stop();
      await signer.stop();
    },
  };
};

/** R6: work handed out and reported done through the agents' door, against the barest queue on the same database. */
export const taskRate: Bench = {
  id: 'R6',
  what: 'tasks lent, signed, reported done and stored through the API of agents, a million waiting / a bare queue of two states that is kept, 100 at a time; by processor time',
  goal: 0.13,
  isByCpu: true,
  rounds: 7,
  async start(isShort) {
    const { platform, send, takeTurns, bare, stop } = await raise(isShort);
    const claims: number[] = [];
    const call = async (signed: Parameters<typeof send>[0]): Promise<string> => {
      const { status, body } = await send(signed);
      if (status !== 200) throw new Error(`${signed.path}: ${status} ${body}`);
      return body;
    };
    return {
      ours: (seconds) =>
        takeTurns(seconds, ({ host, taskIds }) => {
          const asking = host.workCall();
          const telling = host.resultsCall(taskIds.map(ended));
          return async () => {
            const began = performance.now();
            const { deliveries } = agentApi.work.response.parse(JSON.parse(await call(asking)));
            claims.push(performance.now() - began);
            await call(telling);
            return deliveries.map((delivery) => delivery.task);
          };
        }),
      bare,
      async stop() {
        console.log(
          `  ${claims.length} claims at ${platform.address}: median ${percentile(claims, 50).toFixed(0)} ms, p99 ${percentile(claims, 99).toFixed(0)} ms, limit 1000 ms`,
        );
        await stop();
      },
    };
  },
};

/** The same without the door: what lending, signing and storing come to, HTTP and the hosts' signatures left out. */
export const taskEngine: Bench = {
  id: 'R6-engine',
  what: 'the same inside one process, without HTTP and the signatures of hosts / a bare queue of two states that is kept, 100 at a time; by processor time',
  goal: 0.2,
  isByCpu: true,
  rounds: 7,
  async start(isShort) {
    const { platform, signer, takeTurns, bare, stop } = await raise(isShort);
    const pool = openPool({
      url: platform.postgres.url('patchkeep_api', 'bench'),
      size: 8,
      name: 'engine',
      onError: console.error,
    });
    const bus = await openPostgresBus(platform.postgres.url('patchkeep_api', 'bench'), console.error);
    const work = workOf(pool, bus, signerClient(signer.socket));
    const take = takeResults(pool, bus, { hintOfOwnWrite: hintOfHost });
    const { customerId, siteId } = platform;
    return {
      ours: (seconds) =>
        takeTurns(
          seconds,
          ({ host, taskIds }) => {
            const agent = { customerId, siteId, hostId: host.agentUuid, workAt: 0 } as Agent;
            return async () => {
              const deliveries = await work(agent, [], new Date());
              await take(agent, taskIds.map(ended), new Date());
              return deliveries.map((delivery) => delivery.task);
            };
          },
          true,
        ),
      bare,
      async stop() {
        await bus.close();
        await pool.end();
        await stop();
      },
    };
  },
};
