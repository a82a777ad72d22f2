import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, name, nothing, uuid } from './fields.ts';
import { hosts, inspectMany } from './hosts.ts';

export const group = z.object({
  uuid,
  groupUuid: uuid,
  parentUuid: uuid.nullable(),
  title: name,
  serialNumber: z.int(),
  /** Hosts directly in the group, and with those of the groups below it. */
  hostCount: z.int(),
  totalHostCount: z.int(),
});
export type Group = z.output<typeof group>;

const bySiteAndId = z.object({ site: uuid, id: uuid });
const newGroup = z.strictObject({ title: name, parentUuid: uuid.nullable().default(null) });
const change = z.strictObject({
  title: name.optional(),
  parentUuid: uuid.nullable().optional(),
  serialNumber: z.int(),
});
/** Where the hosts of a deleted group go; its sub-groups go up to its parent. */
const where = z.object({ moveHostsTo: z.union([uuid, z.literal('none')]).default('none') });

export const groups = {
  list: endpoint({
    method: 'GET',
    path: '/group',
    summary: 'The groups of the site; parents make the tree',
    right: 'canViewResults',
    response: z.object({ groups: z.array(group) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/group',
    summary: 'Make a group',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'A new group has no hosts',
    body: newGroup,
    response: group,
  }),
  read: endpoint({
    method: 'GET',
    path: '/group/:id',
    summary: 'One group',
    right: 'canViewResults',
    params: byId,
    response: group,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/group/:id',
    summary: 'Rename or move a group',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    params: byId,
    body: change,
    response: group,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/group/:id',
    summary: 'Delete a group',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    params: byId,
    query: where,
    response: nothing,
  }),
  hosts: endpoint({
    ...hosts.list,
    method: 'GET',
    path: '/group/:id/hosts',
    summary: 'Hosts of a group and those below it',
    params: byId,
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/group/:id/inspect',
    summary: 'Inspect & Update the hosts of a group and of those below it',
    ...inspectMany,
  }),
  createAt: endpoint({
    method: 'POST',
    path: '/site/:site/group/:id',
    summary: 'Make a group in a named site, with a given id',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'A new group has no hosts',
    params: bySiteAndId,
    body: newGroup,
    response: group,
  }),
  readAt: endpoint({
    method: 'GET',
    path: '/site/:site/group/:id',
    summary: 'One group of a named site',
    right: 'canViewResults',
    params: bySiteAndId,
    response: group,
  }),
  updateAt: endpoint({
    method: 'PATCH',
    path: '/site/:site/group/:id',
    summary: 'Rename or move a group of a named site',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    params: bySiteAndId,
    body: change,
    response: group,
  }),
  removeAt: endpoint({
    method: 'DELETE',
    path: '/site/:site/group/:id',
    summary: 'Delete a group of a named site',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    params: bySiteAndId,
    query: where,
    response: nothing,
  }),
};
