import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, nothing } from './fields.ts';

export const scimMessages = {
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;
export const scimMedia = 'application/scim+json';

/** How many resources one answer lists at most. */
export const scimPageMax = 200;

const right = 'provisions' as const;
const write = { right, moves: 'nothing' } as const;
const bodyLimit = 1_048_576;

/** Every identity provider sends attributes of its own: the rules say what is kept of a body. */
const body = z.record(z.string(), z.unknown());
const meta = z.object({
  resourceType: z.string(),
  created: z.string().optional(),
  lastModified: z.string().optional(),
  location: z.string(),
});
const common = { schemas: z.array(z.string()), id: z.string(), meta: meta.optional() };

const scimUser = z.object({
  ...common,
  userName: z.string().optional(),
  externalId: z.string().optional(),
  active: z.boolean().optional(),
  displayName: z.string().optional(),
  name: z.object({ formatted: z.string(), givenName: z.string(), familyName: z.string() }).partial().optional(),
  emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() }).partial()).optional(),
});
export type ScimUser = z.input<typeof scimUser>;

const scimGroup = z.object({
  ...common,
  displayName: z.string().optional(),
  externalId: z.string().optional(),
  members: z.array(z.object({ value: z.string(), $ref: z.string() }).partial()).optional(),
});
export type ScimGroup = z.input<typeof scimGroup>;

const listOf = <R extends z.ZodType>(resource: R) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  });

const shown = { attributes: z.string().max(2_000).optional(), excludedAttributes: z.string().max(2_000).optional() };
const oneQuery = z.object(shown);
const listQuery = z.object({
  ...shown,
  filter: z.string().max(2_000).optional(),
  startIndex: z.coerce.number().int().max(1_000_000).optional(),
  count: z.coerce.number().int().max(1_000_000).optional(),
});
export type ScimListQuery = z.output<typeof listQuery>;
export type ScimOneQuery = z.output<typeof oneQuery>;

const patchBody = z.record(z.string(), z.unknown());
/** What describes the service is not kept in the form of a table: the rules write it. */
const described = z.record(z.string(), z.unknown());
const byName = z.object({ name: z.string().max(200) });

/** Calls of the identity provider of a connection (RFC 7644), with the token of that connection. */
export const scimService = {
  config: endpoint({
    method: 'GET',
    path: '/ServiceProviderConfig',
    summary: 'What this service can do',
    right,
    response: described,
  }),
  resourceTypes: endpoint({
    method: 'GET',
    path: '/ResourceTypes',
    summary: 'Kinds of resources',
    right,
    response: listOf(described),
  }),
  resourceType: endpoint({
    method: 'GET',
    path: '/ResourceTypes/:name',
    summary: 'One kind of resource',
    right,
    params: byName,
    response: described,
  }),
  schemas: endpoint({
    method: 'GET',
    path: '/Schemas',
    summary: 'Attributes of all resources',
    right,
    response: listOf(described),
  }),
  schema: endpoint({
    method: 'GET',
    path: '/Schemas/:name',
    summary: 'Attributes of one kind of resource',
    right,
    params: byName,
    response: described,
  }),
};

export const scimUsers = {
  list: endpoint({
    method: 'GET',
    path: '/Users',
    summary: 'Users of the connection',
    right,
    query: listQuery,
    response: listOf(scimUser),
  }),
  read: endpoint({
    method: 'GET',
    path: '/Users/:id',
    summary: 'One user',
    right,
    params: byId,
    query: oneQuery,
    response: scimUser,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Users',
    summary: 'Add a user, or connect one who has signed in by this connection',
    ...write,
    query: oneQuery,
    body,
    bodyLimit,
    response: scimUser,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/Users/:id',
    summary: 'Say all of a user anew',
    ...write,
    params: byId,
    query: oneQuery,
    body,
    bodyLimit,
    response: scimUser,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/Users/:id',
    summary: 'Change a user, by operations',
    ...write,
    params: byId,
    query: oneQuery,
    body: patchBody,
    bodyLimit,
    response: scimUser,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Users/:id',
    summary: 'End all access of a user, and forget them here',
    ...write,
    params: byId,
    response: nothing,
  }),
};

const ungated = 'Groups of an identity provider are groups of people: no host is touched';
export const scimGroups = {
  list: endpoint({
    method: 'GET',
    path: '/Groups',
    summary: 'Groups of the connection',
    right,
    query: listQuery,
    response: listOf(scimGroup),
  }),
  read: endpoint({
    method: 'GET',
    path: '/Groups/:id',
    summary: 'One group',
    right,
    params: byId,
    query: oneQuery,
    response: scimGroup,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Groups',
    summary: 'Add a group',
    ...write,
    ungated,
    query: oneQuery,
    body,
    bodyLimit,
    response: scimGroup,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/Groups/:id',
    summary: 'Say all of a group anew',
    ...write,
    ungated,
    params: byId,
    query: oneQuery,
    body,
    bodyLimit,
    response: scimGroup,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/Groups/:id',
    summary: 'Change a group, by operations',
    ...write,
    ungated,
    params: byId,
    query: oneQuery,
    body: patchBody,
    bodyLimit,
    response: scimGroup,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Groups/:id',
    summary: 'Remove a group',
    ...write,
    ungated,
    params: byId,
    response: nothing,
  }),
};
