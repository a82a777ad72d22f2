import { randomUUIDv7 } from 'node:crypto';
import type { Returned } from '@patchkeep/contract/endpoint';
import type { provisioning as endpoints, ProvisioningState } from '@patchkeep/contract/provisioning';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { lockCustomer } from '../../tenants/public.ts';
import { connectionIn, recordConnection } from '../sso/connections.service.ts';
import { countProvisioned, findTokenInUse } from './provisioning.queries.ts';
import { type ProvisioningCallers, scimTokenTexts } from './scim-caller.service.ts';
import { countScimGroups } from './scim-groups.queries.ts';
import { insertScimToken, revokeScimToken } from './scim-tokens.repository.ts';
import { scimAddress } from './scim.presenter.ts';

export interface ProvisioningTools {
  publicOrigin: string | undefined;
  callers: ProvisioningCallers;
}

export const readProvisioning = async (
  context: Context,
  { publicOrigin }: ProvisioningTools,
  connectionId: string,
): Promise<ProvisioningState> => {
  const { tx, principal } = context;
  await connectionIn(context, connectionId);
  const of = { customerId: principal.customerId, connectionId };
  const token = await findTokenInUse(tx, of);
  return {
    address: scimAddress(publicOrigin),
    token: token
      ? {
          tokenUuid: token.token_id,
          created: token.created_at.toISOString(),
          madeBy: token.long_name,
          lastUsed: token.used_at?.toISOString() ?? null,
        }
      : null,
    ...(await countProvisioned(tx, of)),
    groupCount: await countScimGroups(tx, of),
  };
};

const endToken = async (context: Context, { callers }: ProvisioningTools, connectionId: string): Promise<boolean> => {
  const of = { customerId: context.principal.customerId, connectionId };
  const ended = await revokeScimToken(context.tx, of, context.now);
  if (ended !== undefined) context.onCommit(() => callers.forget(ended));
  return ended !== undefined;
};

/** One token of a connection is good at a time: a new one ends the one of before. */
export const makeToken = async (
  context: Context,
  tools: ProvisioningTools,
  connectionId: string,
): Promise<Returned<typeof endpoints.makeToken>> => {
  const { tx, now, principal } = context;
  const { customerId, userId } = principal;
  await lockCustomer(tx, customerId);
  const connection = await connectionIn(context, connectionId);
  const isReplaced = await endToken(context, tools, connectionId);
  const tokenId = randomUUIDv7();
  const { token, hash } = scimTokenTexts.make(customerId, tokenId);
  await insertScimToken(tx, {
    customer_id: customerId,
    token_id: tokenId,
    connection_id: connectionId,
    secret_hash: hash,
    made_by: userId,
    created_at: now,
    used_at: null,
    revoked_at: null,
  });
  await recordConnection(context, isReplaced ? 'provisioning.replaceToken' : 'provisioning.makeToken', connection);
  return { provisioning: await readProvisioning(context, tools, connectionId), secret: token };
};

export const revokeToken = async (context: Context, tools: ProvisioningTools, connectionId: string): Promise<void> => {
  await lockCustomer(context.tx, context.principal.customerId);
  const connection = await connectionIn(context, connectionId);
  if (!(await endToken(context, tools, connectionId))) throw notFound();
  await recordConnection(context, 'provisioning.revokeToken', connection);
};
