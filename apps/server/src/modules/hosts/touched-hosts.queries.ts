import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './hosts.tables.ts';
import type { SiteKey } from './these-hosts.queries.ts';

const among = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`;

/** How hosts stand before an act on them. */
export const selectStanding = (tx: Tx, { customerId, siteId }: SiteKey, hostIds: readonly string[]) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_no', 'group_id', 'disabled_at', 'trashed_at', 'pending_since', 'quarantined_at'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', among(hostIds))
    .orderBy('host_no')
    .execute();
export type Standing = Awaited<ReturnType<typeof selectStanding>>[number];

/** The hosts behind numbers, as they are now. */
export const selectByNumber = (tx: Tx, { customerId, siteId }: SiteKey, hostNos: readonly number[]) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_no', 'group_id'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::integer[])`)
    .orderBy('host_no')
    .execute();

/** Which of these tags hosts carry; of all hosts when none are named. */
export const selectCarriers = (
  tx: Tx,
  { customerId, siteId }: SiteKey,
  tagIds: readonly string[],
  hostIds?: readonly string[],
) => {
  let query = tx
    .selectFrom('host_tags as t')
    .innerJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 't.customer_id').onRef('h.host_id', '=', 't.host_id'),
    )
    .select(['t.tag_id', 'h.host_no'])
    .where('t.customer_id', '=', customerId)
    .where('t.site_id', '=', siteId)
    .where('t.tag_id', '=', among(tagIds));
  if (hostIds) query = query.where('t.host_id', '=', among(hostIds));
  return query.orderBy('h.host_no').execute();
};

export const selectInGroups = async (tx: Tx, { customerId, siteId }: SiteKey, groupIds: readonly string[]) => {
  const rows = await tx
    .selectFrom('hosts')
    .select('host_no')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('group_id', '=', among(groupIds))
    .where('trashed_at', 'is', null)
    .orderBy('host_no')
    .execute();
  return rows.map((row) => row.host_no);
};
