import type { Returned } from '@patchkeep/contract/endpoint';
import {
  type ScimListQuery,
  type ScimOneQuery,
  scimPageMax,
  type ScimUser,
  type scimUsers,
} from '@patchkeep/contract/scim';
import { userLimits } from '@patchkeep/contract/users';
import { canonicalUsername } from '@patchkeep/rules/password';
import { canonicalResource, isRecord, type ScimResource } from '@patchkeep/rules/scim/canonical';
import { scimPatch } from '@patchkeep/rules/scim/patch';
import { userSchema } from '@patchkeep/rules/scim/schemas';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { forbidden, found, invalid } from '../../../platform/errors.ts';
import { lockCustomer } from '../../tenants/public.ts';
import { isProvisioned } from '../provisioned.queries.ts';
import { domainOf } from '../sso/domain.rules.ts';
import { isDomainOf } from '../sso/sso.queries.ts';
import type { ConnectionRow } from '../sso/sso.tables.ts';
import { findUser } from '../users.queries.ts';
import { deleteLogin, findLogin, insertLogin, updateUser } from '../users.repository.ts';
import { createSsoUser } from '../users.service.ts';
import { countUsers } from '../users/site-users.queries.ts';
import { accessChanged, endAccess, giveAccessBack } from './access.service.ts';
import { callersConnection, ofConnection } from './scim-caller.service.ts';
import { recordScim } from './scim-log.service.ts';
import { notUnique, scimRefusal, unlessRefused } from './scim-refusal.service.ts';
import { type AnswerOne, type ChangeOne, operationsOf, pageAskedBy, type ScimTools } from './scim-request.service.ts';
import {
  findScimTwin,
  findScimUser,
  findSignedIn,
  listScimUsers,
  type ScimUserWithAccount,
} from './scim-users.queries.ts';
import { deleteScimUser, forgetPerson, insertScimUser, updateScimUser } from './scim-users.repository.ts';
import { presentList, presentScimUser, projected } from './scim.presenter.ts';

export const scimTexts = {
  foreignDomain: 'The userName must be an e-mail address in a proven mail domain that signs in by this connection.',
  taken: 'There is a user with this userName or externalId already.',
  addressInUse:
    'This address has an account already. Provisioning connects it once its owner has signed in by this connection, and only with the externalId of that sign-in.',
  administrator: 'This is a system administrator, whom provisioning does not take over.',
  elsewhere: 'Another connection looks after this user.',
  breakGlass: 'This is a break-glass account, which provisioning leaves as it is.',
} as const;

/** What a resource says of a user, apart from names and addresses that are only kept. */
interface Facts {
  userName: string;
  externalId: string | null;
  /** Undefined where a PATCH has taken the word out: then it stays as it was. */
  isActive: boolean | undefined;
  longName: string;
  attributes: ScimResource;
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const factsOf = (resource: ScimResource): Facts => {
  const { active } = resource;
  const userName = canonicalUsername(textIn(resource['userName']));
  const name = isRecord(resource['name']) ? resource['name'] : {};
  const whole = `${textIn(name['givenName'])} ${textIn(name['familyName'])}`.trim();
  const longName = textIn(resource['displayName']) || textIn(name['formatted']) || whole || userName;
  return {
    userName,
    externalId: typeof resource['externalId'] === 'string' ? resource['externalId'] : null,
    isActive: typeof active === 'boolean' ? active : undefined,
    longName: longName.slice(0, 100),
    attributes: resource,
  };
};

/** Whether somebody may sign in is said of everybody: a resource that leaves it out says nothing of it. */
const activeUnlessSaid = (facts: Facts, isActive: boolean): Facts => {
  const said = facts.isActive ?? isActive;
  return { ...facts, isActive: said, attributes: { ...facts.attributes, active: said } };
};

const readFacts = (body: Record<string, unknown>): Facts =>
  factsOf(unlessRefused(canonicalResource(userSchema, body)).resource);

const refuseForeignDomain = async (tx: Tx, connection: ConnectionRow, userName: string): Promise<void> => {
  const domain = z.email().max(254).safeParse(userName).success ? domainOf(userName) : undefined;
  const { customerId, connectionId } = ofConnection(connection);
  if (domain === undefined || !(await isDomainOf(tx, customerId, connectionId, domain)))
    throw scimRefusal(400, 'invalidValue', scimTexts.foreignDomain);
};

const refuseTwin = async (
  tx: Tx,
  connection: ConnectionRow,
  { userName, externalId }: Facts,
  userId: string | null,
): Promise<void> => {
  if (await findScimTwin(tx, ofConnection(connection), { userName, externalId, userId }))
    throw notUnique(scimTexts.taken);
};

const readRow = async (tx: Tx, connection: ConnectionRow, userId: string): Promise<ScimUserWithAccount> =>
  found(await findScimUser(tx, ofConnection(connection), userId));

/** A row that is to be changed. A break-glass account is there for the day when the identity provider is not. */
const readRowToChange = async (tx: Tx, connection: ConnectionRow, userId: string): Promise<ScimUserWithAccount> => {
  const row = await readRow(tx, connection, userId);
  if (row.is_break_glass) throw forbidden(scimTexts.breakGlass);
  return row;
};

const answerOf: AnswerOne<ScimUser> = async ({ tx }, { publicOrigin }, connection, userId, query) =>
  projected(presentScimUser(await readRow(tx, connection, userId), publicOrigin), query);

export const listUsers = async (
  context: Context,
  { publicOrigin }: ScimTools,
  query: ScimListQuery,
): Promise<Returned<typeof scimUsers.list>> => {
  const connection = await callersConnection(context);
  const page = pageAskedBy(query, scimPageMax);
  const { rows, total } = await listScimUsers(context.tx, ofConnection(connection), page);
  const shown = rows.map((row) => projected(presentScimUser(row, publicOrigin), query));
  return presentList(shown, total, page.offset + 1);
};

export const readUser = async (
  context: Context,
  tools: ScimTools,
  userId: string,
  query: ScimOneQuery,
): Promise<ScimUser> => answerOf(context, tools, await callersConnection(context), userId, query);

/**
 * The account that the resource is about, where there is one. It is connected only when its owner has signed in by this
 * connection as the person of this externalId: an address never leads to an account.
 */
const signedInAccount = async (
  tx: Tx,
  connection: ConnectionRow,
  { externalId }: Facts,
): Promise<string | undefined> => {
  if (externalId === null) return undefined;
  const { customer_id: customerId, issuer } = connection;
  const signedIn = await findSignedIn(tx, ofConnection(connection), { issuer, externalId });
  const user = signedIn && (await findUser(tx, customerId, signedIn.user_id));
  if (!user) return undefined;
  if (user.is_system_admin) throw notUnique(scimTexts.administrator);
  if (await isProvisioned(tx, customerId, user.user_id)) throw notUnique(scimTexts.elsewhere);
  return user.user_id;
};

const newAccount = async ({ tx, now }: Context, { customer_id }: ConnectionRow, facts: Facts): Promise<string> => {
  if (await findLogin(tx, facts.userName)) throw notUnique(scimTexts.addressInUse);
  if ((await countUsers(tx, customer_id)) >= userLimits.perCustomer)
    throw invalid(`There can be ${userLimits.perCustomer} users. Ask whoever runs the server`);
  return createSsoUser(tx, customer_id, { username: facts.userName, longName: facts.longName }, now);
};

export const addUser = async (
  context: Context,
  tools: ScimTools,
  body: Record<string, unknown>,
  query: ScimOneQuery,
): Promise<ScimUser> => {
  const { tx, now } = context;
  const connection = await callersConnection(context);
  const { customer_id: customerId, issuer } = connection;
  await lockCustomer(tx, customerId);
  const facts = activeUnlessSaid(readFacts(body), true);
  await refuseForeignDomain(tx, connection, facts.userName);
  await refuseTwin(tx, connection, facts, null);
  const connected = await signedInAccount(tx, connection, facts);
  const userId = connected ?? (await newAccount(context, connection, facts));
  await insertScimUser(tx, {
    customer_id: customerId,
    user_id: userId,
    connection_id: connection.connection_id,
    user_name: facts.userName,
    external_id: facts.externalId,
    issuer,
    is_active: facts.isActive !== false,
    disabled_at: null,
    is_made_here: connected === undefined,
    attributes: facts.attributes,
    created_at: now,
    changed_at: now,
  });
  await updateUser(tx, customerId, userId, { long_name: facts.longName });
  const ended = facts.isActive === false ? await endAccess(context, tools, await readRow(tx, connection, userId)) : {};
  const verb = connected === undefined ? 'addUser' : 'connectUser';
  await recordScim(
    context,
    connection,
    verb,
    { kind: 'user', id: userId },
    { after: { ...shownFacts(facts), ...ended } },
  );
  accessChanged(context, tools, userId);
  return answerOf(context, tools, connection, userId, query);
};

const shownFacts = ({ userName, externalId, isActive, longName }: Facts) => ({
  username: userName,
  externalId,
  longName,
  isActive: isActive ?? true,
});

/** The account goes by another address, where it is provisioning's own and no password is bound to the former one. */
const rename = async (tx: Tx, row: ScimUserWithAccount, userName: string): Promise<void> => {
  if (!row.is_made_here || row.password_digest !== null || row.username === userName) return;
  if (await findLogin(tx, userName)) throw notUnique(scimTexts.addressInUse);
  const { customer_id: customerId, user_id: userId } = row;
  await deleteLogin(tx, row.username, customerId);
  await insertLogin(tx, userName, customerId, userId);
  await updateUser(tx, customerId, userId, { username: userName });
};

const save = async (
  context: Context,
  tools: ScimTools,
  connection: ConnectionRow,
  row: ScimUserWithAccount,
  facts: Facts,
): Promise<void> => {
  const { tx, now } = context;
  const { customer_id: customerId, user_id: userId } = row;
  if (facts.userName !== row.user_name) await refuseForeignDomain(tx, connection, facts.userName);
  await refuseTwin(tx, connection, facts, userId);
  await rename(tx, row, facts.userName);
  const isActive = facts.isActive ?? row.is_active;
  await updateScimUser(tx, row, {
    user_name: facts.userName,
    external_id: facts.externalId,
    ...(facts.externalId !== row.external_id && { issuer: connection.issuer }),
    is_active: isActive,
    attributes: facts.attributes,
    changed_at: now,
  });
  await updateUser(tx, customerId, userId, { long_name: facts.longName });
  const object = { kind: 'user', id: userId } as const;
  const change = {
    before: shownFacts({ ...factsOf(row.attributes), isActive: row.is_active }),
    after: shownFacts({ ...facts, isActive }),
  };
  if (row.is_active && !isActive) {
    const ended = await endAccess(context, tools, row);
    await recordScim(context, connection, 'disableUser', object, { ...change, after: { ...change.after, ...ended } });
    return;
  }
  if (isActive) await giveAccessBack(context, tools, row);
  await recordScim(context, connection, row.is_active === isActive ? 'changeUser' : 'enableUser', object, change);
  accessChanged(context, tools, userId);
};

/** Loads one user under the lock, has it changed, and answers with what became of it. */
const changing = async (
  context: Context,
  tools: ScimTools,
  userId: string,
  query: ScimOneQuery,
  become: (row: ScimUserWithAccount) => Facts,
): Promise<ScimUser> => {
  const connection = await callersConnection(context);
  await lockCustomer(context.tx, connection.customer_id);
  const row = await readRowToChange(context.tx, connection, userId);
  await save(context, tools, connection, row, become(row));
  return answerOf(context, tools, connection, userId, query);
};

export const replaceUser: ChangeOne<ScimUser> = (context, tools, userId, body, query) =>
  changing(context, tools, userId, query, (row) => activeUnlessSaid(readFacts(body), row.is_active));

export const patchUser: ChangeOne<ScimUser> = (context, tools, userId, body, query) =>
  changing(context, tools, userId, query, ({ attributes }) =>
    factsOf(unlessRefused(scimPatch(userSchema, attributes, operationsOf(body))).resource),
  );

/** An address that belongs to nobody: that of before is free again. */
const addressOfDeleted = (userId: string): string => `${userId}@deleted.invalid`;

/**
 * Ends all access, and forgets who the person was at the identity provider. An account that provisioning has made gives
 * its address and rights up too; one that was there before stays, disabled, for an administrator.
 */
export const removeUser = async (context: Context, tools: ScimTools, userId: string): Promise<void> => {
  const { tx } = context;
  const connection = await callersConnection(context);
  const { customer_id: customerId } = connection;
  await lockCustomer(tx, customerId);
  const row = await readRowToChange(tx, connection, userId);
  const ended = await endAccess(context, tools, row);
  await deleteScimUser(tx, row);
  const isOurs = row.is_made_here && row.password_digest === null;
  if (isOurs) {
    await deleteLogin(tx, row.username, customerId);
    await updateUser(tx, customerId, userId, { username: addressOfDeleted(userId), is_system_admin: false });
    await forgetPerson(tx, row);
  }
  await recordScim(
    context,
    connection,
    'removeUser',
    { kind: 'user', id: userId },
    { before: shownFacts({ ...factsOf(row.attributes), isActive: row.is_active }), after: ended },
  );
};
