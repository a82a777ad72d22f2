import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { name, nothing, text, time, uuid } from './fields.ts';

export const apiTokenLimits = { days: 365, defaultDays: 90, perSite: 100, allSites: 100, networks: 20 } as const;

/** An address, or a network as in `192.0.2.0/24`. */
export const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
  error: 'Write addresses or networks, such as 192.0.2.0/24.',
});

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
  /** It acts in every site of the customer that its owner may enter; each call names one. */
  isForAllSites: z.boolean(),
  /** Calls from elsewhere are refused; none means from everywhere. */
  networks: z.array(z.string()),
  /** The last call that was refused because it came from another network. */
  refused: z.object({ at: time, address: z.string() }).nullable(),
  /** Bits that are in force now in this site; none once its owner has left the site. */
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
      /** For system administrators: all sites instead of the one the call is about. */
      isForAllSites: z.boolean().default(false),
      networks: z.array(network).max(apiTokenLimits.networks).default([]),
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
  sites: endpoint({
    method: 'GET',
    path: '/token-site',
    summary: 'Sites that the caller may name in the header x-site, and what it may do in each',
    right: 'reachesSites',
    response: z.object({
      sites: z.array(z.object({ siteAccountUuid: uuid, siteName: z.string(), permissions: z.int() })),
    }),
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
