import { z } from 'zod';
import { catalogueNumber, cveId } from './applications.ts';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, nothing, time, uuid } from './fields.ts';

export const ignoreScopes = ['site', 'group', 'host'] as const;
export const ignoreReasonKinds = [
  'acceptedRisk',
  'falsePositive',
  'mitigated',
  'notExposed',
  'plannedRemoval',
  'other',
] as const;
export const ignoreStates = ['active', 'expiring', 'expired', 'revoked'] as const;
export type IgnoreState = (typeof ignoreStates)[number];

const versionText = z.string().trim().min(1).max(100);
const reason = z.string().trim().min(1).max(constants.textMax);

/** What is not counted: an application, a range of its versions (ends included), or one CVE, in one application or all. */
export const ignoreTarget = z
  .strictObject({
    applicationId: catalogueNumber.nullable().default(null),
    versionFrom: versionText.nullable().default(null),
    versionTo: versionText.nullable().default(null),
    cveId: cveId.nullable().default(null),
  })
  .refine((target) => target.applicationId !== null || target.cveId !== null, 'Name an application or a CVE')
  .refine(
    (target) => target.applicationId !== null || (target.versionFrom === null && target.versionTo === null),
    'A range of versions needs its application',
  );
export type IgnoreTarget = z.output<typeof ignoreTarget>;

export const renewal = z.object({
  at: time,
  by: z.string(),
  expiredBefore: time,
  expires: time,
  reason: z.string(),
});

export const ignoreRule = z.object({
  ignoreRuleUuid: uuid,
  scope: z.enum(ignoreScopes),
  /** The group or host; null for the site. */
  scopeUuid: uuid.nullable(),
  scopeName: z.string(),
  target: z.object({
    applicationId: z.int().nullable(),
    applicationName: z.string().nullable(),
    versionFrom: z.string().nullable(),
    versionTo: z.string().nullable(),
    cveId: z.string().nullable(),
  }),
  reasonKind: z.enum(ignoreReasonKinds),
  reason: z.string(),
  ownerUuid: uuid,
  owner: z.string(),
  created: time,
  expires: time,
  state: z.enum(ignoreStates),
  /** How often it was renewed, and each time. */
  renewals: z.int(),
  history: z.array(renewal),
  /** Hosts it keeps something uncounted on; null until counted. */
  hits: z.int().nullable(),
  matchesNothing: z.boolean(),
  /** Another rule that covers all this one does. */
  duplicateOfUuid: uuid.nullable(),
  serialNumber: z.int(),
});
export type IgnoreRule = z.output<typeof ignoreRule>;

const decision = {
  target: ignoreTarget,
  reasonKind: z.enum(ignoreReasonKinds),
  reason,
  expires: time,
};
const placed = z.strictObject({
  ...decision,
  scope: z.enum(ignoreScopes).default('site'),
  scopeUuid: uuid.nullable().default(null),
});
const here = z.strictObject(decision);
const change = z.strictObject({
  reasonKind: z.enum(ignoreReasonKinds).optional(),
  reason: reason.optional(),
  expires: time.optional(),
  serialNumber: z.int(),
});
const many = z.array(uuid).min(1).max(200);
const list = z.object({ ignoreRules: z.array(ignoreRule) });
const named = z.object({ ignoreRuleUuid: uuid });
const filter = z.object({
  state: z.enum(ignoreStates).optional(),
  cveId: cveId.optional(),
  applicationId: catalogueNumber.optional(),
});

const family = (path: `/${string}`, level: string) => ({
  read: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: `One ignore rule of a ${level}`,
    right: 'canViewResults',
    params: byId,
    response: ignoreRule,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: `Change an ignore rule of a ${level}`,
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    params: byId,
    body: change,
    response: ignoreRule,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${path}/:id`,
    summary: `Bring a revoked ignore rule of a ${level} back`,
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    params: byId,
    response: ignoreRule,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: `Revoke an ignore rule of a ${level}; what it ignored counts again`,
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'What was ignored counts again',
    params: byId,
    response: nothing,
  }),
});

const collection = (path: `/${string}`, level: string) => ({
  list: endpoint({
    method: 'GET',
    path,
    summary: `The ignore rules of a ${level}`,
    right: 'canViewResults',
    params: byId,
    response: list,
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: `Ignore something on a ${level}, for a reason and until a day`,
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    params: byId,
    body: here,
    response: ignoreRule,
  }),
  updateNamed: endpoint({
    method: 'PATCH',
    path,
    summary: `Change one of the ignore rules of a ${level}`,
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    params: byId,
    body: change.extend({ ignoreRuleUuid: uuid }),
    response: ignoreRule,
  }),
  revokeNamed: endpoint({
    method: 'DELETE',
    path,
    summary: `Revoke one of the ignore rules of a ${level}; what it ignored counts again`,
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'What was ignored counts again',
    params: byId,
    query: named,
    response: nothing,
  }),
});

const ofHost = { ...family('/agent-ignore-rule', 'host'), ...collection('/agent/:id/agent-ignore-rule', 'host') };
const ofGroup = { ...family('/group-ignore-rule', 'group'), ...collection('/group/:id/group-ignore-rule', 'group') };
const ofSite = family('/site-ignore-rule', 'site');

export const ignoreRules = {
  list: endpoint({
    method: 'GET',
    path: '/ignore-rule',
    summary: 'All ignore rules of the site, at every level',
    right: 'canViewResults',
    query: filter,
    response: list,
  }),
  create: endpoint({
    method: 'POST',
    path: '/ignore-rule',
    summary: 'Ignore something on the site, a group or a host',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    body: placed,
    response: ignoreRule,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/ignore-rule',
    summary: 'Change the reason or the end of an ignore rule',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    body: change.extend({ ignoreRuleUuid: uuid }),
    response: ignoreRule,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/ignore-rule',
    summary: 'Revoke an ignore rule; what it ignored counts again',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'What was ignored counts again',
    query: named,
    response: nothing,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/ignore-rule/preview',
    summary: 'What an ignore rule would touch, before it is made',
    right: 'canViewResults',
    moves: 'nothing',
    ungated: 'Changes nothing',
    body: placed.partial({ reason: true, reasonKind: true, expires: true }),
    response: z.object({
      /** Hosts where something would no longer be counted. */
      hosts: z.int(),
      applications: z.int(),
      installations: z.int(),
      /** Those of them whose status changes; the others have issues that the rule does not cover. */
      changedInstallations: z.int(),
      sampleHosts: z.array(z.object({ uuid, hostName: z.string() })),
      /** A rule that already covers all of it. */
      duplicateOfUuid: uuid.nullable(),
    }),
  }),
  renewQueue: endpoint({
    method: 'GET',
    path: '/ignore-rule/renew',
    summary: 'Ignore rules that have expired or expire soon',
    right: 'canViewResults',
    response: list,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/ignore-rule/renew',
    summary: 'Renew ignore rules until a day; each keeps its history',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    body: z.strictObject({ ignoreRules: many, expires: time, reason: reason.optional() }),
    response: z.object({ ignoreRules: z.array(ignoreRule), count: z.int() }),
  }),
  renewOne: endpoint({
    method: 'PATCH',
    path: '/ignore-rule/renew',
    summary: 'Renew one ignore rule',
    right: 'canMakeChanges',
    moves: 'counts',
    gate: 'ignoreRule',
    body: z.strictObject({ ignoreRuleUuid: uuid, expires: time, reason: reason.optional(), serialNumber: z.int() }),
    response: ignoreRule,
  }),
  undoRenewal: endpoint({
    method: 'DELETE',
    path: '/ignore-rule/renew',
    summary: 'Take the last renewal of an ignore rule back',
    right: 'canMakeChanges',
    moves: 'counts',
    ungated: 'What was ignored counts again',
    query: named,
    response: ignoreRule,
  }),
  listOfHost: ofHost.list,
  createOfHost: ofHost.create,
  updateNamedOfHost: ofHost.updateNamed,
  revokeNamedOfHost: ofHost.revokeNamed,
  readOfHost: ofHost.read,
  updateOfHost: ofHost.update,
  restoreOfHost: ofHost.restore,
  revokeOfHost: ofHost.revoke,
  listOfGroup: ofGroup.list,
  createOfGroup: ofGroup.create,
  updateNamedOfGroup: ofGroup.updateNamed,
  revokeNamedOfGroup: ofGroup.revokeNamed,
  readOfGroup: ofGroup.read,
  updateOfGroup: ofGroup.update,
  restoreOfGroup: ofGroup.restore,
  revokeOfGroup: ofGroup.revoke,
  readOfSite: ofSite.read,
  updateOfSite: ofSite.update,
  restoreOfSite: ofSite.restore,
  revokeOfSite: ofSite.revoke,
};
