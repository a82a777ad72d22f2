import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { PageEnd } from '../../../platform/http/cursor.ts';
import '../results.tables.ts';

/** What is to be said of versions, and what their status was just before a moment. */
export const selectStatusBefore = async (tx: Tx, customerId: string, versionIds: readonly number[], moment: Date) => {
  const { rows } = await sql<{
    version_id: number;
    application_id: number | null;
    name: string;
    publisher: string;
    version: string;
    status: number;
  }>`
    select s.version_id, coalesce(o.application_id, v.application_id) as application_id, s.name, s.publisher, s.version,
      coalesce(o.status, was.status, v.status, 0) as status
    from software_versions s
    left join version_verdicts v on v.version_id = s.version_id
    left join corrected_verdicts o on o.customer_id = ${customerId} and o.version_id = s.version_id
    left join lateral (
      select c.status from verdict_changes c where c.version_id = s.version_id and c.until >= ${moment}
      order by c.until limit 1
    ) was on true
    where s.version_id = any(${[...versionIds]}::int[])
    order by s.name, s.version, s.version_id`.execute(tx);
  return rows;
};

/** Which issues of a site: those open now or just before a moment, or those fixed. */
interface Spans {
  customerId: string;
  siteId: string;
  state: 'open' | 'fixed';
  before?: Date | undefined;
}

const spansOf = ({ customerId, siteId, state, before }: Spans) => {
  const isThere = before
    ? sql`i.opened_at < ${before} and (i.closed_at is null or i.closed_at >= ${before})`
    : sql`i.closed_at is ${state === 'open' ? sql`null` : sql`not null`}`;
  return sql`i.customer_id = ${customerId} and i.site_id = ${siteId} and ${isThere}`;
};

/** Spans of issues at a site by key: the open by when they began, the fixed by when they ended, newest first. */
export const selectIssueSpans = async (tx: Tx, spans: Spans, after: PageEnd | undefined, limit: number) => {
  const isOpen = spans.state === 'open';
  const column = isOpen ? sql`i.opened_at` : sql`i.closed_at`;
  const direction = isOpen ? sql`asc` : sql`desc`;
  const beyond = isOpen ? sql`>` : sql`<`;
  const from = after ? sql`and (${column}, i.cve_no) ${beyond} (${after.value}::timestamptz, ${after.id}::int)` : sql``;
  const { rows } = await sql<{
    cve_no: number;
    cve_id: string;
    cvss_score: number | null;
    exploited_on: string | null;
    due_on: string | null;
    opened_at: Date;
    closed_at: Date | null;
    sort_value: string;
  }>`
    select i.cve_no, c.cve_id, c.cvss_score, c.exploited_on, c.exploited_due::text as due_on, i.opened_at, i.closed_at,
      ${column}::text as sort_value
    from issue_history i join cves c on c.cve_no = i.cve_no
    where ${spansOf(spans)} ${from}
    order by ${column} ${direction}, i.cve_no ${direction} limit ${limit}`.execute(tx);
  return rows;
};

export const countIssueSpans = async (tx: Tx, spans: Spans): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from issue_history i where ${spansOf(spans)}`.execute(tx);
  return rows[0]?.count ?? 0;
};
