import { randomUUIDv7 } from 'node:crypto';
import type { Returned } from '@patchkeep/contract/endpoint';
import {
  type ScimGroup,
  type scimGroups,
  type ScimListQuery,
  type ScimOneQuery,
  scimPageMax,
} from '@patchkeep/contract/scim';
import { canonicalResource, type ScimResource } from '@patchkeep/rules/scim/canonical';
import { scimPatch } from '@patchkeep/rules/scim/patch';
import { project } from '@patchkeep/rules/scim/projection';
import { groupSchema } from '@patchkeep/rules/scim/schemas';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { found } from '../../../platform/errors.ts';
import { lockCustomer } from '../../tenants/public.ts';
import type { ConnectionRow } from '../sso/sso.tables.ts';
import { callersConnection, ofConnection } from './scim-caller.service.ts';
import {
  countScimGroups,
  findGroupTwin,
  findScimGroup,
  listScimGroups,
  membersOfGroups,
} from './scim-groups.queries.ts';
import {
  addMembers,
  deleteScimGroup,
  insertScimGroup,
  removeMembers,
  updateScimGroup,
} from './scim-groups.repository.ts';
import { recordScim } from './scim-log.service.ts';
import { notUnique, scimRefusal, unlessRefused } from './scim-refusal.service.ts';
import { type AnswerOne, type ChangeOne, operationsOf, pageAskedBy, type ScimTools } from './scim-request.service.ts';
import { renewRights } from './scim-rights.service.ts';
import { knownScimUsers } from './scim-users.queries.ts';
import { presentList, presentScimGroup, projected } from './scim.presenter.ts';
import type { ScimGroupRow } from './scim.tables.ts';

export const groupTexts = {
  taken: 'There is a group with this displayName or externalId already.',
  strangers: 'A member is the id of a user of this connection.',
} as const;

const groupsMax = 2_000;
/** With their members, groups are large. */
const pageWithMembers = 20;

interface Facts {
  displayName: string;
  externalId: string | null;
  members: string[];
}

const factsOf = (resource: ScimResource): Facts => {
  const { displayName, externalId, members } = resource;
  const listed = Array.isArray(members) ? members.map(({ value }) => String(value ?? '').toLowerCase()) : [];
  return {
    displayName: typeof displayName === 'string' ? displayName.trim() : '',
    externalId: typeof externalId === 'string' ? externalId : null,
    members: [...new Set(listed)],
  };
};

const readRow = async (tx: Tx, connection: ConnectionRow, groupId: string): Promise<ScimGroupRow> =>
  found(await findScimGroup(tx, ofConnection(connection), groupId));

/** Members that are no users of this connection do not exist, whosever they are. */
const refuseStrangers = async (tx: Tx, connection: ConnectionRow, facts: Facts): Promise<void> => {
  const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);
  const known = await knownScimUsers(tx, ofConnection(connection), facts.members.filter(isId));
  if (facts.members.some((id) => !known.has(id))) throw scimRefusal(400, 'invalidValue', groupTexts.strangers);
};

const refuseTwin = async (
  tx: Tx,
  connection: ConnectionRow,
  { displayName, externalId }: Facts,
  groupId: string | null,
): Promise<void> => {
  if (displayName === '') throw scimRefusal(400, 'invalidValue', 'displayName is needed');
  if (await findGroupTwin(tx, ofConnection(connection), { displayName, externalId, groupId }))
    throw notUnique(groupTexts.taken);
};

const answerOf: AnswerOne<ScimGroup> = async ({ tx }, { publicOrigin }, connection, groupId, query) => {
  const row = await readRow(tx, connection, groupId);
  const members = await membersOfGroups(tx, connection.customer_id, [groupId]);
  return projected(presentScimGroup(row, members, publicOrigin), query);
};

const areMembersShown = (query: ScimOneQuery): boolean =>
  Object.keys(project({ members: [{ value: '', $ref: '' }] }, query)).length > 0;

export const listGroups = async (
  context: Context,
  { publicOrigin }: ScimTools,
  query: ScimListQuery,
): Promise<Returned<typeof scimGroups.list>> => {
  const { tx } = context;
  const connection = await callersConnection(context);
  const isWithMembers = areMembersShown(query);
  const page = pageAskedBy(query, isWithMembers ? pageWithMembers : scimPageMax);
  const { rows, total } = await listScimGroups(tx, ofConnection(connection), page);
  const ids = isWithMembers ? rows.map(({ group_id }) => group_id) : [];
  const members = Map.groupBy(await membersOfGroups(tx, connection.customer_id, ids), ({ group_id }) => group_id);
  const shown = rows.map((row) =>
    projected(presentScimGroup(row, members.get(row.group_id) ?? [], publicOrigin), query),
  );
  return presentList(shown, total, page.offset + 1);
};

export const readGroup = async (
  context: Context,
  tools: ScimTools,
  groupId: string,
  query: ScimOneQuery,
): Promise<ScimGroup> => answerOf(context, tools, await callersConnection(context), groupId, query);

const logged = ({ displayName, externalId, members }: Facts) => ({
  name: displayName,
  externalId,
  memberCount: members.length,
});

export const addGroup = async (
  context: Context,
  tools: ScimTools,
  body: Record<string, unknown>,
  query: ScimOneQuery,
): Promise<ScimGroup> => {
  const { tx, now } = context;
  const connection = await callersConnection(context);
  await lockCustomer(tx, connection.customer_id);
  const facts = factsOf(unlessRefused(canonicalResource(groupSchema, body)).resource);
  await refuseTwin(tx, connection, facts, null);
  await refuseStrangers(tx, connection, facts);
  if ((await countScimGroups(tx, ofConnection(connection))) >= groupsMax)
    throw scimRefusal(400, 'tooMany', `There can be ${groupsMax} groups`);
  const row = {
    customer_id: connection.customer_id,
    group_id: randomUUIDv7(),
    connection_id: connection.connection_id,
    display_name: facts.displayName,
    external_id: facts.externalId,
    created_at: now,
    changed_at: now,
  };
  await insertScimGroup(tx, row);
  await addMembers(tx, row, facts.members);
  await recordScim(context, connection, 'addGroup', { kind: 'scimGroup', id: row.group_id }, { after: logged(facts) });
  await renewRights(context, tools, connection, facts.members);
  return answerOf(context, tools, connection, row.group_id, query);
};

const memberIds = async (tx: Tx, { customer_id, group_id }: ScimGroupRow): Promise<string[]> =>
  (await membersOfGroups(tx, customer_id, [group_id])).map(({ user_id }) => user_id);

const changing = async (
  context: Context,
  tools: ScimTools,
  groupId: string,
  query: ScimOneQuery,
  become: (before: ScimResource) => ScimResource,
): Promise<ScimGroup> => {
  const { tx, now } = context;
  const connection = await callersConnection(context);
  await lockCustomer(tx, connection.customer_id);
  const row = await readRow(tx, connection, groupId);
  const held = await memberIds(tx, row);
  const before: ScimResource = {
    displayName: row.display_name,
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...(held.length > 0 && { members: held.map((value) => ({ value })) }),
  };
  const facts = factsOf(become(before));
  const [was, is] = [new Set(held), new Set(facts.members)];
  const [added, removed] = [facts.members.filter((id) => !was.has(id)), held.filter((id) => !is.has(id))];
  await refuseTwin(tx, connection, facts, groupId);
  await refuseStrangers(tx, connection, facts);
  await updateScimGroup(tx, row, {
    display_name: facts.displayName,
    external_id: facts.externalId,
    changed_at: now,
  });
  await addMembers(tx, row, added);
  await removeMembers(tx, row, removed);
  const change = { before: logged(factsOf(before)), after: { ...logged(facts), added, removed } };
  await recordScim(context, connection, 'changeGroup', { kind: 'scimGroup', id: groupId }, change);
  const isRenamed = facts.displayName !== row.display_name || facts.externalId !== row.external_id;
  await renewRights(
    context,
    tools,
    connection,
    isRenamed ? [...new Set([...held, ...facts.members])] : [...added, ...removed],
  );
  return answerOf(context, tools, connection, groupId, query);
};

export const replaceGroup: ChangeOne<ScimGroup> = (context, tools, groupId, body, query) =>
  changing(context, tools, groupId, query, () => unlessRefused(canonicalResource(groupSchema, body)).resource);

export const patchGroup: ChangeOne<ScimGroup> = (context, tools, groupId, body, query) =>
  changing(
    context,
    tools,
    groupId,
    query,
    (before) => unlessRefused(scimPatch(groupSchema, before, operationsOf(body))).resource,
  );

export const removeGroup = async (context: Context, tools: ScimTools, groupId: string): Promise<void> => {
  const { tx } = context;
  const connection = await callersConnection(context);
  await lockCustomer(tx, connection.customer_id);
  const row = await readRow(tx, connection, groupId);
  const members = await memberIds(tx, row);
  await deleteScimGroup(tx, row);
  const before = { name: row.display_name, memberCount: members.length };
  await recordScim(context, connection, 'removeGroup', { kind: 'scimGroup', id: groupId }, { before });
  await renewRights(context, tools, connection, members);
};
