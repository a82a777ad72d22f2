import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import {
  issuerAddress,
  type singleSignOn as endpoints,
  type SsoConnection,
  ssoLimits,
} from '@patchkeep/contract/single-sign-on';
import { usedSince } from '@patchkeep/rules/users/break-glass';
import type { Context } from '../../../platform/context.ts';
import { found, invalid, notFound, saveConflict } from '../../../platform/errors.ts';
import type { RowSealer } from '../../../platform/sealed.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import { listSiteIds, lockCustomer } from '../../tenants/public.ts';
import { connectionOfSession } from '../sessions.queries.ts';
import { hasUsedBreakGlass } from '../users.queries.ts';
import { secretPlace } from './code-flow.service.ts';
import { domainOf } from './domain.rules.ts';
import { keptCertificates } from './saml/saml-connection.service.ts';
import type { SsoTools } from './sign-in.service.ts';
import { presentConnection, presentDomain } from './sso.presenter.ts';
import {
  countIdentities,
  findConnection,
  listConnections,
  listDomains,
  listMappings,
  usernamesOfAdministrators,
  usersOfConnection,
} from './sso.queries.ts';
import {
  deleteConnection,
  enterDomain,
  forgetIdentities,
  insertConnection,
  replaceMappings,
  updateConnection,
  updateDomain,
} from './sso.repository.ts';
import type { ConnectionRow } from './sso.tables.ts';

type Tools = Pick<SsoTools, 'rows' | 'publicOrigin'>;

export const connectionTexts = {
  noDataKey: 'This server cannot keep a client secret: it has no data key. Ask whoever runs the server.',
  otherKind: 'This does not belong to a connection of this kind.',
  issuerAddress: 'Write the address of the issuer, as in https://login.example.org',
  notThrough: 'Sign in by this connection yourself first. Then you know that it works.',
  noDomain: 'A proven domain has to sign in by this connection first.',
  lastAdministrator:
    'At least one system administrator with a password and an address outside of these domains must be able to sign in, or a break-glass account that was used in the last 30 days.',
} as const;

const present = async ({ tx, principal }: Context, tools: Tools, row: ConnectionRow): Promise<SsoConnection> =>
  presentConnection(row, {
    publicOrigin: tools.publicOrigin,
    mappings: await listMappings(tx, principal.customerId, row.connection_id),
    userCount: (await countIdentities(tx, principal.customerId)).get(row.connection_id) ?? 0,
  });

export const connectionIn = async ({ tx, principal }: Context, connectionId: string): Promise<ConnectionRow> =>
  found(await findConnection(tx, principal.customerId, connectionId));

export const recordConnection = (
  context: Context,
  verb: string,
  { connection_id, name }: ConnectionRow,
  change: object = {},
) =>
  recordActOfCaller(context, {
    siteId: null,
    verb,
    objectKind: 'connection',
    objectId: connection_id,
    after: { name, ...change },
  });

export const readSingleSignOn = async (context: Context, tools: Tools): Promise<Returned<typeof endpoints.read>> => {
  const { tx, principal } = context;
  const { customerId, sessionId } = principal;
  const [domains, connections] = [await listDomains(tx, customerId), await listConnections(tx, customerId)];
  const [mappings, counts] = [await listMappings(tx, customerId), await countIdentities(tx, customerId)];
  return {
    missing: tools.publicOrigin === undefined ? 'publicUrl' : null,
    isSecretKept: tools.rows !== undefined,
    domains: domains.map(presentDomain),
    connections: connections.map((row) =>
      presentConnection(row, {
        publicOrigin: tools.publicOrigin,
        mappings: mappings.filter(({ connection_id }) => connection_id === row.connection_id),
        userCount: counts.get(row.connection_id) ?? 0,
      }),
    ),
    ownConnectionUuid: await connectionOfSession(tx, customerId, sessionId),
  };
};

const sealSecret = (rows: RowSealer | undefined, row: ConnectionRow, secret: string | null): Buffer | null => {
  if (secret === null) return null;
  if (!rows) throw invalid(connectionTexts.noDataKey);
  return rows.seal(secretPlace(row), Buffer.from(secret));
};

type Change = Omit<Received<typeof endpoints.changeConnection>['body'], 'serialNumber'>;
const onlyOf = {
  oidc: ['clientId', 'clientSecret'],
  saml: ['signInAddress', 'signOutAddress', 'certificates', 'subjectAttribute'],
} as const;

/** What was given, as it is kept. What belongs to the other kind of connection is refused, not left aside. */
const settingsOf = ({ rows }: Tools, row: ConnectionRow, given: Change): Partial<ConnectionRow> => {
  const others = onlyOf[row.is_saml ? 'oidc' : 'saml'];
  if (others.some((name) => given[name] !== undefined)) throw invalid(connectionTexts.otherKind);
  if (!row.is_saml && given.issuer !== undefined && !issuerAddress.safeParse(given.issuer).success)
    throw invalid(connectionTexts.issuerAddress);
  return {
    ...(given.name !== undefined && { name: given.name }),
    ...(given.issuer !== undefined && { issuer: given.issuer }),
    ...(given.groupsClaim !== undefined && { groups_claim: given.groupsClaim }),
    ...(given.clientId !== undefined && { client_id: given.clientId }),
    ...(given.clientSecret !== undefined && { client_secret: sealSecret(rows, row, given.clientSecret) }),
    ...(given.signInAddress !== undefined && { sign_in_address: given.signInAddress }),
    ...(given.signOutAddress !== undefined && { sign_out_address: given.signOutAddress }),
    ...(given.certificates !== undefined && { certificates: keptCertificates(given.certificates) }),
    ...(given.subjectAttribute !== undefined && { subject_attribute: given.subjectAttribute }),
  };
};

export const addConnection = async (
  context: Context,
  tools: Tools,
  given: Received<typeof endpoints.addConnection>['body'],
): Promise<SsoConnection> => {
  const { tx, principal, now } = context;
  const { customerId } = principal;
  await lockCustomer(tx, customerId);
  const known = await listConnections(tx, customerId);
  if (known.length >= ssoLimits.connectionsPerCustomer)
    throw invalid(`There can be ${ssoLimits.connectionsPerCustomer} connections`);
  const row: ConnectionRow = {
    customer_id: customerId,
    connection_id: randomUUIDv7(),
    is_saml: given.kind === 'saml',
    name: given.name,
    issuer: given.issuer,
    client_id: null,
    client_secret: null,
    groups_claim: given.groupsClaim,
    sign_in_address: null,
    sign_out_address: null,
    certificates: null,
    subject_attribute: null,
    is_required: false,
    serial_number: 1,
    created_at: now,
  };
  Object.assign(row, settingsOf(tools, row, given));
  await insertConnection(tx, row);
  if (known.length === 0)
    for (const domain of (await listDomains(tx, customerId)).filter(({ verified_at }) => verified_at !== null)) {
      await enterDomain(tx, { ...domain, connection_id: row.connection_id });
      await updateDomain(tx, domain, { connection_id: row.connection_id });
    }
  await recordConnection(context, 'connection.add', row, {
    kind: given.kind,
    issuer: row.issuer,
    clientId: row.client_id,
  });
  return present(context, tools, row);
};

/** Requiring single sign-on locks everybody out whom it does not work for: whoever asks for it has used it. */
const refuseRequiring = async ({ tx, principal, now }: Context, row: ConnectionRow): Promise<void> => {
  const { customerId, sessionId } = principal;
  if ((await connectionOfSession(tx, customerId, sessionId)) !== row.connection_id)
    throw invalid(connectionTexts.notThrough);
  const domains = (await listDomains(tx, customerId)).filter(
    ({ connection_id, verified_at }) => connection_id === row.connection_id && verified_at !== null,
  );
  if (domains.length === 0) throw invalid(connectionTexts.noDomain);
  const administrators = await usernamesOfAdministrators(tx, customerId);
  const isOutside = (username: string): boolean => !domains.some(({ domain }) => domain === domainOf(username));
  const hasNoWayIn = !administrators.some(isOutside) && !(await hasUsedBreakGlass(tx, customerId, usedSince(now)));
  if (hasNoWayIn) throw invalid(connectionTexts.lastAdministrator);
};

export const changeConnection = async (
  context: Context,
  tools: Tools,
  connectionId: string,
  given: Received<typeof endpoints.changeConnection>['body'],
): Promise<SsoConnection> => {
  const { tx, principal } = context;
  await lockCustomer(tx, principal.customerId);
  const row = await connectionIn(context, connectionId);
  if (given.isRequired === true && !row.is_required) await refuseRequiring(context, row);
  const settings = settingsOf(tools, row, given);
  const { issuer, subject_attribute } = { ...row, ...settings };
  const isSamePeople = issuer === row.issuer && subject_attribute === row.subject_attribute;
  const changed: ConnectionRow = {
    ...row,
    ...settings,
    // Nobody is known by another issuer or name yet: it is not required before somebody has used it.
    is_required: isSamePeople && (given.isRequired ?? row.is_required),
  };
  if (!(await updateConnection(tx, { ...row, serial_number: given.serialNumber }, changed)))
    throw saveConflict('Somebody else has changed this connection');
  if (!isSamePeople) await forgetIdentities(tx, row);
  await recordConnection(context, 'connection.change', changed, {
    issuer: changed.issuer,
    clientId: changed.client_id,
    isRequired: changed.is_required,
    isSecretChanged: given.clientSecret !== undefined,
    ...(row.is_saml && {
      signInAddress: changed.sign_in_address,
      subjectAttribute: changed.subject_attribute,
      areCertificatesChanged: changed.certificates?.join() !== row.certificates?.join(),
    }),
  });
  return present(context, tools, { ...changed, serial_number: given.serialNumber + 1 });
};

export const saveMappings = async (
  context: Context,
  tools: Tools,
  connectionId: string,
  { serialNumber, mappings }: Received<typeof endpoints.saveMappings>['body'],
): Promise<SsoConnection> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  await lockCustomer(tx, customerId);
  const row = await connectionIn(context, connectionId);
  const sites = new Set(await listSiteIds(tx, customerId));
  if (mappings.some(({ siteAccountUuid }) => !sites.has(siteAccountUuid))) throw notFound();
  const places = new Set(mappings.map(({ group, siteAccountUuid }) => `${siteAccountUuid} ${group}`));
  if (places.size < mappings.length) throw invalid('A group can be mapped once to each site');
  if (!(await updateConnection(tx, { ...row, serial_number: serialNumber }, {})))
    throw saveConflict('Somebody else has changed this connection');
  await replaceMappings(
    tx,
    row,
    mappings.map(({ group, siteAccountUuid, sitePermissions }) => ({
      customer_id: customerId,
      connection_id: connectionId,
      group_name: group,
      site_id: siteAccountUuid,
      permissions: sitePermissions,
    })),
  );
  await recordConnection(context, 'connection.map', row, { mappings });
  return present(context, tools, { ...row, serial_number: serialNumber + 1 });
};

export const previewRemoval = async (
  context: Context,
  connectionId: string,
): Promise<Returned<typeof endpoints.previewRemoval>> => {
  const { tx, principal } = context;
  const row = await connectionIn(context, connectionId);
  const users = await usersOfConnection(tx, principal.customerId, row.connection_id);
  const lockedOut = users.filter((user) => user.is_sso_login_only || user.password_digest === null);
  return {
    userCount: users.length,
    lockedOut: lockedOut.slice(0, 20).map(({ username, long_name }) => ({ username, longName: long_name })),
    lockedOutCount: lockedOut.length,
    membershipCount: users.reduce((sum, { mapped }) => sum + Number(mapped), 0),
  };
};

/** Returns the users whose sessions and rights ended with it. */
export const removeConnection = async (context: Context, connectionId: string): Promise<string[]> => {
  const { tx, principal } = context;
  await lockCustomer(tx, principal.customerId);
  const row = await connectionIn(context, connectionId);
  const users = await usersOfConnection(tx, principal.customerId, row.connection_id);
  await deleteConnection(tx, row);
  await recordConnection(context, 'connection.remove', row, { issuer: row.issuer, userCount: users.length });
  for (const { user_id: id } of users) context.emit({ thing: 'session', id });
  return users.map(({ user_id }) => user_id);
};
