import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

/** The installed versions with CVEs, as the last count left them, with their hosts. */
export const selectVulnerableVersions = async (tx: Tx, customerId: string, siteId: string) => {
  const { rows } = await sql<{ version_id: number; hosts: number }>`
    select n.version_id, n.hosts
    from version_counts n
    left join version_verdicts v on v.version_id = n.version_id
    left join corrected_verdicts k on k.customer_id = ${customerId} and k.version_id = n.version_id
    where n.customer_id = ${customerId} and n.site_id = ${siteId} and n.hosts > n.ignored
      and cardinality(case when k.version_id is null then v.cve_nos else k.cve_nos end) > 0`.execute(tx);
  return rows;
};

/** The applications of which some host of the site has several versions. */
export const selectSideBySide = async (
  tx: Tx,
  { customerId, siteId }: { customerId: string; siteId: string },
  applicationIds: readonly number[],
): Promise<Set<number>> => {
  const { rows } = await sql<{ application_id: number }>`
    select application_id from application_counts
    where customer_id = ${customerId} and scope_id = ${siteId} and application_id = any(${[...applicationIds]}::int[])
      and installations > ok + eol + insecure + zeroday + ignored`.execute(tx);
  return new Set(rows.map((row) => row.application_id));
};

export interface CveFactsRow {
  cve_no: number;
  cve_id: string;
  exploited_on: string | null;
  exploited_due: string | null;
  is_ransomware: boolean;
  published_on: string | null;
  cvss_score: number | null;
  epss: number | null;
  opened_on: string | null;
}

/** What the priority of CVEs depends on, with the day since which the site has each. */
export const selectCveFacts = async (
  tx: Tx,
  { customerId, siteId }: { customerId: string; siteId: string },
  cveNos: readonly number[],
) => {
  const { rows } = await sql<CveFactsRow>`
    select c.cve_no, c.cve_id, c.exploited_on::text, c.exploited_due::text, c.is_ransomware, c.published_on::text,
      c.cvss_score, e.epss, (i.opened_at at time zone 'UTC')::date::text as opened_on
    from cves c
    left join epss_scores e on e.cve_no = c.cve_no
    left join issue_history i on i.customer_id = ${customerId} and i.site_id = ${siteId} and i.cve_no = c.cve_no
      and i.closed_at is null
    where c.cve_no = any(${[...cveNos]}::int[])`.execute(tx);
  return rows;
};
