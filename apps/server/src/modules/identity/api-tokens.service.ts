import { randomUUIDv7 } from 'node:crypto';
import { type ApiToken, apiTokenLimits, type apiTokens } from '@patchkeep/contract/api-tokens';
import type { Received } from '@patchkeep/contract/endpoint';
import { refuseTokenMask, tokenMask } from '@patchkeep/rules/api-token';
import { effectiveMask } from '@patchkeep/rules/permissions';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../platform/context.ts';
import { presentTokenTimes } from '../../platform/db/token-rows.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { apiTokenTexts } from './api-token.service.ts';
import { countLiveApiTokens, findApiToken, type ListedApiToken, listApiTokens } from './api-tokens.queries.ts';
import { insertApiToken, revokeApiToken } from './api-tokens.repository.ts';

const present = (row: ListedApiToken): ApiToken => ({
  apiTokenUuid: row.token_id,
  name: row.name,
  permissions: row.permissions,
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

/** Makes a token of the caller's own for the site, with at most what the caller may do there. */
export const createApiToken = async (context: Context, given: Received<typeof apiTokens.create>['body']) => {
  const { tx, now, principal } = context;
  const { customerId, siteId, subject } = callerIn(context);
  const refusal = refuseTokenMask(given.permissions, effectiveMask(subject.isSystemAdmin, subject.sitePermissions));
  if (refusal) throw invalid(refusal);
  if ((await countLiveApiTokens(tx, customerId, siteId, now)) >= apiTokenLimits.perSite)
    throw invalid(`A site can have ${apiTokenLimits.perSite} API tokens in use. Revoke one first.`);
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
  const { customerId, siteId } = callerIn(context);
  const before = await readApiTokenOf(context, tokenId);
  if (!(await revokeApiToken(context.tx, customerId, siteId, tokenId, context.now))) throw notFound();
  await record(context, 'apiToken.revoke', tokenId, { before, after: { reason } });
};
