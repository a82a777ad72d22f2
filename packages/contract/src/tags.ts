import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, name, nothing, uuid } from './fields.ts';
import { acted, hosts, hostSelection, inspectMany } from './hosts.ts';
import { restartSettings } from './restart-settings.ts';

export const tagKind = { BasicTag: 1, RestartTag: 2, AzureGroupTag: 32_768 } as const;
const kind = z.union([z.literal(tagKind.BasicTag), z.literal(tagKind.RestartTag), z.literal(tagKind.AzureGroupTag)]);

export const tag = z.object({
  tagUuid: uuid,
  tagName: name,
  tagKind: kind,
  /** Of restart tags only. */
  restartSettings: restartSettings.nullable(),
  serialNumber: z.int(),
  hostCount: z.int(),
});
export type Tag = z.output<typeof tag>;

const bySiteAndId = z.object({ site: uuid, id: uuid });
/** In the path the kind is text; `all` lists every kind. */
const byType = z.object({ type: z.coerce.number().pipe(kind) });
/** Omitted fields: the default of the site on create, unchanged on update. */
const given = restartSettings.partial();
const newTag = z.strictObject({ tagName: name, restartSettings: given.optional() });
const newTagOfKind = newTag.extend({ tagKind: kind.default(tagKind.BasicTag) });
const change = z.strictObject({
  tagName: name.optional(),
  restartSettings: given.optional(),
  serialNumber: z.int(),
});
const changeById = change.extend({ tagUuid: uuid });
const list = z.object({ tags: z.array(tag) });

export const tags = {
  list: endpoint({
    method: 'GET',
    path: '/tag',
    summary: 'The tags of the site',
    right: 'canViewResults',
    response: list,
  }),
  create: endpoint({
    method: 'POST',
    path: '/tag',
    summary: 'Make a tag',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'A new tag has no hosts',
    body: newTagOfKind,
    response: tag,
  }),
  read: endpoint({
    method: 'GET',
    path: '/tag/:id',
    summary: 'One tag',
    right: 'canViewResults',
    params: byId,
    response: tag,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/tag/:id',
    summary: 'Rename a tag or change its restart settings',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'Its name, and how later restarts are shown; no host is touched',
    params: byId,
    body: change,
    response: tag,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tag/:id',
    summary: 'Delete a tag; its hosts stay',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    params: byId,
    response: nothing,
  }),
  listOfKind: endpoint({
    method: 'GET',
    path: '/tagv2/:type',
    summary: 'The tags of one kind',
    right: 'canViewResults',
    params: byType,
    response: list,
  }),
  createOfKind: endpoint({
    method: 'POST',
    path: '/tagv2/:type',
    summary: 'Make a tag of a kind',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'A new tag has no hosts',
    params: byType,
    body: newTag,
    response: tag,
  }),
  updateOfKind: endpoint({
    method: 'PATCH',
    path: '/tagv2/:type',
    summary: 'Change a tag of a kind',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'Its name, and how later restarts are shown; no host is touched',
    params: byType,
    body: changeById,
    response: tag,
  }),
  removeOfKind: endpoint({
    method: 'DELETE',
    path: '/tagv2/:type',
    summary: 'Delete a tag of a kind',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    params: byType,
    query: z.object({ tagUuid: uuid }),
    response: nothing,
  }),
  createAt: endpoint({
    method: 'POST',
    path: '/site/:site/tag/:id',
    summary: 'Make a tag in a named site, with a given id',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'A new tag has no hosts',
    params: bySiteAndId,
    body: newTagOfKind,
    response: tag,
  }),
  readAt: endpoint({
    method: 'GET',
    path: '/site/:site/tag/:id',
    summary: 'One tag of a named site',
    right: 'canViewResults',
    params: bySiteAndId,
    response: tag,
  }),
  updateAt: endpoint({
    method: 'PATCH',
    path: '/site/:site/tag/:id',
    summary: 'Change a tag of a named site',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'Its name, and how later restarts are shown; no host is touched',
    params: bySiteAndId,
    body: change,
    response: tag,
  }),
  removeAt: endpoint({
    method: 'DELETE',
    path: '/site/:site/tag/:id',
    summary: 'Delete a tag of a named site',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    params: bySiteAndId,
    response: nothing,
  }),
  hosts: endpoint({
    ...hosts.list,
    method: 'GET',
    path: '/tag/:id/hosts',
    summary: 'Hosts that carry a tag',
    params: byId,
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/tag/:id/inspect',
    summary: 'Inspect & Update the hosts that carry a tag',
    ...inspectMany,
  }),
  ofHost: endpoint({
    method: 'GET',
    path: '/agent/:id/tags',
    summary: 'The tags of a host',
    right: 'canViewResults',
    params: byId,
    response: list,
  }),
  changeHosts: endpoint({
    method: 'PATCH',
    path: '/tag',
    summary: 'Add tags to many hosts, and take others away',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    body: z.strictObject({
      /** Hosts by id, or a selection of the list. */
      hosts: z.union([z.array(uuid).min(1).max(1_000), hostSelection]),
      addTags: z.array(uuid).max(50).default([]),
      removeTags: z.array(uuid).max(50).default([]),
      /** `hosts` answers with how many hosts were touched; there is no other form. */
      response: z.literal('hosts').optional(),
    }),
    response: acted,
  }),
};
