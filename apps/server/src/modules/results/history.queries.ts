import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { ScopeKey } from './applications.queries.ts';
import { totalColumns } from './recount/totals.repository.ts';
import type { ScopeCountsRow } from './results.tables.ts';

export type HistoryRow = Pick<ScopeCountsRow, (typeof totalColumns)[number]>;

/**
 * The totals of a scope as they stood just before each of these moments; undefined before its first count. A row of
 * history is written when something changes, so the last one before a moment speaks for it.
 */
export const selectTotalsBefore = async (
  tx: Tx,
  { customerId, siteId, scopeId }: ScopeKey,
  moments: readonly Date[],
): Promise<(HistoryRow | undefined)[]> => {
  const { rows } = await sql<HistoryRow & { place: number }>`
    select m.place::int as place, ${sql.join(totalColumns.map((column) => sql.ref(`h.${column}`)))}
    from unnest(${[...moments]}::timestamptz[]) with ordinality as m (moment, place)
    cross join lateral (
      select * from count_history c
      where c.customer_id = ${customerId} and c.site_id = ${siteId} and c.scope_id = ${scopeId} and c.at < m.moment
      order by c.at desc limit 1
    ) h`.execute(tx);
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  return moments.map((_, i) => byPlace.get(i + 1));
};
