import { randomUUIDv7 } from 'node:crypto';
import { type ApiToken, apiTokenLimits, type apiTokens } from '@patchkeep/contract/api-tokens';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { sitePermission } from '@patchkeep/contract/rights';
import { refuseTokenMask, tokenMask } from '@patchkeep/rules/api-token';
import { effectiveMask, has } from '@patchkeep/rules/permissions';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../platform/context.ts';
import { presentTokenTimes } from '../../platform/db/token-rows.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { apiTokenTexts } from './api-token.service.ts';
import {
  countLiveApiTokens,
  findApiToken,
  findUsedToken,
  type ListedApiToken,
  listApiTokens,
} from './api-tokens.queries.ts';
import { insertApiToken, revokeApiToken } from './api-tokens.repository.ts';
import { findUser, listUsableSites } from './users.queries.ts';

const presentRefused = ({ refused_at: at, refused_address: address }: ListedApiToken): ApiToken['refused'] =>
  at === null || address === null ? null : { at: at.toISOString(), address };

const present = (row: ListedApiToken): ApiToken => ({
  apiTokenUuid: row.token_id,
  name: row.name,
  permissions: row.permissions,
  isForAllSites: row.site_id === null,
  networks: row.networks,
  refused: presentRefused(row),
  effectivePermissions: tokenMask(row.permissions, effectiveMask(row.is_system_admin, row.owner_permissions)),
  ownerUuid: row.user_id,
  ownerName: row.username,
  ...presentTokenTimes(row),
});

/** The site, and what its caller may do there; nobody reaches this without one. */
const callerIn = ({ principal: { customerId, siteId, subject } }: Context) => {
  if (siteId === null || subject === null) throw forbidden('No site');
  return { customerId, siteId, subject };
};

const record = async (
  context: Context,
  verb: string,
  objectId: string,
  change: { before?: unknown; after?: unknown },
) => {
  const { siteId } = callerIn(context);
  await recordActOfCaller(context, { siteId, verb, objectKind: 'apiToken', objectId, ...change });
  context.emit({ thing: 'apiToken', id: objectId, siteAccountUuid: siteId });
};

export const readApiTokenOf = async (context: Context, tokenId: string): Promise<ApiToken> => {
  const { customerId, siteId } = callerIn(context);
  const row = await findApiToken(context.tx, customerId, siteId, tokenId);
  if (!row) throw notFound();
  return present(row);
};

export const readApiTokens = async (context: Context): Promise<ApiToken[]> => {
  const { customerId, siteId } = callerIn(context);
  return (await listApiTokens(context.tx, customerId, siteId)).map(present);
};

const administratorsOnly = () => forbidden('An API token for all sites needs a system administrator');

/** Which site a token is for, null for all, and how many there may be of that kind. */
const placeOf = ({ siteId, subject }: ReturnType<typeof callerIn>, isForAllSites: boolean) => {
  if (!isForAllSites) return { of: siteId, most: apiTokenLimits.perSite };
  if (!subject.isSystemAdmin) throw administratorsOnly();
  return { of: null, most: apiTokenLimits.allSites };
};

/** Makes a token of the caller's own for the site, or for all, with at most what the caller may do there. */
export const createApiToken = async (context: Context, given: Received<typeof apiTokens.create>['body']) => {
  const { tx, now, principal } = context;
  const caller = callerIn(context);
  const { customerId, subject } = caller;
  const { of: siteId, most } = placeOf(caller, given.isForAllSites);
  const refusal = refuseTokenMask(given.permissions, effectiveMask(subject.isSystemAdmin, subject.sitePermissions));
  if (refusal) throw invalid(refusal);
  if ((await countLiveApiTokens(tx, customerId, siteId, now)) >= most)
    throw invalid(`${siteId === null ? 'A company' : 'A site'} can have ${most} API tokens in use. Revoke one first.`);
  const tokenId = randomUUIDv7();
  const { token, hash } = apiTokenTexts.make(customerId, tokenId);
  await insertApiToken(tx, {
    customer_id: customerId,
    token_id: tokenId,
    site_id: siteId,
    user_id: principal.userId,
    secret_hash: hash,
    name: given.name,
    permissions: given.permissions,
    networks: given.networks,
    refused_at: null,
    refused_address: null,
    expires_at: new Date(now.getTime() + given.expiresInDays * dayMs),
    revoked_at: null,
    used_at: null,
    created_at: now,
  });
  const apiToken = await readApiTokenOf(context, tokenId);
  await record(context, 'apiToken.create', tokenId, { after: apiToken });
  return { apiToken, secret: token };
};

export const endApiToken = async (context: Context, tokenId: string, reason?: string): Promise<void> => {
  const { customerId, siteId: here, subject } = callerIn(context);
  const before = await readApiTokenOf(context, tokenId);
  if (before.isForAllSites && !subject.isSystemAdmin) throw administratorsOnly();
  const siteId = before.isForAllSites ? null : here;
  if (!(await revokeApiToken(context.tx, customerId, siteId, tokenId, context.now))) throw notFound();
  await record(context, 'apiToken.revoke', tokenId, { before, after: { reason } });
};

/** The sites that a caller may name, by name: a person those it may enter, a token those that it and its owner may. */
export const readTokenSites = async ({ tx, principal }: Context): Promise<Returned<typeof apiTokens.sites>> => {
  const { customerId, kind, userId, sessionId } = principal;
  const token = kind === 'token' ? await findUsedToken(tx, customerId, sessionId) : undefined;
  const user = token ?? (await findUser(tx, customerId, userId));
  if (!user) return { sites: [] };
  const usable = await listUsableSites(tx, customerId, user, token?.site_id ?? undefined);
  const sites = usable.map((site) => ({
    siteAccountUuid: site.site_id,
    siteName: site.name,
    permissions: token ? tokenMask(token.permissions, site.permissions) : site.permissions,
  }));
  return { sites: sites.filter(({ permissions }) => has(permissions, sitePermission.FullRead)) };
};
