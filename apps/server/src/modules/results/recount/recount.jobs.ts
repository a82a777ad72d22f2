import type pg from 'pg';
import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { enterSites, type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { enqueue, job, type JobTools } from '../../../platform/jobs/jobs.ts';
import { listCustomerIds, listSiteIds } from '../../tenants/public.ts';
import { type Recounter, recounter } from './recount.service.ts';
import { holdsAny, insertRequest, isCountDue, readState } from './requests.repository.ts';

/**
 * After a count the customer rests ten times as long as it took, so that counting takes a small share of a core; but
 * numbers should not lag for seconds, so a rest of two seconds is enough as long as it is three times the count.
 */
const restAfter = (tookMs: number): number => Math.min(60_000, Math.max(3 * tookMs, Math.min(10 * tookMs, 2_000)));

/** Rows the last exact counts found to be wrong; zero is the only good number. */
export const countDrift = { rows: 0 };

const recounters = new WeakMap<pg.Pool, Recounter>();
const recounterOf = (pool: pg.Pool): Recounter => {
  const found = recounters.get(pool) ?? recounter(pool);
  recounters.set(pool, found);
  return found;
};

const inCustomer = <T>(pool: pg.Pool, customerId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withTenant(pool, { customerId, siteIds: [], actorId: null }, work);

const publish = async (bus: JobTools['bus'], customerId: string, siteIds: readonly string[]): Promise<void> => {
  // A lost hint costs a refetch.
  await bus
    .publish(siteIds.map((siteAccountUuid) => ({ customerId, siteAccountUuid, thing: 'counts' })))
    .catch(() => undefined);
};

export const recount = job({
  name: 'recount',
  payload: z.object({ customerId: z.string() }),
  async run({ customerId }, { pool, bus, clock }) {
    const now = clock();
    const isResting = await inCustomer(pool, customerId, async (tx) => {
      const state = await readState(tx, customerId);
      if (!state) return false;
      const ready = new Date(state.counted_at.getTime() + state.took_ms + restAfter(state.took_ms));
      if (ready <= now) return false;
      await enqueueRecount(tx, customerId, ready);
      return true;
    });
    if (isResting) return;
    const { siteIds } = await recounterOf(pool)(customerId, now);
    await publish(bus, customerId, siteIds);
  },
});

export const enqueueRecount = (tx: Tx, customerId: string, runAt: Date): Promise<void> =>
  enqueue(tx, recount, { customerId }, { key: `recount:${customerId}`, runAt });

/** Beyond this, asking each customer whether it has any of them takes longer than counting. */
const manyVersions = 5_000;

const recountWhere = async (
  concerns: (tx: Tx, customerId: string) => Promise<boolean>,
  { pool, clock }: JobTools,
): Promise<void> => {
  const now = clock();
  for (const customerId of await listCustomerIds(globalQueries(pool)))
    await inCustomer(pool, customerId, async (tx) => {
      if (!(await concerns(tx, customerId))) return;
      await insertRequest(tx, customerId, now, null);
      await enqueueRecount(tx, customerId, now);
    });
};

/** Asks for a count of every customer: what all of them are counted by has changed. */
export const recountEverybody = (tools: JobTools): Promise<void> => recountWhere(async () => true, tools);

/** Asks for a count of every customer that has one of these versions: their verdicts changed. */
export const recountHolders = (versionIds: readonly number[], tools: JobTools): Promise<void> =>
  versionIds.length < manyVersions
    ? recountWhere((tx, customerId) => holdsAny(tx, customerId, versionIds), tools)
    : recountEverybody(tools);

/** Finds what nobody asked for: a rule that ended, a host that became too old to count, a request whose job was lost. */
export const sweepRecounts = job({
  name: 'sweep-recounts',
  payload: z.object({}),
  cron: '* * * * *',
  async run(_payload, { pool, clock }) {
    const now = clock();
    const oldest = new Date(now.getTime() - 3_600_000);
    for (const customerId of await listCustomerIds(globalQueries(pool)))
      await inCustomer(pool, customerId, async (tx) => {
        await enterSites(tx, { customerId, siteIds: await listSiteIds(tx, customerId), actorId: null });
        if (await isCountDue(tx, customerId, now, oldest)) await enqueueRecount(tx, customerId, now);
      });
  },
});

/** Counts everything from nothing, and says so aloud if what stood there was not the same. */
export const countExactly = job({
  name: 'count-exactly',
  payload: z.object({}),
  cron: '20 2 * * *',
  async run(_payload, { pool, bus, clock, log }) {
    let rows = 0;
    for (const customerId of await listCustomerIds(globalQueries(pool)))
      try {
        const now = clock();
        // What was merely not counted yet is no drift.
        const { siteIds } = await recounterOf(pool)(customerId, now);
        const { changes, hadRequests } = await recounterOf(pool)(customerId, now, { isExact: true });
        await publish(bus, customerId, siteIds);
        if (changes === 0 || hadRequests) continue;
        rows += changes;
        log.error({ customerId, rows: changes }, 'counts had drifted and were set right');
      } catch (err) {
        // One customer that cannot be counted must not leave the others unwatched.
        log.error({ customerId, err }, 'could not be counted');
      }
    countDrift.rows = rows;
  },
});
