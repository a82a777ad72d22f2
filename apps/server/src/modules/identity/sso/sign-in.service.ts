import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { ssoSignIn as endpoints } from '@patchkeep/contract/single-sign-on';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Context, OpenContext, Principal } from '../../../platform/context.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { invalid, Refusal, tooMany } from '../../../platform/errors.ts';
import { sameSecret } from '../../../platform/http/secret.ts';
import { recordAct } from '../../audit/public.ts';
import { countUse } from '../factors/spent.repository.ts';
import { renewedCookie } from '../factors/step-up.service.ts';
import type { UserRow } from '../identity.tables.ts';
import { actOfUser, handOver, type SignInTools, startSession } from '../login.service.ts';
import { pour } from '../throttle.repository.ts';
import { findUser } from '../users.queries.ts';
import { openInvitation, type OpenInvitationTools } from '../users/invitations.service.ts';
import { admit, connectUser } from './admit.service.ts';
import { type CodeAnswer, codeRequestAddress, type CodeTools, redeemCode, type Redeemed } from './code-flow.service.ts';
import { domainOf } from './domain.rules.ts';
import type { SignedFacts } from './id-token.rules.ts';
import { provedUser, provingConnection } from './provider-proof.service.ts';
import { redeemSaml, samlRequestAddress } from './saml/saml-sign-in.service.ts';
import { sealSignOutHint } from './sign-out.service.ts';
import { refusalOf, type SsoRefused, ssoTexts } from './sso-refusal.service.ts';
import { ssoSeconds, type SsoTicket, type SsoTickets } from './sso-ticket.factory.ts';
import { findConnection, findProvenDomain } from './sso.queries.ts';
import type { ConnectionRow } from './sso.tables.ts';

export interface SsoTools extends SignInTools, OpenInvitationTools, CodeTools {
  db: Kysely<Tables>;
  bus: Bus;
  ssoTickets: SsoTickets;
}

/** Each call may make this server call another one, so strangers can ask only so often. */
const throttle = async ({ db }: Pick<SsoTools, 'db'>, { ip, now }: OpenContext): Promise<void> => {
  const wait = await pour(db, { key: `sso|${ip}`, capacity: 300 }, now);
  if (wait !== undefined) throw tooMany(wait);
};

const readConnection = ({ pool }: Pick<SsoTools, 'pool'>, customerId: string, connectionId: string) =>
  withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) => findConnection(tx, customerId, connectionId));

/** The connection of an address, by its domain alone: who has an account plays no part. */
const connectionFor = async (
  tools: Pick<SsoTools, 'pool' | 'db' | 'publicOrigin'>,
  username: string,
): Promise<ConnectionRow | undefined> => {
  const domain = domainOf(username);
  if (domain === undefined || tools.publicOrigin === undefined) return undefined;
  const found = await findProvenDomain(tools.db, domain);
  return found?.connection_id ? readConnection(tools, found.customer_id, found.connection_id) : undefined;
};

export const waysFor = async (
  tools: SsoTools,
  context: OpenContext,
  { username }: Received<typeof endpoints.ways>['body'],
): Promise<Returned<typeof endpoints.ways>> => {
  await throttle(tools, context);
  const connection = await connectionFor(tools, username);
  return { singleSignOn: connection ? { label: connection.name, isRequired: connection.is_required } : null };
};

/** Sends the browser to the identity provider, with a sealed cookie that only this browser has. */
const begin = async (
  tools: SsoTools,
  context: OpenContext,
  connection: ConnectionRow,
  { purpose, aboutId, username }: Pick<SsoTicket, 'purpose' | 'aboutId'> & { username: string },
): Promise<{ address: string }> => {
  const { customer_id: customerId, connection_id: connectionId } = connection;
  const { ticket, cookie } = tools.ssoTickets.make({ purpose, customerId, connectionId, aboutId }, context.now);
  const address = connection.is_saml
    ? samlRequestAddress(connection, ticket, tools.publicOrigin)
    : await codeRequestAddress(tools, connection, ticket, username);
  context.setSsoCookie(cookie, ssoSeconds);
  return { address: address.href };
};

export const beginSignIn = async (
  tools: SsoTools,
  context: OpenContext,
  { username }: Received<typeof endpoints.begin>['body'],
): Promise<{ address: string }> => {
  await throttle(tools, context);
  const connection = await connectionFor(tools, username);
  if (!connection) throw invalid(ssoTexts.notOffered);
  return begin(tools, context, connection, { purpose: 'signIn', aboutId: null, username });
};

/** Whoever has the link of an invitation may say who at the identity provider the invited user is. */
export const beginInvited = async (
  tools: SsoTools,
  context: OpenContext,
  { invitation }: Received<typeof endpoints.beginInvited>['body'],
): Promise<{ address: string }> => {
  await throttle(tools, context);
  const { invitation_id: aboutId, username, customerId } = await openInvitation(tools, context, invitation);
  const connection = await connectionFor(tools, username);
  if (connection?.customer_id !== customerId) throw invalid(ssoTexts.notOffered);
  return begin(tools, context, connection, { purpose: 'invitation', aboutId, username });
};

/** Whoever is signed in says who at the identity provider they are. */
export const beginLink = async (tools: SsoTools, context: Context): Promise<{ address: string }> => {
  const { customerId, userId } = context.principal;
  await throttle(tools, context);
  // In a transaction of its own: the identity provider is asked afterwards, and nothing stays open meanwhile.
  const user = await withTenant(tools.pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
    findUser(tx, customerId, userId),
  );
  const connection = user && (await connectionFor(tools, user.username));
  if (!user || connection?.customer_id !== customerId) throw invalid(ssoTexts.notOffered);
  return begin(tools, context, connection, { purpose: 'link', aboutId: userId, username: user.username });
};

/** Whoever is signed in through an identity provider proves there anew who they are. */
export const beginProof = async (tools: SsoTools, context: Context): Promise<{ address: string }> => {
  const { customerId, sessionId, userId } = context.principal;
  await throttle(tools, context);
  const { user, connection } = await withTenant(
    tools.pool,
    { customerId, siteIds: [], actorId: userId },
    async (tx) => ({
      user: await findUser(tx, customerId, userId),
      connection: await provingConnection(tx, context.principal),
    }),
  );
  if (!user || !connection || tools.publicOrigin === undefined) throw invalid(ssoTexts.notThrough);
  return begin(tools, context, connection, { purpose: 'prove', aboutId: sessionId, username: user.username });
};

type Answer = CodeAnswer | Received<typeof endpoints.finishSaml>['body'];

/** An answer in the other language than the connection speaks was not asked for. */
const redeem = async (
  tools: SsoTools,
  connection: ConnectionRow,
  ticket: SsoTicket,
  answer: Answer,
  now: Date,
): Promise<Redeemed> => {
  if ('response' in answer !== connection.is_saml) return { refused: { reason: 'mixUp' } };
  return 'response' in answer
    ? redeemSaml(tools, connection, ticket, answer.response, now)
    : redeemCode(tools, connection, ticket, answer, now);
};

/** Whoever was believed by other settings than there are now is not known. */
const isSameProvider = (one: ConnectionRow | undefined, other: ConnectionRow | undefined): boolean =>
  one?.issuer === other?.issuer &&
  one?.client_id === other?.client_id &&
  one?.subject_attribute === other?.subject_attribute &&
  one?.certificates?.join() === other?.certificates?.join();

const recordRefusal = (tx: Tx, context: OpenContext, ticket: SsoTicket, refused: SsoRefused, facts?: SignedFacts) =>
  recordAct(tx, context, {
    customerId: ticket.customerId,
    siteId: null,
    actorId: null,
    credentialId: null,
    verb: 'sso.refused',
    objectKind: 'connection',
    objectId: ticket.connectionId,
    after: {
      reason: refused.reason,
      ...(refused.detail !== undefined && { detail: refused.detail }),
      ...(facts && { subject: facts.subject, email: facts.email }),
    },
  });

/** The ticket of this browser that fits the answer, used up. One sentence for all that is not so. */
const takeTicket = async (tools: SsoTools, context: OpenContext, answer: Answer): Promise<SsoTicket> => {
  const ticket = tools.ssoTickets.read(context.ssoCookie, context.now);
  context.setSsoCookie('', 0);
  const isOurs =
    ticket !== undefined &&
    // Each connection has an address of its own to come back to: an answer of another one does not get here.
    ticket.connectionId === answer.connectionUuid &&
    sameSecret(ticket.state, answer.state) &&
    (await countUse(tools.db, `sso|${ticket.mark}`, ticket.until)) === 1;
  if (!isOurs) throw new Refusal(403, ssoTexts.otherBrowser);
  return ticket;
};

const signedIn = ({ authenticator }: SsoTools, context: OpenContext): Promise<Principal | undefined> =>
  authenticator.authenticate({ ...context, bearer: undefined, namedSiteId: undefined, isActive: false });

/** An answer to connect an account is good for the user who asked, an answer to prove anew for the session that asked. */
const isOfAsker = ({ purpose, aboutId }: SsoTicket, caller: Principal | undefined): boolean => {
  if (purpose === 'link') return caller?.userId === aboutId;
  return purpose !== 'prove' || caller?.sessionId === aboutId;
};

type Ended = { user: UserRow; cookie?: string | undefined } | { refused: SsoRefused };

/** The session goes on, proved now. Nothing else changes: neither rights nor what the account is connected with. */
const proveSession = async (
  tx: Tx,
  context: OpenContext,
  { connectionId }: SsoTicket,
  facts: SignedFacts,
  caller: Principal,
): Promise<Ended> => {
  const proved = await provedUser(tx, caller, connectionId, facts);
  if ('refused' in proved) return proved;
  const cookie = await renewedCookie(tx, caller, context.cookie, context.now);
  if (cookie !== undefined) await recordAct(tx, context, actOfUser(proved.user, 'session.stepUp', caller.sessionId));
  return { user: proved.user, cookie };
};

/** What follows from an answer that is believed: an account is connected, a session proved, or one begins. */
const follow = async (
  tools: SsoTools,
  tx: Tx,
  context: OpenContext,
  ticket: SsoTicket,
  { facts, signOutHint }: Exclude<Redeemed, { refused: SsoRefused }>,
  caller: Principal | undefined,
): Promise<Ended> => {
  const arrival = { context, ticket, facts };
  if (ticket.purpose === 'link') return connectUser(tx, arrival, ticket.aboutId ?? '');
  if (ticket.purpose === 'prove' && caller) return proveSession(tx, context, ticket, facts, caller);
  const admitted = await admit(tx, arrival);
  if ('refused' in admitted) return admitted;
  const { now } = context;
  const { authenticated } = facts;
  const sso = {
    connectionId: ticket.connectionId,
    // Who was signed in there already has not proved anything now. Clocks may be a little apart.
    provedAt: authenticated && authenticated < now ? authenticated : now,
    sealHint: sealSignOutHint(tools.rows, signOutHint),
  };
  return { ...admitted, cookie: await startSession(tx, context, admitted.user, { sso }) };
};

export const finish = async (
  tools: SsoTools,
  context: OpenContext,
  answer: Answer,
): Promise<Returned<typeof endpoints.finish>> => {
  await throttle(tools, context);
  const ticket = await takeTicket(tools, context, answer);
  const { customerId, connectionId, purpose } = ticket;
  const tenant = { customerId, siteIds: [], actorId: null };
  const connection = await readConnection(tools, customerId, connectionId);
  const caller = purpose === 'signIn' || purpose === 'invitation' ? undefined : await signedIn(tools, context);
  const redeemed: Redeemed =
    !connection || !isOfAsker(ticket, caller)
      ? { refused: { reason: connection ? 'otherUser' : 'changed' } }
      : await redeem(tools, connection, ticket, answer, context.now);
  const facts = 'facts' in redeemed ? redeemed.facts : undefined;
  const done = await withTenant(tools.pool, tenant, async (tx) => {
    const letIn = async (): Promise<Ended> => {
      if ('refused' in redeemed) return redeemed;
      const now = await findConnection(tx, customerId, connectionId);
      if (!isSameProvider(now, connection)) return { refused: { reason: 'changed' } };
      return follow(tools, tx, context, ticket, redeemed, caller);
    };
    const ended = await letIn();
    if ('refused' in ended) await recordRefusal(tx, context, ticket, ended.refused, facts);
    return ended;
  });
  if ('refused' in done) throw refusalOf(done.refused);
  const { user, cookie } = done;
  // Rights may have changed: every process reads anew what this user may do.
  tools.authenticator.forgetUser(user.user_id);
  await tools.bus.publish([
    { customerId, thing: 'session', id: user.user_id },
    { customerId, thing: 'user', id: user.user_id },
  ]);
  if (purpose === 'link') return { step: 'linked' };
  if (purpose !== 'prove' && cookie !== undefined) return handOver(tools, context, user, cookie);
  tools.authenticator.forget(context.cookie);
  if (cookie !== undefined) context.setCookie(cookie);
  return { step: 'proved' };
};
