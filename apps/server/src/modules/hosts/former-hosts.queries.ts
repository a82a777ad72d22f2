import type { FormerHost } from '@patchkeep/contract/hosts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './hosts.tables.ts';
import { listTagIdsOf } from './groups-and-tags/tags.repository.ts';

/** How hosts stand before an act changes them. */
export const listFormer = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  hostIds: readonly string[],
): Promise<FormerHost[]> => {
  const rows = await tx
    .selectFrom('hosts')
    .select(['host_id', 'group_id'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .execute();
  const tagIds = await listTagIdsOf(tx, customerId, hostIds);
  return rows.map(({ host_id, group_id }) => ({
    uuid: host_id,
    groupUuid: group_id,
    tagUuids: tagIds.get(host_id) ?? [],
  }));
};
