import { sql } from 'kysely';
import { inSites } from '../../../platform/db/in-sites.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../patching.tables.ts';

/** Proven updates of sites, added up from each of these moments to the next and from the last to the end; by place. */
export const selectUpdates = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  starts: readonly Date[],
  end: Date,
): Promise<Map<number, { upgrades: number; securityUpgrades: number }>> => {
  const [first] = starts;
  if (!first) return new Map();
  const { rows } = await sql<{ place: number; upgrades: number; security: number }>`
    select width_bucket(at, ${[...starts]}::timestamptz[]) as place, sum(upgrades)::int as upgrades,
      sum(security_upgrades)::int as security
    from update_history
    where customer_id = ${customerId} and ${inSites('site_id', siteIds)} and at >= ${first} and at < ${end}
    group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.place - 1, { upgrades: row.upgrades, securityUpgrades: row.security }]));
};
