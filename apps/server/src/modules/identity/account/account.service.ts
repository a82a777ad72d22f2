import type { account as endpoints } from '@patchkeep/contract/account';
import { constants } from '@patchkeep/contract/constants';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { product } from '@patchkeep/contract/product';
import type { Context } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import { listFactors } from '../factors/factors.queries.ts';
import { presentSiteRef } from '../identity.presenter.ts';
import { listSessionsOf } from '../sessions.queries.ts';
import { endSessionOf, endSessionsOf } from '../sessions.repository.ts';
import { findUser, listUsableSites } from '../users.queries.ts';
import { updateUser } from '../users.repository.ts';

export const readAccount = async ({ tx, principal }: Context): Promise<Returned<typeof endpoints.read>> => {
  const { customerId, userId } = principal;
  const user = await findUser(tx, customerId, userId);
  if (!user) throw notFound();
  const sites = user.is_system_admin ? [] : await listUsableSites(tx, customerId, user);
  return {
    username: user.username,
    longName: user.long_name,
    mfaServiceName: product.name,
    isMfaEnabled: (await listFactors(tx, customerId, userId)).length > 0,
    isSsoLoginOnly: user.is_sso_login_only,
    isSystemAdmin: user.is_system_admin,
    sites: sites.map((site) => ({ ...presentSiteRef(site), sitePermissions: site.permissions })),
  };
};

export const readOwnSessions = async ({
  tx,
  principal,
  now,
}: Context): Promise<Returned<typeof endpoints.sessions>> => {
  const { customerId, userId, sessionId } = principal;
  const idleSince = new Date(now.getTime() - constants.sessionIdleMs);
  const sessions = (await listSessionsOf(tx, customerId, userId, now, idleSince)).map((row) => ({
    sessionUuid: row.session_id,
    address: row.ip,
    browser: row.browser,
    signedIn: row.created_at.toISOString(),
    lastSeen: row.active_at.toISOString(),
    isCurrent: row.session_id === sessionId,
  }));
  return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
};

/** Other processes forget the sessions of the user, and look again at the event streams. */
const recordEnd = async (context: Context, verb: string, after: object): Promise<void> => {
  const { userId } = context.principal;
  await recordActOfCaller(context, { siteId: null, verb, objectKind: 'user', objectId: userId, after });
  context.emit({ thing: 'session', id: userId });
};

export const endOwnSession = async (context: Context, sessionId: string): Promise<void> => {
  const { customerId, userId, sessionId: current } = context.principal;
  if (sessionId === current) throw invalid('Log out to end the session that you are using');
  if (!(await endSessionOf(context.tx, customerId, userId, sessionId))) throw notFound();
  await recordEnd(context, 'session.end', { sessionUuid: sessionId });
};

/** Ends all sessions but the one that asks. Returns those that ended. */
export const endOtherSessions = async (context: Context): Promise<string[]> => {
  const { customerId, userId, sessionId } = context.principal;
  const ended = await endSessionsOf(context.tx, customerId, userId, sessionId);
  if (ended.length > 0) await recordEnd(context, 'session.endOthers', { count: ended.length });
  return ended;
};

export const savePreferences = async (
  { tx, principal: { customerId, userId } }: Context,
  preferences: Received<typeof endpoints.savePreferences>['body'],
): Promise<void> => updateUser(tx, customerId, userId, { preferences });
