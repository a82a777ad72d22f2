import type { Tx } from '../../platform/db/tenant.ts';
import './hosts.tables.ts';

/** How many of these groups are the site's. */
export const countGroups = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  groupIds: readonly string[],
): Promise<number> => {
  if (groupIds.length === 0) return 0;
  const rows = await tx
    .selectFrom('groups')
    .select('group_id')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('group_id', 'in', groupIds)
    .execute();
  return rows.length;
};

export const countTags = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  tagIds: readonly string[],
): Promise<number> => {
  if (tagIds.length === 0) return 0;
  const rows = await tx
    .selectFrom('tags')
    .select('tag_id')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('tag_id', 'in', tagIds)
    .execute();
  return rows.length;
};

/** Up to here a page is found sooner among a tag's hosts than by walking the site's. */
const rareTagHosts = 5_000;

/** Whether the tag is on so few hosts that it is selective enough to drive the query. Reads a short range of an index. */
export const isRareTag = async (tx: Tx, customerId: string, siteId: string, tagId: string): Promise<boolean> => {
  const beyond = await tx
    .selectFrom('host_tags')
    .select('host_id')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('tag_id', '=', tagId)
    .limit(1)
    .offset(rareTagHosts)
    .executeTakeFirst();
  return beyond === undefined;
};
