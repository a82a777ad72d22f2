import { setTimeout as pause } from 'node:timers/promises';
import { planSite } from '../../apps/server/src/modules/patching/planning/plan.service.ts';
import { planCustomer } from '../../apps/server/src/modules/patching/public.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { withTenant } from '../../apps/server/src/platform/db/tenant.ts';
import { inJob } from '../../apps/server/src/platform/job-context.ts';
import { runJobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { openLog } from '../../apps/server/src/platform/log/log.ts';
import { type DecidedFleet, withDecidedFleet } from '../support/decided-fleet.ts';
import type { LimitBench } from '../support/limit-bench.ts';

const restingRuns = 20;
/** From the moment somebody decides until work is written for a host. */
const decidedMs = 2_000;

/** The site follows the newest version of what every host has, over HTTP, and the product's worker makes work of it. */
const decideOften = async ({ platform, client, channelTag }: DecidedFleet, rounds: number): Promise<number[]> => {
  const { postgres, at, headers } = platform;
  // Only what is decided here is planned, so that the budget of the site is free for it.
  await client.query('delete from tasks; delete from approvals; update approval_revisions set revision = revision + 1');
  const open = (role: 'patchkeep_queue' | 'patchkeep_worker') =>
    openPool({ url: postgres.url(role, 'bench'), size: 6, name: role, onError: console.error });
  const [queue, pool] = [open('patchkeep_queue'), open('patchkeep_worker')];
  const bus = { publish: async () => undefined };
  const log = openLog('error');
  const runner = await runJobs(queue, [planCustomer], { pool, bus, clock: () => new Date(), log, isSigning: true });
  const post = async (path: string, body: object): Promise<{ previewToken: string }> => {
    const response = await fetch(at(path), { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { previewToken: string };
  };
  const until = async (isThere: (pending: number) => boolean): Promise<void> => {
    const sql = 'select count(*)::int as n from tasks where state = 0 and channel_tag = $1';
    while (!isThere((await client.query(sql, [channelTag])).rows[0].n)) await pause(10);
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const body = { siteApprovals: [{ channelTag }], reason: 'bench' };
    const decide = async (type: string): Promise<number> => {
      const { previewToken } = await post(`/site-approvals/${type}/preview`, body);
      const began = performance.now();
      await post(`/site-approvals/${type}`, { ...body, previewToken });
      return began;
    };
    const began = await decide('automate');
    await until((pending) => pending > 0);
    times.push(performance.now() - began);
    await decide('block');
    await until((pending) => pending === 0);
    // A customer rests a second after a plan; people do not decide faster than that.
    await pause(1_500);
  }
  await runner.stop();
  await Promise.all([queue.end(), pool.end()]);
  return times;
};

/** The planner comes to every site every minute: what a minute costs where nothing has changed, and where it has. */
export const planning: LimitBench = {
  id: 'planning',
  what: 'planning a site of 100,000 hosts and 2,000 decided channels, after a change and while nothing changes',
  limitMs: 60_000,
  run: (isShort) =>
    withDecidedFleet(isShort ? 1_000 : 100_000, isShort ? 600 : 2_000, async (fleet) => {
      const { platform, client } = fleet;
      const { customerId, siteId } = platform;
      await client.query(
        `insert into package_statements (statement_hash, channel_tag, version, release, kind, scope, sha256, bytes,
           expires_at, envelope)
         select sha256(convert_to(channel_tag, 'utf8')), channel_tag, '99.0', 1, 'msi', 'machine', '', 1,
           now() + interval '1 year', '' from channels where channel_tag like 'bench-%'`,
      );
      const pool = openPool({
        url: platform.postgres.url('patchkeep_worker', 'bench'),
        size: 2,
        name: 'planner',
        onError: console.error,
      });
      const plan = async (): Promise<number> => {
        const began = performance.now();
        await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, (tx) =>
          inJob(tx, { customerId, siteId, now: new Date(), isSigning: true }, planSite),
        );
        return performance.now() - began;
      };
      const first = await plan();
      const resting: number[] = [];
      for (let i = 0; i < restingRuns; i++) resting.push(await plan());
      await pool.end();
      const { rows } = await client.query('select count(*)::int as n from tasks');
      if (Number(rows[0].n) === 0) throw new Error('Nothing was planned');
      console.log(`  ${rows[0].n} tasks planned within the budget`);
      const decided = await decideOften(fleet, isShort ? 5 : 20);
      return [
        { name: 'from a decision to the work of a host', times: decided, limitMs: decidedMs },
        { name: 'the first plan after a change', times: [first] },
        { name: 'a plan while nothing changes', times: resting, limitMs: 500 },
      ];
    }),
};
