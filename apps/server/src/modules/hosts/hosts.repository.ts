import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { HostRow, NewHostRow } from './hosts.tables.ts';
import { hostsPerBucket, toMinutes } from './presence.repository.ts';

/** The next small number of a customer. */
export const takeHostNumber = async (tx: Tx, customerId: string): Promise<number> => {
  const { next_host_no } = await tx
    .insertInto('host_numbers')
    .values({ customer_id: customerId, next_host_no: 1 })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ next_host_no: sql<number>`host_numbers.next_host_no + 1` }),
    )
    .returning('next_host_no')
    .executeTakeFirstOrThrow();
  return next_host_no - 1;
};

/** The columns of a host that nobody has asked to restart. */
export const noRestart = {
  restart_tag_id: null,
  last_boot_request_at: null,
  reboot_deadline: null,
  last_reboot_snooze_at: null,
  restart_requested_by: null,
  restart_shown_at: null,
} satisfies Partial<HostRow>;

export const insertHost = async (tx: Tx, row: NewHostRow): Promise<void> => {
  await tx.insertInto('hosts').values(row).execute();
};

export const insertHostTags = async (
  tx: Tx,
  rows: { customer_id: string; site_id: string; tag_id: string; host_id: string }[],
): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('host_tags')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

export type HostFactColumns = Pick<
  HostRow,
  | 'host_name'
  | 'sort_name'
  | 'os_family'
  | 'os_name'
  | 'os_version'
  | 'os_architecture'
  | 'agent_version'
  | 'time_zone'
  | 'users'
  | 'free_disk_bytes'
  | 'last_boot_at'
  | 'last_reported_boot_at'
>;

/** A boot that was reported before stays known as it was: to a clock that runs ahead it would always be just now. */
const bootOf = (contact: 'f' | 'c') => {
  const [known, reported] = [sql.ref(`${contact}.last_boot_at`), sql.ref(`${contact}.last_reported_boot_at`)];
  return sql`last_reported_boot_at = ${reported}, last_boot_at = case
    when ${reported} = coalesce(h.last_reported_boot_at, h.last_boot_at) then h.last_boot_at else ${known} end`;
};

/** What inspections found out about the hosts themselves, all of a batch in one statement, in the order of the key. */
export const updateHostsAfterInspection = async (
  tx: Tx,
  customerId: string,
  rows: readonly (HostFactColumns & {
    host_id: string;
    inventory_hash: string;
    inventory_at: string;
    inspected_revision: number;
  })[],
): Promise<void> => {
  const sorted = rows.toSorted((a, b) => (a.host_id < b.host_id ? -1 : 1));
  await sql`
    update hosts h set host_name = f.host_name, sort_name = f.sort_name, os_family = f.os_family, os_name = f.os_name,
      os_version = f.os_version, os_architecture = f.os_architecture, agent_version = f.agent_version,
      time_zone = f.time_zone, users = f.users, free_disk_bytes = f.free_disk_bytes, ${bootOf('f')},
      inventory_hash = decode(f.inventory_hash, 'hex'), inventory_at = f.inventory_at,
      inspected_revision = f.inspected_revision
    from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as f (host_id uuid, host_name text, sort_name text,
      os_family smallint, os_name text, os_version text, os_architecture text, agent_version text, time_zone text,
      users text[], free_disk_bytes bigint, last_boot_at timestamptz, last_reported_boot_at timestamptz,
      inventory_hash text, inventory_at timestamptz,
      inspected_revision int)
    where h.customer_id = ${customerId} and h.host_id = f.host_id`.execute(tx);
};

/**
 * Hosts that came back with another boot time, from being dormant, or believing others who vouch for custom software: at
 * work again at once, for every screen. Gives those that have restarted because somebody asked.
 */
export const updateHostsAfterContact = async (
  tx: Tx,
  customerId: string,
  contacts: readonly { hostId: string; bootedAt: Date; reportedBootAt: Date; approversVersion: number | null }[],
): Promise<Set<string>> => {
  const sorted = contacts.toSorted((a, b) => (a.hostId < b.hostId ? -1 : 1));
  const { rows } = await sql<{ host_id: string; has_restarted: boolean }>`
    update hosts h set ${bootOf('c')}, dormant_since = null, approvers_version = c.approvers_version
    from unnest(${sorted.map((each) => each.hostId)}::uuid[], ${sorted.map((each) => each.bootedAt)}::timestamptz[],
      ${sorted.map((each) => each.reportedBootAt)}::timestamptz[],
      ${sorted.map((each) => each.approversVersion)}::int[])
      as c (host_id, last_boot_at, last_reported_boot_at, approvers_version), hosts former
    where h.customer_id = ${customerId} and h.host_id = c.host_id
      and former.customer_id = ${customerId} and former.host_id = c.host_id
    returning h.host_id, coalesce(former.last_boot_at <= h.last_boot_request_at
      and h.last_boot_at > h.last_boot_request_at, false) as has_restarted`.execute(tx);
  return new Set(rows.filter((row) => row.has_restarted).map((row) => row.host_id));
};

export const quarantineHost = async (tx: Tx, customerId: string, hostId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set({ quarantined_at: now })
    .where('customer_id', '=', customerId)
    .where('host_id', '=', hostId)
    .execute();
};

/** Marks the hosts of the sites in view that were not heard of since `before`; answers with how many it marked. */
export const markDormantHosts = async (tx: Tx, customerId: string, before: Date, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    update hosts h set dormant_since = ${now}
    from (
      select h.host_id
      from hosts h
      left join (
        select p.bucket * ${sql.lit(hostsPerBucket)} + s.place - 1 as host_no, s.minutes
        from host_presence p, unnest(p.seen_minutes) with ordinality as s (minutes, place)
        where p.customer_id = ${customerId} and s.minutes >= ${toMinutes(before)}
      ) recent on recent.host_no = h.host_no
      where h.customer_id = ${customerId} and h.dormant_since is null and h.trashed_at is null
        and recent.host_no is null and h.enrolled_at < ${before}
    ) silent
    where h.customer_id = ${customerId} and h.host_id = silent.host_id`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Stores whether the host trusts a root, and returns whether that is news. */
export const setHasRoot = async (tx: Tx, customerId: string, hostId: string, hasRoot: boolean): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('hosts')
    .set({ has_root: hasRoot })
    .where('customer_id', '=', customerId)
    .where('host_id', '=', hostId)
    .where('has_root', '<>', hasRoot)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Something waits for these hosts from now on; their next check-ins are told so. */
export const noteWork = async (tx: Tx, customerId: string, hostIds: readonly string[], now: Date): Promise<void> => {
  await tx
    .updateTable('hosts')
    // Written also where it is so already: a host that finds nothing to do at this moment waits for us, or we for it,
    // and neither overwrites what the other knows better.
    .set({ work_at: sql<Date>`least(work_at, ${now}::timestamptz)` })
    .where('customer_id', '=', customerId)
    .where('host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .execute();
};

/** Nothing waits for these hosts before the time that stands beside each; null where nothing waits at all. */
export const setWorkAt = async (tx: Tx, customerId: string, times: ReadonlyMap<string, Date | null>): Promise<void> => {
  await sql`
    update hosts h set work_at = w.at
    from unnest(${[...times.keys()]}::uuid[], ${[...times.values()]}::timestamptz[]) as w (host_id, at)
    where h.customer_id = ${customerId} and h.host_id = w.host_id and h.work_at is distinct from w.at`.execute(tx);
};

/** Keeps others from changing a host until the end of the transaction; work may still be written for it. */
export const lockHosts = async (tx: Tx, customerId: string, hostIds: readonly string[]): Promise<void> => {
  await tx
    .selectFrom('hosts')
    .select('host_no')
    .where('customer_id', '=', customerId)
    .where('host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .orderBy('host_id')
    .forNoKeyUpdate()
    .execute();
};
