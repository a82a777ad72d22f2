import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import { licencesSince } from './hosts.queries.ts';
import './hosts.tables.ts';
import { hostsPerBucket, toMinutes } from './presence.repository.ts';

const numbersOf = (text: string): number[] => text.split(',').map(Number);

/**
 * The hosts that count in results, by where they are: at work, or dormant for less than a licence lasts. Those in the
 * trash, disabled or waiting do not. One row per group, because a hundred thousand rows take longer than the count.
 */
export const listCountedHosts = async (tx: Tx, customerId: string, now: Date) => {
  const since = licencesSince(now);
  const { rows } = await sql<{ site_id: string; group_id: string | null; host_nos: string }>`
    select h.site_id, h.group_id, string_agg(h.host_no::text, ',' order by h.host_no) as host_nos
    from hosts h
    where h.customer_id = ${customerId}
      and (h.view = 0 or (h.view = 2 and (h.enrolled_at >= ${since} or exists (
        select from host_presence p
        where p.customer_id = ${customerId} and p.bucket = h.host_no / ${sql.lit(hostsPerBucket)}
          and p.seen_minutes[h.host_no % ${sql.lit(hostsPerBucket)} + 1] >= ${toMinutes(since)}))))
    group by h.site_id, h.group_id
    order by h.site_id, h.group_id`.execute(tx);
  return rows.map((row) => ({ siteId: row.site_id, groupId: row.group_id, hostNos: numbersOf(row.host_nos) }));
};

/** The systems and processors of a site's hosts, with the numbers of the hosts that have each. */
export const listMachines = async (tx: Tx, customerId: string, siteId: string) => {
  const { rows } = await sql<{ os_family: number; os_architecture: string; host_nos: string }>`
    select h.os_family, h.os_architecture, string_agg(h.host_no::text, ',') as host_nos
    from hosts h where h.customer_id = ${customerId} and h.site_id = ${siteId}
    group by h.os_family, h.os_architecture`.execute(tx);
  return rows.map((row) => ({
    osFamily: row.os_family,
    architecture: row.os_architecture,
    hostNos: numbersOf(row.host_nos),
  }));
};

/** The hosts of a site that have no root of keys. */
export const listRootless = async (tx: Tx, customerId: string, siteId: string): Promise<number[]> => {
  const rows = await tx
    .selectFrom('hosts')
    .select('host_no')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('has_root', '=', sql.lit(false))
    .execute();
  return rows.map((row) => row.host_no);
};

/** The hosts of every tag, whether they count or not. */
export const listTagMembers = async (tx: Tx, customerId: string) => {
  const { rows } = await sql<{ site_id: string; tag_id: string; host_nos: string }>`
    select t.site_id, t.tag_id, string_agg(h.host_no::text, ',') as host_nos
    from host_tags t
    join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
    where t.customer_id = ${customerId} and h.customer_id = ${customerId}
    group by t.site_id, t.tag_id`.execute(tx);
  return rows.map((row) => ({ siteId: row.site_id, tagId: row.tag_id, hostNos: numbersOf(row.host_nos) }));
};

/** Groups of every site in view, as a tree needs them. */
export const listGroupTree = (tx: Tx, customerId: string) =>
  tx.selectFrom('groups').select(['site_id', 'group_id', 'parent_id']).where('customer_id', '=', customerId).execute();

/** The numbers of hosts named by id. */
export const listHostNumbers = (tx: Tx, customerId: string, hostIds: readonly string[]) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_no'])
    .where('customer_id', '=', customerId)
    .where('host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .execute();
