import { planSite } from '../apps/server/src/modules/patching/plan.service.ts';
import { openPool } from '../apps/server/src/platform/db/pool.ts';
import { withTenant } from '../apps/server/src/platform/db/tenant.ts';
import { inJob } from '../apps/server/src/platform/job-context.ts';
import { withDecidedFleet } from './decided-fleet.ts';
import type { LimitBench } from './limit-bench.ts';

const restingRuns = 20;

/** The planner comes to every site every minute: what a minute costs where nothing has changed, and where it has. */
export const planning: LimitBench = {
  id: 'planning',
  what: 'planning a site of 100,000 hosts and 2,000 decided channels, after a change and while nothing changes',
  limitMs: 60_000,
  run: (isShort) =>
    withDecidedFleet(isShort ? 1_000 : 100_000, isShort ? 600 : 2_000, async ({ platform, client }) => {
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
          inJob(tx, { customerId, siteId, now: new Date() }, planSite),
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
      return [
        { name: 'the first plan after a change', times: [first] },
        { name: 'a plan while nothing changes', times: resting, limitMs: 500 },
      ];
    }),
};
