import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import { deleteFilesOf } from './agents/agent-files.repository.ts';
import type { HostRow } from './hosts.tables.ts';
import { areThese, type SiteKey } from './these-hosts.queries.ts';

type Marks = Partial<
  Pick<HostRow, 'disabled_at' | 'trashed_at' | 'pending_since' | 'quarantined_at' | 'accepted_at' | 'group_id'>
>;

/** Sets the same marks on many hosts in one statement. */
export const markHosts = async (tx: Tx, site: SiteKey, hostIds: readonly string[], marks: Marks): Promise<void> => {
  await tx.updateTable('hosts').set(marks).where(areThese(site, hostIds)).execute();
};

/** Asks hosts to inspect: a number one above what they have done. Asking twice is asking once. */
export const requestInspection = async (tx: Tx, site: SiteKey, hostIds: readonly string[]): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set((each) => ({ inspect_revision: each('inspected_revision', '+', 1) }))
    .where(areThese(site, hostIds))
    .execute();
};

/** More inspections than any host was asked for between a backup and its restore. */
const beyondAnyInspection = 1_000_000;

/** After a restore: hosts may have inspected since, by numbers that the backup does not know. */
export const requestInspectionAfterRestore = async (tx: Tx, customerId: string): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set((each) => ({ inspect_revision: each('inspected_revision', '+', beyondAnyInspection) }))
    .where('customer_id', '=', customerId)
    .execute();
};

export const addHostTags = async (
  tx: Tx,
  { customerId, siteId }: SiteKey,
  hostIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> => {
  await sql`
    insert into host_tags (customer_id, site_id, tag_id, host_id)
    select ${customerId}::uuid, ${siteId}::uuid, t.tag_id, h.host_id
    from unnest(${[...tagIds]}::uuid[]) as t (tag_id), unnest(${[...hostIds]}::uuid[]) as h (host_id)
    order by t.tag_id, h.host_id
    on conflict do nothing`.execute(tx);
};

export const removeHostTags = async (
  tx: Tx,
  site: SiteKey,
  hostIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('host_tags')
    .where(areThese(site, hostIds))
    .where('tag_id', '=', sql<string>`any(${[...tagIds]}::uuid[])`)
    .execute();
};

/** Deletes hosts for good; whoever shares a key with them must enrol anew. Returns their numbers. */
export const deleteHosts = async (tx: Tx, site: SiteKey, hostIds: readonly string[]): Promise<number[]> => {
  await deleteFilesOf(tx, site, hostIds);
  await tx.deleteFrom('host_tags').where(areThese(site, hostIds)).execute();
  const rows = await tx.deleteFrom('hosts').where(areThese(site, hostIds)).returning('host_no').execute();
  return rows.map((row) => row.host_no);
};
