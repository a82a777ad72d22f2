import { compactName, hostSeparators, separators } from '@patchkeep/rules/matching';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

const pastPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;

/** A name as `compactName` leaves it. Each separator costs time per row, so hosts have their own, shorter, list. */
const compactHost = sql<string>`translate(sort_name, ${hostSeparators}::text, '')`;
const compactApplication = sql<string>`translate(a.sort_name, ${separators}::text, '')`;

/** Names that contain what was typed, with or without its separators. */
const contains = (name: RawBuilder<string>, compact: RawBuilder<string>, q: string) => {
  const part = compactName(q);
  return part === ''
    ? sql<boolean>`position(${q.toLowerCase()}::text in ${name}) > 0`
    : sql<boolean>`position(${part}::text in ${compact}) > 0`;
};

/** Names that contain what was typed but for a slip. */
const resembles = (compact: RawBuilder<string>, patterns: readonly string[]) =>
  sql<boolean>`${compact} like any (${patterns.map((pattern) => `%${pattern}%`)}::text[])`;

export interface Place {
  customerId: string;
  siteId: string;
}

/** Those in the trash are found in the trash. */
const hostsOf = (tx: Tx, { customerId, siteId }: Place, limit: number) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_name', 'trashed_at', 'quarantined_at', 'pending_since', 'disabled_at', 'dormant_since'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('view', '=', sql<number>`any(array[0, 1, 2, 3])`)
    .orderBy('sort_name')
    .limit(limit);

export const hostsThatBegin = (tx: Tx, place: Place, q: string, limit: number) =>
  hostsOf(tx, place, limit)
    .where('sort_name', '>=', q.toLowerCase())
    .where('sort_name', '<', pastPrefix(q.toLowerCase()))
    .execute();
export const hostsThatContain = (tx: Tx, place: Place, q: string, limit: number) =>
  hostsOf(tx, place, limit)
    .where(contains(sql`sort_name`, compactHost, q))
    .execute();
export const hostsThatResemble = (tx: Tx, place: Place, patterns: readonly string[], limit: number) =>
  hostsOf(tx, place, limit).where(resembles(compactHost, patterns)).execute();

interface FoundApplication {
  application_id: number;
  name: string;
  publisher: string;
  channel_tag: string | null;
  hosts: number;
  eol: number;
  insecure: number;
  zeroday: number;
}

/** Applications of the site: those whose name begins with what was typed first, then those on the most hosts. */
const applicationsOf = async (
  tx: Tx,
  { customerId, siteId }: Place,
  isFound: RawBuilder<boolean>,
  part: string,
  limit: number,
) => {
  const { rows } = await sql<FoundApplication>`
    select c.application_id, a.name, a.publisher, a.channel_tag,
      c.ok + c.eol + c.insecure + c.zeroday + c.ignored as hosts, c.eol, c.insecure, c.zeroday
    from application_counts c join applications a on a.application_id = c.application_id
    where c.customer_id = ${customerId} and c.site_id = ${siteId} and c.scope_id = ${siteId} and ${isFound}
    order by starts_with(a.sort_name, ${part}::text) desc, hosts desc, c.application_id
    limit ${limit}`.execute(tx);
  return rows;
};

export const applicationsThatContain = (tx: Tx, place: Place, q: string, limit: number) =>
  applicationsOf(tx, place, contains(sql`a.sort_name`, compactApplication, q), q.toLowerCase(), limit);
export const applicationsThatResemble = (tx: Tx, place: Place, patterns: readonly string[], limit: number) =>
  applicationsOf(tx, place, resembles(compactApplication, patterns), '', limit);

/** CVEs by the beginning of their id. */
export const searchCves = (tx: Tx, q: string, limit: number) =>
  tx
    .selectFrom('cves')
    .select(['cve_id', 'title', 'exploited_on'])
    .where(sql`cve_id collate "C"`, '>=', q)
    .where(sql`cve_id collate "C"`, '<', pastPrefix(q))
    .orderBy(sql`cve_id collate "C"`)
    .limit(limit)
    .execute();
