import { z } from 'zod';
import { restartStates } from './activities.ts';
import { statusSplit } from './applications.ts';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, text, time, uuid } from './fields.ts';
import { page } from './page.ts';
import type { Right } from './rights.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';

export const agentFlag = { enabled: 1, dormant: 8 } as const;

/** What a host is to the administrator, worst news first. Derived from the row and its presence by one rule. */
export const hostStates = ['trash', 'quarantined', 'pending', 'disabled', 'dormant', 'active'] as const;
export type HostState = (typeof hostStates)[number];

export const host = z.object({
  uuid,
  agentUuid: uuid,
  hostName: z.string(),
  groupUuid: uuid.nullable(),
  groupName: z.string().nullable(),
  tagUuids: z.array(uuid),
  havePendingInspection: z.boolean(),
  /** Whether it trusts a root of keys; without one it carries out no order. */
  hasRoot: z.boolean(),
  /** The agent's version. */
  version: z.string(),
  restartTagUuid: uuid.nullable(),
  lastBootRequestTime: time.nullable(),
  lastKnownBootTime: time.nullable(),
  rebootDeadline: time.nullable(),
  lastRebootSnoozeTime: time.nullable(),
  restartState: z.enum(restartStates),
  /** A restart is asked for, and its deadline is still to come. */
  isRestartScheduled: z.boolean(),
  lastReportedBootTime: time.nullable(),
  agentFlags: z.int(),
  state: z.enum(hostStates),
  osName: z.string(),
  osVersion: z.string(),
  lastSeen: time.nullable(),
  /** Hosts in the trash that were heard of since. */
  isSeenSinceTrash: z.boolean(),
  /** Its applications by status, and the worst of them; null until it was counted. */
  counts: z.object({ status: vulnerabilityStatus, split: statusSplit, exploited: z.int() }).nullable(),
});
export type Host = z.output<typeof host>;

export const hostInfo = host.extend({
  osArchitecture: z.string(),
  timeZone: z.string(),
  freeDiskBytes: z.int(),
  enrolled: time,
  lastInspection: time.nullable(),
  hostUsers: z.array(z.string()),
});
export type HostInfo = z.output<typeof hostInfo>;

/** The views of the host list: everybody at work, and those set apart. */
export const hostViews = ['active', 'disabled', 'dormant', 'pending', 'trash'] as const;

/** Beside them: every host that takes a licence, wherever it stands but in the trash. */
export const listedViews = [...hostViews, 'licensed'] as const;
export type HostView = (typeof listedViews)[number];

/** Which hosts: the filter of the list and of every act on it. */
export const hostFilter = z.object({
  view: z.enum(listedViews).default('active'),
  /** The beginning of the host's name. */
  q: z.string().max(constants.nameMax).optional(),
  /** Hosts of this group and of the groups below it. */
  groupUuid: uuid.optional(),
  tagUuid: uuid.optional(),
  /** The worst status of anything on the host, ignored problems left out. */
  status: vulnerabilityStatus.optional(),
  /** Only hosts with software of which attackers use a vulnerability, ignored ones left out. */
  isExploited: z.literal('true').optional(),
});
export type HostFilter = z.output<typeof hostFilter>;

export const hostSorts = ['hostName', 'lastReportedBootTime', 'version', 'osName', 'status'] as const;

const hostPage = z.object({ hosts: z.array(host), total: z.int(), nextCursor: z.string().nullable() });

/** Hosts named one by one, or all that match a filter but for some; never a list of everything on a screen. */
export const hostSelection = z.union([
  z.strictObject({ hosts: z.array(uuid).min(1).max(1_000) }),
  z.strictObject({ filter: hostFilter, except: z.array(uuid).max(1_000).default([]), expectedCount: z.int().min(0) }),
]);
export type HostSelection = z.output<typeof hostSelection>;

/** How a host stood before an act: what undo goes back to. */
const formerHost = z.object({ uuid, groupUuid: uuid.nullable(), tagUuids: z.array(uuid) });
export type FormerHost = z.output<typeof formerHost>;

export const acted = z.object({
  success: z.boolean(),
  count: z.int(),
  /** Whom the act meant, as they were before it. Left out when they are too many. */
  former: z.array(formerHost).max(constants.undoMax).optional(),
});
/** The requirements name the list by the kind of thing; the selection of the list screens is taken too. */
const agents = z.union([z.strictObject({ agents: z.array(uuid).min(1).max(1_000) }), hostSelection]);

const act = (
  path: `/${string}`,
  summary: string,
  gate: 'hosts' | 'deletion' = 'hosts',
  right: Right = 'canMakeChanges',
) => endpoint({ method: 'POST', path, summary, right, gate, moves: 'counts', body: agents, response: acted });

/** Why asking for inspections passes no gate. */
const inspectReason = 'Brings forward what is decided already; decides nothing';
/** Inspecting the hosts of a group, or those that carry a tag. */
export const inspectMany = {
  right: 'canMakeChanges',
  moves: 'nothing',
  ungated: inspectReason,
  params: byId,
  response: z.object({ success: z.boolean(), count: z.int() }),
} as const;

export const hosts = {
  list: endpoint({
    method: 'GET',
    path: '/hosts',
    summary: 'Hosts of the site, a page at a time',
    right: 'canViewResults',
    query: hostFilter.extend({
      ...page,
      sort: z.enum(hostSorts).default('hostName'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: hostPage,
  }),
  read: endpoint({
    method: 'GET',
    path: '/agent/:id',
    summary: 'One host',
    right: 'canViewResults',
    params: byId,
    response: hostInfo,
  }),
  inventory: endpoint({
    method: 'GET',
    path: '/agent/:id/inventory',
    summary: 'What is installed on a host, copy by copy',
    right: 'canViewResults',
    params: byId,
    response: z.object({
      takenAt: time.nullable(),
      software: z.array(
        z.object({
          name: z.string(),
          publisher: z.string(),
          version: z.string(),
          scope: z.enum(['machine', 'user']),
          user: z.string().optional(),
          path: z.string().optional(),
          fileVersion: z.string().optional(),
          /** The newer version that the host's own repositories offer. */
          offered: z.string().optional(),
        }),
      ),
    }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/hosts/counts',
    summary: 'How many hosts each view holds, and licences in use',
    right: 'canViewResults',
    response: z.object({
      views: z.record(z.enum(hostViews), z.int()),
      licencesInUse: z.int(),
      hostLicenseCount: z.int(),
    }),
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/hosts/inspect',
    summary: 'Inspect & Update these hosts at their next check-in',
    right: 'canMakeChanges',
    moves: 'nothing',
    ungated: inspectReason,
    body: hostSelection,
    response: acted,
  }),
  enable: act('/agents/enable', 'Enable hosts'),
  disable: act('/agents/disable', 'Disable hosts: they stay listed and get no work'),
  trash: act('/agents/delete', 'Move hosts to the trash', 'deletion'),
  restore: act('/agents/restore', 'Take hosts out of the trash'),
  accept: act('/agents/accept', 'Accept hosts that wait', 'hosts', 'canAdmitHosts'),
  emptyTrash: endpoint({
    method: 'POST',
    path: '/agents/empty-trash',
    summary: 'Delete what is in the trash for good; those hosts must enrol anew',
    right: 'canDeleteHosts',
    moves: 'counts',
    gate: 'deletion',
    body: z.strictObject({ expectedCount: z.int().min(0), reason: text.optional() }),
    response: acted,
  }),
  move: endpoint({
    method: 'POST',
    path: '/hosts/move',
    summary: 'Move hosts to a group, or to none',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'membership',
    body: z.strictObject({ selection: hostSelection, groupUuid: uuid.nullable() }),
    response: acted,
  }),
};
