import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

export const selectCves = (tx: Tx, cveNos: readonly number[]) =>
  tx
    .selectFrom('cves as c')
    .leftJoin('epss_scores as e', 'e.cve_no', 'c.cve_no')
    .select([
      'c.cve_no',
      'c.cve_id',
      'c.title',
      'c.published_on',
      'c.cvss_version',
      'c.cvss_vector',
      'c.cvss_score',
      'c.cvss_source',
      'c.exploited_on',
      'c.exploited_due',
      'c.is_ransomware',
      'e.epss',
      'e.percentile',
    ])
    .where('c.cve_no', '=', sql<number>`any(${[...cveNos]}::int[])`)
    .execute();
export type CveRow = Awaited<ReturnType<typeof selectCves>>[number];

export const findCve = (tx: Tx, cveId: string) =>
  tx
    .selectFrom('cves as c')
    .leftJoin('epss_scores as e', 'e.cve_no', 'c.cve_no')
    .leftJoin('known_exploited as x', 'x.cve_id', 'c.cve_id')
    .selectAll('c')
    .select(['e.epss', 'e.percentile', 'x.action'])
    .where('c.cve_id', '=', cveId)
    .executeTakeFirst();

export const selectExploitedOf = async (tx: Tx, cveNos: readonly number[]): Promise<Set<number>> => {
  const rows = await tx
    .selectFrom('cves')
    .select('cve_no')
    .where('cve_no', '=', sql<number>`any(${[...cveNos]}::int[])`)
    .where('exploited_on', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.cve_no));
};

/** Windows updates that repair a CVE, with the hosts of the site that miss them. */
export const selectUpdatesFor = async (tx: Tx, customerId: string, siteId: string, cveNo: number) => {
  const { rows } = await sql<{ kb: number; title: string; missing: number }>`
    select u.kb, coalesce(nullif(u.title, ''), 'KB' || u.kb) as title, n.missing
    from windows_update_counts n
    join windows_updates u on u.kb = n.kb
    where n.customer_id = ${customerId} and n.site_id = ${siteId} and n.missing > 0
      and n.kb in (select c.kb from windows_update_cves c where c.cve_no = ${cveNo})
    order by n.missing desc, u.kb`.execute(tx);
  return rows;
};
