import type { Context } from '../../../platform/context.ts';
import { groupsOfUsers } from '../provisioned.queries.ts';
import { mappedMask, membershipChanges, type Membership } from '../sso/mapped-mask.rules.ts';
import { listMappings } from '../sso/sso.queries.ts';
import { endMappedMemberships, saveMappedMembership } from '../sso/sso.repository.ts';
import type { ConnectionRow } from '../sso/sso.tables.ts';
import { type AccessTools, accessChanged } from './access.service.ts';
import { membershipsOfUsers } from './scim-groups.queries.ts';
import { recordScim } from './scim-log.service.ts';

/** Gives these users what their groups are mapped to now, and takes what they are not any more. */
export const renewRights = async (
  context: Context,
  tools: AccessTools,
  connection: ConnectionRow,
  userIds: readonly string[],
): Promise<void> => {
  const { tx } = context;
  const { customer_id: customerId, connection_id: connectionId } = connection;
  const mappings = (await listMappings(tx, customerId, connectionId)).map((row) => ({
    group: row.group_name,
    siteId: row.site_id,
    permissions: row.permissions,
  }));
  const groups = await groupsOfUsers(tx, { customerId, connectionId }, userIds);
  const held = new Map<string, Membership[]>();
  for (const { user_id, site_id, permissions, is_mapped } of await membershipsOfUsers(tx, customerId, userIds))
    held.set(user_id, [...(held.get(user_id) ?? []), { siteId: site_id, permissions, isMapped: is_mapped }]);
  for (const userId of userIds) {
    const before = held.get(userId) ?? [];
    const { saved, ended } = membershipChanges(before, mappedMask(groups.get(userId) ?? [], mappings));
    if (saved.length + ended.length === 0) continue;
    for (const each of saved) await saveMappedMembership(tx, { customerId, userId }, each);
    await endMappedMemberships(tx, { customerId, userId }, ended);
    const change = { before: before.filter(({ siteId }) => ended.includes(siteId)), after: { rights: saved } };
    await recordScim(context, connection, 'mapRights', { kind: 'user', id: userId }, change);
    accessChanged(context, tools, userId);
  }
};
