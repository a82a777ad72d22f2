import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { name, nothing, text, time, uuid } from './fields.ts';

export const apiTokenLimits = { days: 365, defaultDays: 90, perSite: 100 } as const;

/** What is listed of every token: who made it, and from when until when it opens something. */
export const tokenLife = {
  ownerName: z.string(),
  created: time,
  expires: time,
  lastUsed: time.nullable(),
  isRevoked: z.boolean(),
};

/** A token as it is listed: who made it, what it may do and until when; never the secret. */
export const apiToken = z.object({
  apiTokenUuid: uuid,
  name,
  /** Bits it was given; what it may do is these and the bits its owner has at that moment. */
  permissions: z.int(),
  /** Bits that are in force now; none once its owner has left the site. */
  effectivePermissions: z.int(),
  ownerUuid: uuid,
  ...tokenLife,
});
export type ApiToken = z.output<typeof apiToken>;

export const apiTokens = {
  list: endpoint({
    method: 'GET',
    path: '/api-token',
    summary: 'API tokens of the site, newest first',
    right: 'canManageApiTokens',
    response: z.object({ apiTokens: z.array(apiToken) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-token',
    summary: 'Make an API token; the answer is the only place its secret is ever shown',
    right: 'canManageApiTokens',
    moves: 'nothing',
    stepUp: 'recent',
    body: z.strictObject({
      name,
      permissions: z.int().min(0),
      expiresInDays: z.int().min(1).max(apiTokenLimits.days),
    }),
    response: z.object({ apiToken, secret: z.string() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api-token/:id',
    summary: 'One API token',
    right: 'canManageApiTokens',
    params: z.object({ id: uuid }),
    response: apiToken,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api-token/:id',
    summary: 'Revoke an API token; whatever uses it is refused from then on',
    right: 'canManageApiTokens',
    moves: 'nothing',
    stepUp: 'recent',
    params: z.object({ id: uuid }),
    query: z.object({ reason: text.optional() }),
    response: nothing,
  }),
};
