import { z } from 'zod';
import { applicationSorts } from './applications.ts';
import { approvalKinds, approvalStatuses, channelTag } from './approval-fields.ts';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, name, nothing, uuid } from './fields.ts';
import { goalVerdicts } from './goal-hosts.ts';
import { listedGoals } from './goals.ts';
import { hostSorts, listedViews } from './hosts.ts';
import { decisionStates, priorityLevels } from './vulnerabilities.ts';
import { vulnerabilityStatuses } from './vulnerability-status.ts';

/** Bounds of what is kept: a site's answer stays small whatever its users save. */
export const savedViewLimits = { own: 100, shared: 100, columns: 40 } as const;

const q = z.string().min(1).max(constants.nameMax);
const order = z.enum(['asc', 'desc']);
const exploited = z.literal('exploited');
const withFix = z.literal('some');
const status = z.enum(vulnerabilityStatuses);

/** What the address of each kind of list may say. A view keeps these parameters and no other. */
const hostSearch = z
  .strictObject({
    view: z.enum(listedViews),
    q,
    group: uuid,
    tag: uuid,
    status,
    mark: exploited,
    sort: z.enum(hostSorts),
    order,
  })
  .partial();
const applicationSearch = z
  .strictObject({
    status,
    mark: z.enum(['exploited', 'ignored']),
    fix: withFix,
    q,
    sort: z.enum(applicationSorts),
    order,
  })
  .partial();
const vulnerabilitySearch = z
  .strictObject({
    priority: z.enum(priorityLevels),
    mark: exploited,
    due: z.literal('overdue'),
    fix: withFix,
    decision: z.enum(decisionStates),
    q,
  })
  .partial();
const approvalSearch = z
  .strictObject({
    kind: z.enum(approvalKinds),
    q,
    approvalStatus: z.enum([...approvalStatuses, 'undecided', 'differs']),
    hasOverrides: z.boolean(),
    status: z.enum([...vulnerabilityStatuses, 'at-risk']),
    needsSettings: z.literal(true),
    classification: q,
    sort: z.enum(['name', 'hosts', 'status']),
    order,
  })
  .partial();

const jobSearch = z.strictObject({ state: z.enum(listedGoals), channelTag, groupUuid: uuid, hostUuid: uuid }).partial();
const targetSearch = z
  .strictObject({
    verdict: z.enum(goalVerdicts),
    goalUuid: uuid,
    channelTag,
    groupUuid: uuid,
    tagUuid: uuid,
    hostUuid: uuid,
  })
  .partial();

const hostLists = ['hosts', 'group-hosts', 'tag-hosts'] as const;
const applicationLists = ['applications', 'group-applications', 'tag-applications'] as const;
const vulnerabilityLists = ['vulnerabilities'] as const;
const jobLists = ['jobs'] as const;
const targetLists = ['host-targets'] as const;
const approvalLists = [
  'approvals-system-app',
  'approvals-system-wua',
  'approvals-site-app',
  'approvals-site-wua',
  'approvals-group-app',
  'approvals-group-wua',
  'approvals-tag-app',
  'approvals-tag-wua',
] as const;
export const viewLists = [
  ...hostLists,
  ...applicationLists,
  ...vulnerabilityLists,
  ...jobLists,
  ...targetLists,
  ...approvalLists,
] as const;
export type ViewList = (typeof viewLists)[number];

const kinds = [
  { lists: hostLists, search: hostSearch },
  { lists: applicationLists, search: applicationSearch },
  { lists: vulnerabilityLists, search: vulnerabilitySearch },
  { lists: jobLists, search: jobSearch },
  { lists: targetLists, search: targetSearch },
  { lists: approvalLists, search: approvalSearch },
];

/** Of what an address says, what a view of the list keeps: each parameter that the list has, with a value that it knows. */
export const keptSearch = (list: ViewList, given: object): ViewSearch => {
  const parameters: Readonly<Record<string, z.ZodType>> =
    kinds.find(({ lists }) => lists.some((each) => each === list))?.search.shape ?? {};
  const isKept = ([parameter, value]: [string, unknown]) =>
    value !== undefined && parameters[parameter]?.safeParse(value).success === true;
  return Object.fromEntries(Object.entries(given).filter(isKept));
};

/** A list with its address parameters: those of another list are refused. */
export const viewOfList = z.discriminatedUnion('list', [
  z.strictObject({ list: z.enum(hostLists), search: hostSearch }),
  z.strictObject({ list: z.enum(applicationLists), search: applicationSearch }),
  z.strictObject({ list: z.enum(vulnerabilityLists), search: vulnerabilitySearch }),
  z.strictObject({ list: z.enum(jobLists), search: jobSearch }),
  z.strictObject({ list: z.enum(targetLists), search: targetSearch }),
  z.strictObject({ list: z.enum(approvalLists), search: approvalSearch }),
]);

const columnIds = z.array(z.string().regex(/^[a-zA-Z]{1,40}$/, 'Not a column')).max(savedViewLimits.columns);
const columns = z.strictObject({
  hidden: columnIds,
  /** The ids in their order; empty for the list's own order. */
  order: columnIds,
});
export type ViewColumns = z.output<typeof columns>;

/** Address parameters by their names. */
const search = z.record(z.string(), z.union([z.string(), z.boolean()]));
export type ViewSearch = z.output<typeof search>;

export const savedView = z.object({
  viewUuid: uuid,
  list: z.enum(viewLists),
  name: z.string(),
  search,
  columns,
  /** Shared views are the site's; the others are only ever shown to the caller who saved them. */
  isShared: z.boolean(),
  /** Who saved it, and shared it. */
  owner: z.string(),
  serialNumber: z.int(),
});
export type SavedView = z.output<typeof savedView>;

const kept = z.strictObject({ name, of: viewOfList, columns });
const change = z.strictObject({
  name: name.optional(),
  of: viewOfList.optional(),
  columns: columns.optional(),
  serialNumber: z.int(),
});

/** A view only says how a list is shown. */
const quiet = { moves: 'nothing', ungated: 'Changes how a list is shown, and no host' } as const;

export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/saved-view',
    summary: "The caller's own views of the site's lists, and those that are shared with the site",
    right: 'canRead',
    response: z.object({ views: z.array(savedView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/saved-view',
    summary: 'Save a view of a list for oneself',
    right: 'canRead',
    ...quiet,
    body: kept,
    response: savedView,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/saved-view/:id',
    summary: 'Change a view of one’s own; what is not given stays',
    right: 'canRead',
    ...quiet,
    params: byId,
    body: change,
    response: savedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-view/:id',
    summary: 'Delete a view of one’s own',
    right: 'canRead',
    ...quiet,
    params: byId,
    response: nothing,
  }),
  share: endpoint({
    method: 'POST',
    path: '/saved-view/:id/share',
    summary: 'Share a view of one’s own with everybody who may see the site',
    right: 'canMakeChanges',
    ...quiet,
    params: byId,
    response: savedView,
  }),
  unshare: endpoint({
    method: 'DELETE',
    path: '/saved-view/:id/share',
    summary: 'Stop sharing a view: it belongs only to who saved it again',
    right: 'canMakeChanges',
    ...quiet,
    params: byId,
    response: nothing,
  }),
  updateShared: endpoint({
    method: 'PATCH',
    path: '/saved-view/:id/share',
    summary: 'Change a shared view for everybody; what is not given stays',
    right: 'canMakeChanges',
    ...quiet,
    params: byId,
    body: change,
    response: savedView,
  }),
};
