import { randomUUIDv7 } from 'node:crypto';
import type { Received } from '@patchkeep/contract/endpoint';
import type { Group, groups } from '@patchkeep/contract/groups';
import { canMoveGroup } from '@patchkeep/rules/group-tree';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/sqlstate.ts';
import { invalid, notFound, saveConflict } from '../../../platform/errors.ts';
import type { GroupRow } from '../hosts.tables.ts';
import { recordHostAct } from '../site-audit.service.ts';
import { siteOf } from '../site.service.ts';
import { withDescendants } from './group-tree.rules.ts';
import { countHostsByGroup, deleteGroup, insertGroup, listGroups, updateGroup } from './groups.repository.ts';

const taken = () => invalid('A group of this name is already there');

const present = (row: GroupRow, all: readonly GroupRow[], counts: ReadonlyMap<string, number>): Group => ({
  uuid: row.group_id,
  groupUuid: row.group_id,
  parentUuid: row.parent_id,
  title: row.title,
  serialNumber: row.serial_number,
  hostCount: counts.get(row.group_id) ?? 0,
  totalHostCount: withDescendants(all, row.group_id).reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
});

const load = async (context: Context) => {
  const { customerId, siteId } = siteOf(context);
  const all = await listGroups(context.tx, customerId, siteId);
  const find = (groupId: string): GroupRow => {
    const row = all.find((group) => group.group_id === groupId);
    if (!row) throw notFound();
    return row;
  };
  return { all, find, customerId, siteId };
};

export const readGroups = async (context: Context): Promise<Group[]> => {
  const { all, customerId, siteId } = await load(context);
  const counts = await countHostsByGroup(context.tx, customerId, siteId);
  return all.map((row) => present(row, all, counts));
};

export const readGroup = async (context: Context, groupId: string): Promise<Group> => {
  const found = (await readGroups(context)).find((group) => group.uuid === groupId);
  if (!found) throw notFound();
  return found;
};

/** The group and all below it; 404 when it is not the site's. */
export const groupReach = async (context: Context, groupId: string): Promise<string[]> => {
  const { all, find } = await load(context);
  find(groupId);
  return withDescendants(all, groupId);
};

export const createGroup = async (
  context: Context,
  given: Received<typeof groups.create>['body'],
  groupId: string = randomUUIDv7(),
): Promise<Group> => {
  const { find, customerId, siteId } = await load(context);
  if (given.parentUuid !== null) find(given.parentUuid);
  const row: GroupRow = {
    customer_id: customerId,
    site_id: siteId,
    group_id: groupId,
    parent_id: given.parentUuid,
    title: given.title,
    serial_number: 1,
    created_at: context.now,
  };
  await insertGroup(context.tx, row).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  await recordHostAct(context, 'group.create', 'group', groupId, {
    after: { title: row.title, parentUuid: row.parent_id },
  });
  return readGroup(context, groupId);
};

export const changeGroup = async (
  context: Context,
  groupId: string,
  given: Received<typeof groups.update>['body'],
): Promise<Group> => {
  const { all, find } = await load(context);
  const before = find(groupId);
  const after = {
    ...before,
    title: given.title ?? before.title,
    parent_id: given.parentUuid === undefined ? before.parent_id : given.parentUuid,
  };
  if (after.parent_id !== null) find(after.parent_id);
  const tree = all.map(({ group_id, parent_id }) => ({ uuid: group_id, parentUuid: parent_id }));
  const isMove = after.parent_id !== before.parent_id;
  if (isMove && !canMoveGroup(tree, groupId, after.parent_id)) throw invalid('A group cannot be moved into itself');
  const isSaved = await updateGroup(context.tx, after, given.serialNumber).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  if (!isSaved) throw saveConflict('The group was changed by somebody else');
  await recordHostAct(context, 'group.change', 'group', groupId, {
    before: { title: before.title, parentUuid: before.parent_id },
    after: { title: after.title, parentUuid: after.parent_id },
  });
  return readGroup(context, groupId);
};

export const removeGroup = async (context: Context, groupId: string, moveHostsTo: string): Promise<void> => {
  const { find } = await load(context);
  const row = find(groupId);
  if (moveHostsTo === groupId) throw invalid('The hosts need another place');
  const target = moveHostsTo === 'none' ? null : find(moveHostsTo).group_id;
  await deleteGroup(context.tx, row, target).catch((error: unknown) => {
    throw isUniqueViolation(error) ? invalid('A sub-group has the name of a group one level up') : error;
  });
  await recordHostAct(context, 'group.delete', 'group', groupId, {
    before: { title: row.title },
    after: { hostsTo: target },
  });
};
