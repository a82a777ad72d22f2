import { z } from 'zod';
import { approvalKinds, approvalLevels, approvalStatuses, approvalTypes } from './approval-fields.ts';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, time, uuid } from './fields.ts';
import { changeKindNames } from './gates.ts';
import { page } from './page.ts';

/** One decision that a change set moves, before and after. */
export const decisionChange = z.object({
  kind: z.enum(approvalKinds),
  subject: z.string(),
  name: z.string(),
  level: z.enum(approvalLevels),
  scopeUuid: uuid.nullable(),
  scopeName: z.string(),
  before: z.object({ status: z.enum(approvalStatuses), version: z.string().nullable() }),
  after: z.object({ status: z.enum(approvalStatuses), version: z.string().nullable() }),
});
export type DecisionChange = z.output<typeof decisionChange>;

export const changeWarnings = [
  'stopsFixes',
  'workInProgress',
  'needsSettings',
  /** Hosts that would be updated, and wait until somebody vouches for a package that fits them. */
  'waitsForPackage',
  'waitsForSigner',
  'waitsForRoot',
  'touchesServers',
  'nothingChanges',
] as const;

/** Others who can confirm it where a second person is needed; none where nobody else can. */
const confirmers = z.array(z.string()).max(constants.confirmersShown);

/** What hosts would do, by what they do now: a line of "now 44 up to date, after 61 blocked". */
const hostsByStatus = z.record(z.enum(approvalStatuses), z.int());

export const changePreview = z.object({
  /** Stands for this content, these targets and this person; needed to make a wide change. */
  previewToken: z.string(),
  expires: time,
  contentHash: z.string(),
  changes: z.array(decisionChange).max(200),
  changeCount: z.int(),
  /** Rows that already are so. */
  unchangedCount: z.int(),
  hosts: z.int(),
  workstations: z.int(),
  servers: z.int(),
  dormantHosts: z.int(),
  sampleHosts: z.array(z.object({ uuid, hostName: z.string() })),
  /** Decisions for hosts, before and after: a host counts once for each subject it has. */
  before: hostsByStatus,
  after: hostsByStatus,
  /** Hosts that would get a version they do not have. */
  updatingHosts: z.int(),
  /** Of those, hosts that will be asked to restart; null when no subject says whether it needs one. */
  restartsExpected: z.int().nullable(),
  /** Places below that decide for themselves and stay as they are. */
  staying: z.array(
    z.object({
      level: z.enum(approvalLevels),
      scopeUuid: uuid,
      scopeName: z.string(),
      name: z.string(),
      status: z.enum(approvalStatuses),
    }),
  ),
  stayingCount: z.int(),
  warnings: z.array(z.object({ kind: z.enum(changeWarnings), count: z.int(), text: z.string() })),
  /** Too wide to be made without its preview, or without a second person. */
  isWide: z.boolean(),
  needsSecondPerson: z.boolean(),
  confirmers,
});
export type ChangePreview = z.output<typeof changePreview>;

/** What whoever makes a wide change without having looked at it is shown, with the token to make it with. */
export const actPreview = z.object({
  title: z.string(),
  level: z.enum(['site', 'system']),
  /** What follows for the hosts. */
  effect: z.string(),
  hosts: z.int(),
  sampleHosts: z.array(z.object({ uuid, hostName: z.string() })),
  needsSecondPerson: z.boolean(),
  confirmers,
  /** Why it cannot be taken back; null where it can. */
  noUndo: z.string().nullable(),
  previewToken: z.string(),
  expires: time,
});
export type ActPreview = z.output<typeof actPreview>;

/** Whoever asked for a change withdraws it, somebody else refuses it. */
export const changeSetStates = ['applied', 'awaiting', 'refused', 'withdrawn', 'expired', 'undone'] as const;

export const changeSet = z.object({
  changeSetUuid: uuid,
  state: z.enum(changeSetStates),
  kind: z.enum(changeKindNames),
  title: z.string(),
  /** What follows for the hosts; empty where the decisions say it. */
  effect: z.string(),
  type: z.enum(approvalTypes).nullable(),
  level: z.enum(approvalLevels),
  siteUuid: uuid.nullable(),
  reason: z.string(),
  /** Why it was refused or withdrawn, if a reason was given. */
  refusal: z.string(),
  contentHash: z.string(),
  requestedBy: z.string(),
  requestedByUuid: uuid,
  /** A program asked for it, with an API token of that person. */
  isRequestedByToken: z.boolean(),
  requestedAt: time,
  /** Who confirmed it, refused it or withdrew it. */
  confirmedBy: z.string().nullable(),
  confirmedAt: time.nullable(),
  /** When nobody has confirmed it by then, it is gone. */
  expires: time.nullable(),
  hosts: z.int(),
  /** Some of them, where the change is no change of approvals. */
  sampleHosts: z.array(z.object({ uuid, hostName: z.string() })),
  changeCount: z.int(),
  changes: z.array(decisionChange).max(200),
  /** The set that this one took back. */
  undoesUuid: uuid.nullable(),
  /** It can be taken back now: nothing newer stands in the way. */
  isUndoable: z.boolean(),
  /** Why a change of this kind can never be taken back; null where it can. */
  noUndo: z.string().nullable(),
  /** The caller may confirm it. */
  isConfirmable: z.boolean(),
});
export type ChangeSet = z.output<typeof changeSet>;

/** The answer, with status 202, to what awaits a second person: nothing was done yet. */
export const awaitingAnswer = z.object({ changeSet });

const reason = z.string().trim().max(constants.textMax).default('');

const call = { params: byId, response: z.object({ changeSet }) };

export const changeSets = {
  list: endpoint({
    method: 'GET',
    path: '/change-set',
    summary: 'Changes, the newest first; or those that await a second person',
    // Changes of the system are shown in every site, whatever modules it has.
    right: 'canRead',
    query: z.object({
      ...page,
      state: z.enum(changeSetStates).optional(),
      level: z.enum(['site', 'system']).optional(),
    }),
    response: z.object({ changeSets: z.array(changeSet), total: z.int(), nextCursor: z.string().nullable() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/change-set/:id',
    summary: 'One change',
    right: 'canRead',
    ...call,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/change-set/:id/undo',
    summary: 'Take a change back: everything it changed becomes what it was',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'Leads back to what was in force before',
    body: z.strictObject({ reason }),
    ...call,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/change-set/:id/confirm',
    summary: 'Confirm what another administrator asked for; names the content that was looked at',
    right: 'canMakeChanges',
    moves: 'counts',
    stepUp: 'recent',
    ungated: 'Is the second person’s word',
    body: z.strictObject({ contentHash: z.string().max(100) }),
    ...call,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/change-set/:id/refuse',
    summary: 'Refuse, or withdraw, a change that awaits a second person',
    right: 'canMakeChanges',
    moves: 'nothing',
    ungated: 'Changes nothing but the set',
    body: z.strictObject({ reason }),
    ...call,
  }),
};

/** Whether wide changes need a second person; the site's own word, and the system's. */
const settings = z.object({
  isFourEyesRequired: z.boolean(),
  serialNumber: z.int(),
  /** The caller is the only administrator, and can turn it off without another. */
  isOnlyAdministrator: z.boolean(),
  /** Who has asked to turn it off; it goes off when another administrator asks for the same by then. */
  offAskedBy: z.string().nullable(),
  offAskedUntil: time.nullable(),
});
export type ApprovalSettings = z.output<typeof settings>;
export const approvalSettings = {
  read: endpoint({
    method: 'GET',
    path: '/approval-settings',
    summary: 'Whether wide changes need a second person',
    right: 'canRead',
    query: z.object({ level: z.enum(['site', 'system']).default('site') }),
    response: settings,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/approval-settings',
    summary: 'Ask for a second person for wide changes, or no longer, which two administrators ask for',
    right: 'canManageSites',
    moves: 'nothing',
    stepUp: 'recent',
    ungated: 'Turning it off takes two administrators by itself',
    body: z.strictObject({
      level: z.enum(['site', 'system']).default('site'),
      isFourEyesRequired: z.boolean(),
      serialNumber: z.int(),
    }),
    response: settings,
  }),
};
