import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, nothing, time, uuid } from './fields.ts';

const provisioningState = z.object({
  /** The base of the SCIM service, for the identity provider. */
  address: z.string(),
  /** The token in use; null where there is none. */
  token: z.object({ tokenUuid: uuid, created: time, madeBy: z.string(), lastUsed: time.nullable() }).nullable(),
  /** Users whom the identity provider looks after, and how many of them it has disabled. */
  userCount: z.int().min(0),
  disabledCount: z.int().min(0),
  groupCount: z.int().min(0),
});
export type ProvisioningState = z.output<typeof provisioningState>;

const right = 'isSystemAdmin' as const;
const write = { right, moves: 'nothing', stepUp: 'recent', params: byId } as const;

/** Provisioning of one connection: its identity provider says who there is. */
export const provisioning = {
  read: endpoint({
    method: 'GET',
    path: '/single-sign-on/connection/:id/provisioning',
    summary: 'Where the identity provider of a connection sends users to, and whether it does',
    right,
    params: byId,
    response: provisioningState,
  }),
  makeToken: endpoint({
    method: 'POST',
    path: '/single-sign-on/connection/:id/provisioning/token',
    summary: 'Make the token of a connection; the one of before ends',
    ...write,
    response: z.object({ provisioning: provisioningState, secret: z.string() }),
  }),
  revokeToken: endpoint({
    method: 'DELETE',
    path: '/single-sign-on/connection/:id/provisioning/token',
    summary: 'Revoke the token of a connection; its users stay as they are',
    ...write,
    response: nothing,
  }),
};
