import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { Standing } from '../results/public.ts';
import './dashboards.tables.ts';

type TotalsThen = Omit<Standing, 'hosts_at_risk'> & Record<'applications' | 'versions' | 'installations', number>;

/** What scopes added up to just before a moment; undefined before the first count of any of them. */
export const selectTotalsBefore = async (
  tx: Tx,
  customerId: string,
  scopeIds: readonly string[],
  moment: Date,
): Promise<TotalsThen | undefined> => {
  const { rows } = await sql<TotalsThen>`
    select sum(h.hosts)::int as hosts, sum(h.applications)::int as applications, sum(h.versions)::int as versions,
      sum(h.installations)::int as installations, sum(h.ok)::int as ok, sum(h.eol)::int as eol,
      sum(h.insecure)::int as insecure, sum(h.zeroday)::int as zeroday, sum(h.ignored)::int as ignored
    from unnest(${[...scopeIds]}::uuid[]) as s (scope_id)
    cross join lateral (
      select c.* from count_history c
      where c.customer_id = ${customerId} and c.scope_id = s.scope_id and c.at < ${moment}
      order by c.at desc limit 1
    ) h
    having count(*) > 0`.execute(tx);
  return rows[0];
};
