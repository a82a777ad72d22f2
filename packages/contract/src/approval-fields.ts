import { z } from 'zod';
import { constants } from './constants.ts';
import { time, uuid } from './fields.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';

/** An application's updates, or Windows updates. */
export const approvalKinds = ['app', 'wua'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
export const approvalLevels = constants.scopeLevels;
export type ApprovalLevel = (typeof approvalLevels)[number];
/** What an administrator does. */
export const approvalTypes = constants.approvalModes;
export type ApprovalType = (typeof approvalTypes)[number];
/** What is stored of it. */
export const decisionModes = ['inherit', 'blocked', 'manual', 'auto'] as const;
export type DecisionMode = (typeof decisionModes)[number];
export const approvalStatuses = ['auto', 'blocked', 'up-to-date', 'out-of-date', 'disabled'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const channelTag = z.string().min(1).max(200);
/** One update (`kb:5034441`) or every update of a classification (`class:security updates`). */
export const wuaKey = z.string().regex(/^(kb:\d{5,9}|class:[^\p{C}]{1,100})$/u);
export const versionText = z.string().trim().min(1).max(100);
export const serialNumber = z.int().min(0);

/** What would hold if nothing were decided here, and where it comes from. */
export const inheritedValue = z.object({
  status: z.enum(approvalStatuses),
  level: z.enum(approvalLevels),
  scopeUuid: uuid.nullable(),
  scopeName: z.string(),
  version: z.string().nullable(),
});
export type InheritedValue = z.output<typeof inheritedValue>;

/** Places below that decide for themselves, by what they decided, and those that do not. */
export const overrideCounts = z.object({
  auto: z.int(),
  blocked: z.int(),
  /** Up to date and out of date together. */
  manual: z.int(),
  outOfDate: z.int(),
  upToDate: z.int(),
  inherit: z.int(),
});
export type OverrideCounts = z.output<typeof overrideCounts>;

export const approvalOptions = z.strictObject({
  /** Automating waits until a version is this many days old. */
  delayDays: z.int().min(0).max(90).default(0),
  note: z.string().max(constants.textMax).default(''),
});
export type ApprovalOptions = z.output<typeof approvalOptions>;

/** Custom update settings: of the channel, of the version in question, and the advanced ones. */
const customizationFlags = {
  isUcSupported: z.boolean(),
  isUcRequired: z.boolean(),
  isUcSet: z.boolean(),
  isUcSupportedForVersion: z.boolean(),
  isUcRequiredForVersion: z.boolean(),
  isUcSetForVersion: z.boolean(),
  isUacSupported: z.boolean(),
  isUacRequired: z.boolean(),
  isUacSet: z.boolean(),
  /** What was set no longer fits what the channel asks for. */
  isCustomizationInconsistent: z.boolean(),
  isCustomizationEnabled: z.boolean(),
};

/** One subject at one place: what is decided there, or that nothing is. */
export const approval = z.object({
  kind: z.enum(approvalKinds),
  channelTag: z.string().nullable(),
  wuaKey: z.string().nullable(),
  kbArticle: z.string().nullable(),
  /** Names the approval among all of its kind: level, place and subject. */
  approvalKey: z.string(),
  level: z.enum(approvalLevels),
  /** The site, group or tag; null for the system. */
  scopeUuid: uuid.nullable(),
  scopeName: z.string(),
  groupApprovalUuid: uuid.nullable(),
  tagApprovalUuid: uuid.nullable(),
  status: z.enum(approvalStatuses),
  isBlocked: z.boolean(),
  isEnabled: z.boolean(),
  isAutoUpdate: z.boolean(),
  isUpToDate: z.boolean(),
  /** Nothing was ever decided here. */
  isDummy: z.boolean(),
  approvedVersion: z.string().nullable(),
  newestVersion: z.string().nullable(),
  siteDefault: z.enum(approvalStatuses).nullable(),
  systemDefault: z.enum(approvalStatuses).nullable(),
  inherited: inheritedValue.nullable(),
  overrides: overrideCounts,
  ...customizationFlags,
  options: approvalOptions,
  changedBy: z.string().nullable(),
  changedAt: time.nullable(),
  /** Zero as long as nothing was ever decided here. */
  serialNumber,
});
export type Approval = z.output<typeof approval>;

/** A row of the matrix: the approval and what it is about. */
export const approvalRow = approval.extend({
  name: z.string(),
  vendor: z.string(),
  applicationId: z.int().nullable(),
  isWorkInProgress: z.boolean(),
  /** Hosts of the place that have the application, or miss the update. */
  hosts: z.int(),
  worstStatus: vulnerabilityStatus.nullable(),
  insecureHosts: z.int(),
  /** How many versions are installed there, and which when it is one. */
  installedVersions: z.int(),
  installedVersion: z.string().nullable(),
  classification: z.string().nullable(),
  severity: z.string().nullable(),
  isRestartRequired: z.boolean().nullable(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

/** Which rows: the filter of the matrix and of every act on it. */
export const approvalFilter = z.object({
  q: z.string().max(constants.nameMax).optional(),
  approvalStatus: z.enum(approvalStatuses).optional(),
  hasOverrides: z.enum(['true', 'false']).optional(),
  status: vulnerabilityStatus.optional(),
  /** Only what is Insecure or a 0-Day on some host. */
  isAtRisk: z.literal('true').optional(),
  /** Only what nobody decided about: neither this place nor any that it inherits from. */
  isUndecided: z.literal('true').optional(),
  /** Only what this place decides differently from what it would inherit. */
  isDiffering: z.literal('true').optional(),
  needsSettings: z.literal('true').optional(),
  classification: z.string().max(constants.nameMax).optional(),
});
export type ApprovalFilter = z.output<typeof approvalFilter>;
