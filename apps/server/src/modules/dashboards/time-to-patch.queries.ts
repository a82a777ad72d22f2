import { patchTargetDays, type severities } from '@patchkeep/contract/dashboard-data';
import { severityFloors } from '@patchkeep/rules/vulnerabilities/severity';
import { sql } from 'kysely';
import { inSites } from '../../platform/db/in-sites.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import './dashboards.tables.ts';

/** The scores are reals; a tenth must not be missed by a hair. */
const severityCases = sql.join(
  severityFloors.map(
    ([severity, floor]) => sql`when c.cvss_score >= ${sql.lit(floor)}::real then ${sql.lit(severity)}`,
  ),
  sql` `,
);

interface SeverityRow {
  severity: (typeof severities)[number];
  open: number;
  overdue: number;
  /** First seen from `since` on and before `until`. */
  opened: number;
  /** Fixed in the same time. */
  fixed: number;
  fixed_in_time: number;
  median_days: number | null;
}

/**
 * Issues of sites by severity as they stood at `now`: those open then, and those found and fixed from `since` on and
 * before `until`, against the days each severity is given. Every severity has a row.
 */
export const selectTimeToPatch = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  { now, since, until }: { now: Date; since: Date; until: Date },
): Promise<SeverityRow[]> => {
  const { rows } = await sql<SeverityRow>`
    with issues as (
      select case ${severityCases} else 'unscored' end as severity,
        i.opened_at, e.closed_at, e.closed_at >= ${since} and e.closed_at < ${until} as is_fixed,
        extract(epoch from coalesce(e.closed_at, ${now}) - i.opened_at) / 86400 as days
      from issue_history i join cves c on c.cve_no = i.cve_no
      cross join lateral (select case when i.closed_at <= ${now} then i.closed_at end as closed_at) e
      where i.customer_id = ${customerId} and ${inSites('i.site_id', siteIds)}
        and (i.closed_at is null or i.closed_at >= ${since}) and i.opened_at <= ${now}
    )
    select t.severity, count(*) filter (where i.days is not null and i.closed_at is null)::int as open,
      count(*) filter (where i.opened_at >= ${since} and i.opened_at < ${until})::int as opened,
      count(*) filter (where i.closed_at is null and i.days > t.days)::int as overdue,
      count(*) filter (where i.is_fixed)::int as fixed,
      count(*) filter (where i.is_fixed and i.days <= t.days)::int as fixed_in_time,
      percentile_disc(0.5) within group (order by i.days) filter (where i.is_fixed)::float8 as median_days
    from unnest(${Object.keys(patchTargetDays)}::text[], ${Object.values(patchTargetDays)}::int[]) with ordinality
      as t (severity, days, place)
    left join issues i on i.severity = t.severity
    group by t.severity, t.place order by t.place`.execute(tx);
  return rows;
};

/** Issues that were open at a moment and are to be fixed by a day, and those whose day was over by then. */
export const countDue = async (tx: Tx, customerId: string, siteIds: readonly string[], at: Date) => {
  const { rows } = await sql<{ open: number; past_due: number }>`
    select count(*)::int as open,
      count(*) filter (where c.exploited_due < (${at}::timestamptz at time zone 'UTC')::date)::int as past_due
    from issue_history i join cves c on c.cve_no = i.cve_no
    where i.customer_id = ${customerId} and ${inSites('i.site_id', siteIds)} and i.opened_at <= ${at}
      and (i.closed_at is null or i.closed_at > ${at}) and c.exploited_due is not null`.execute(tx);
  return rows[0] ?? { open: 0, past_due: 0 };
};
