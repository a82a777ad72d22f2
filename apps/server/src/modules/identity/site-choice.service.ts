import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { bindInstance, setSessionSite } from './sessions.repository.ts';
import { findUser, listUsableSites, type UsableSite } from './users.queries.ts';
import { setDefaultSite } from './users.repository.ts';

const userOf = async ({ tx, principal: { customerId, userId } }: Context) => {
  const user = await findUser(tx, customerId, userId);
  if (!user) throw notFound();
  return user;
};

/** A site the caller may enter; any other one does not exist for them. */
const usableSite = async (context: Context, siteId: string): Promise<UsableSite> => {
  const [site] = await listUsableSites(context.tx, context.principal.customerId, await userOf(context), siteId);
  if (!site) throw notFound();
  return site;
};

export const selectableSites = async (context: Context) => {
  const sites = await listUsableSites(context.tx, context.principal.customerId, await userOf(context));
  return { sites, current: sites.find((site) => site.site_id === context.principal.siteId) };
};

/** Moves the session and this tab to a site; other tabs keep theirs and learn of it by the hint. */
export const selectSite = async (context: Context, siteId: string): Promise<UsableSite> => {
  const { tx, principal, instanceId, now } = context;
  const { customerId, sessionId, userId } = principal;
  const site = await usableSite(context, siteId);
  await setSessionSite(tx, customerId, sessionId, siteId);
  if (instanceId !== null)
    await bindInstance(tx, {
      customer_id: customerId,
      session_id: sessionId,
      instance_id: instanceId,
      site_id: siteId,
      seen_at: now,
    });
  await recordActOfCaller(context, {
    siteId,
    verb: 'site.select',
    objectKind: 'site',
    objectId: siteId,
    before: { siteId: principal.sessionSiteId },
    after: { siteId },
  });
  context.emit({ thing: 'session', id: userId });
  return site;
};

export const makeDefaultSite = async (context: Context, siteId: string): Promise<void> => {
  const { customerId, userId } = context.principal;
  const before = (await userOf(context)).default_site_id;
  await usableSite(context, siteId);
  await setDefaultSite(context.tx, customerId, userId, siteId);
  await recordActOfCaller(context, {
    siteId: null,
    verb: 'user.setDefaultSite',
    objectKind: 'user',
    objectId: userId,
    before: { defaultSiteId: before },
    after: { defaultSiteId: siteId },
  });
  context.emit({ thing: 'session', id: userId });
};
