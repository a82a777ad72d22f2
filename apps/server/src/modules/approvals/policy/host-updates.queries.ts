import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../approvals.tables.ts';

/** The overrides of updates on these hosts, with the names of the users who set them. */
export const selectHostOverrides = (tx: Tx, customerId: string, siteId: string, hostIds: readonly string[]) =>
  tx
    .selectFrom('host_update_approvals as w')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'w.customer_id').onRef('u.user_id', '=', 'w.changed_by'),
    )
    .select(['w.host_id', 'w.kb', 'w.is_approved', 'w.changed_at', 'u.long_name as by'])
    .where('w.customer_id', '=', customerId)
    .where('w.site_id', '=', siteId)
    .where('w.host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .execute();

export type HostOverride = Awaited<ReturnType<typeof selectHostOverrides>>[number];

/** All overrides of a site, with the numbers of the hosts. */
export const selectSiteOverrides = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('host_update_approvals as w')
    .innerJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 'w.customer_id').onRef('h.host_id', '=', 'w.host_id'),
    )
    .select(['w.host_id', 'h.host_no', 'w.kb', 'w.is_approved', 'w.changed_at', sql<null>`null`.as('by')])
    .where('w.customer_id', '=', customerId)
    .where('w.site_id', '=', siteId)
    .execute();
export type SiteOverride = Awaited<ReturnType<typeof selectSiteOverrides>>[number];
