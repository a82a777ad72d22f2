import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './approvals.tables.ts';

/** What administrators said about updates on single hosts. */
export const selectHostWords = (tx: Tx, customerId: string, siteId: string, hostIds: readonly string[]) =>
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

export type HostWord = Awaited<ReturnType<typeof selectHostWords>>[number];

/** All that was said about updates on single hosts of a site, with the numbers that reports are kept under. */
export const selectSiteWords = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('host_update_approvals as w')
    .innerJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 'w.customer_id').onRef('h.host_id', '=', 'w.host_id'),
    )
    .select(['w.host_id', 'h.host_no', 'w.kb', 'w.is_approved', 'w.changed_at', sql<null>`null`.as('by')])
    .where('w.customer_id', '=', customerId)
    .where('w.site_id', '=', siteId)
    .execute();
export type SiteWord = Awaited<ReturnType<typeof selectSiteWords>>[number];
