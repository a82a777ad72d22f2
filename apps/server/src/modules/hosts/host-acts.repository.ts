import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import { deleteFilesOf } from './agent-files.repository.ts';
import type { HostRow } from './hosts.tables.ts';

type Marks = Partial<
  Pick<HostRow, 'disabled_at' | 'trashed_at' | 'pending_since' | 'quarantined_at' | 'accepted_at' | 'group_id'>
>;

const among = (hostIds: readonly string[]) => sql<string>`any(${[...hostIds]}::uuid[])`;

/** Sets the same marks on many hosts in one statement. */
export const markHosts = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  hostIds: readonly string[],
  marks: Marks,
): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set(marks)
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', among(hostIds))
    .execute();
};

/** Asks hosts to inspect: a number one above what they have done. Asking twice is asking once. */
export const requestInspection = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  hostIds: readonly string[],
): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set((each) => ({ inspect_revision: each('inspected_revision', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', among(hostIds))
    .execute();
};

export const addHostTags = async (
  tx: Tx,
  customerId: string,
  siteId: string,
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
  customerId: string,
  siteId: string,
  hostIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('host_tags')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('tag_id', '=', sql<string>`any(${[...tagIds]}::uuid[])`)
    .where('host_id', '=', among(hostIds))
    .execute();
};

/** Deletes hosts for good; whoever shares a key with them must enrol anew. Returns their numbers. */
export const deleteHosts = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  hostIds: readonly string[],
): Promise<number[]> => {
  await deleteFilesOf(tx, customerId, siteId, hostIds);
  await tx
    .deleteFrom('host_tags')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', among(hostIds))
    .execute();
  const rows = await tx
    .deleteFrom('hosts')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', among(hostIds))
    .returning('host_no')
    .execute();
  return rows.map((row) => row.host_no);
};
