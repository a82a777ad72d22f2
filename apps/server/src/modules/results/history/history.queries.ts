import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { Split } from '../results.tables.ts';

/** How scopes stood together: their applications on hosts by status, and their hosts. */
export interface Standing extends Split {
  hosts: number;
  /** Hosts whose worst application is Insecure or 0-Day. */
  hosts_at_risk: number;
}

const added = sql`sum(h.ok)::int as ok, sum(h.eol)::int as eol, sum(h.insecure)::int as insecure,
  sum(h.zeroday)::int as zeroday, sum(h.ignored)::int as ignored, sum(h.hosts)::int as hosts,
  sum(h.hosts_insecure + h.hosts_zeroday)::int as hosts_at_risk`;

/**
 * What scopes added up to just before each of these moments; undefined before their first count. A row of history is
 * written when something changes, so the last one before a moment speaks for it.
 */
export const selectSplitsBefore = async (
  tx: Tx,
  customerId: string,
  scopeIds: readonly string[],
  moments: readonly Date[],
): Promise<(Standing | undefined)[]> => {
  if (moments.length === 0) return [];
  const { rows } = await sql<Standing & { place: number }>`
    select m.place::int as place, ${added}
    from unnest(${[...moments]}::timestamptz[]) with ordinality as m (moment, place)
    cross join unnest(${[...scopeIds]}::uuid[]) as s (scope_id)
    cross join lateral (
      select c.* from count_history c
      where c.customer_id = ${customerId} and c.scope_id = s.scope_id and c.at < m.moment
      order by c.at desc limit 1
    ) h
    group by m.place`.execute(tx);
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  return moments.map((_, i) => byPlace.get(i + 1));
};

/** The same as it is now; undefined before the first count. */
export const selectSplit = async (
  tx: Tx,
  customerId: string,
  scopeIds: readonly string[],
): Promise<Standing | undefined> => {
  const { rows } = await sql<Standing>`
    select ${added} from scope_counts h
    where h.customer_id = ${customerId} and h.scope_id = any(${[...scopeIds]}::uuid[])
    having count(*) > 0`.execute(tx);
  return rows[0];
};

/** When the history that is kept of any of these scopes begins; null before the first count. */
export const findHistoryStart = async (
  tx: Tx,
  customerId: string,
  scopeIds: readonly string[],
): Promise<Date | null> => {
  const { rows } = await sql<{ since: Date | null }>`
    select min(f.at) as since
    from unnest(${[...scopeIds]}::uuid[]) as s (scope_id)
    cross join lateral (
      select c.at from count_history c where c.customer_id = ${customerId} and c.scope_id = s.scope_id
      order by c.at limit 1
    ) f`.execute(tx);
  return rows[0]?.since ?? null;
};
