import type { Right } from '@patchkeep/contract/rights';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { enterSites } from '../../platform/db/tenant.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { subjectIn } from './user-rights.service.ts';
import { findUser } from './users.queries.ts';

/** What the caller's rights in a site are judged by; a site that the caller may not enter does not exist. */
const subjectOfCaller = async ({ tx, principal }: Context, siteId: string) => {
  const { customerId, userId } = principal;
  if (siteId === principal.siteId) return principal.subject;
  // A token was given one site, whatever its owner may enter.
  if (principal.kind === 'token') return null;
  const user = await findUser(tx, customerId, userId);
  return user ? subjectIn(tx, customerId, user, siteId) : null;
};

/**
 * The same caller in a site that the path names, be it the one the tab is on or another. The right is judged by the bits
 * the caller has there, because the right of the endpoint may be a weaker one.
 */
export const inNamedSite = async (context: Context, siteId: string, right: Right): Promise<Context> => {
  const { tx, principal } = context;
  const subject = await subjectOfCaller(context, siteId);
  if (!subject) throw notFound();
  if (!mayCall(right, subject)) throw forbidden(`Needs ${right}`);
  if (siteId === principal.siteId) return context;
  await enterSites(tx, { customerId: principal.customerId, siteIds: [siteId], actorId: principal.userId });
  return { ...context, principal: { ...principal, siteId, subject } };
};
