import { sql } from 'kysely';
import { inSites } from '../../../platform/db/in-sites.ts';
import '../dashboards.tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { OpenIssues } from './report.rules.ts';

/** Open issues of sites, counted by all that says whether they are exploited and overdue. */
export const selectOpenIssues = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
): Promise<OpenIssues[]> => {
  const { rows } = await sql<OpenIssues>`
    select i.site_id, c.exploited_on is not null as is_exploited, c.exploited_due::text as exploited_due,
      (i.opened_at at time zone 'UTC')::date::text as opened_on, c.cvss_score, count(*)::int as issues
    from issue_history i join cves c on c.cve_no = i.cve_no
    where i.customer_id = ${customerId} and ${inSites('i.site_id', siteIds)} and i.closed_at is null
    group by 1, 2, 3, 4, 5`.execute(tx);
  return rows;
};

/** Issues that were first seen and that were fixed in a period, by site. */
export const countIssuesBySite = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  { start, end }: { start: Date; end: Date },
) => {
  const { rows } = await sql<{ site_id: string; opened: number; fixed: number }>`
    select i.site_id, count(*) filter (where i.opened_at >= ${start} and i.opened_at < ${end})::int as opened,
      count(*) filter (where i.closed_at >= ${start} and i.closed_at < ${end})::int as fixed
    from issue_history i
    where i.customer_id = ${customerId} and ${inSites('i.site_id', siteIds)}
      and (i.closed_at is null or i.closed_at >= ${start})
    group by i.site_id`.execute(tx);
  return rows;
};
