import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { time, uuid } from './fields.ts';
import { pageOfPast } from './page.ts';

export const restartStates = ['None', 'Requested', 'Snooze', 'Failed'] as const;

/** What is done, or shall be done, with one package on one host. */
export const packageActivity = z.object({
  activityUuid: uuid,
  agentUuid: uuid,
  hostName: z.string(),
  groupUuid: uuid.nullable(),
  groupName: z.string().nullable(),
  channelTag: z.string().nullable(),
  title: z.string(),
  kbArticle: z.string().nullable(),
  wuTitle: z.string().nullable(),
  fromVersion: z.string(),
  toVersion: z.string(),
  result: z.string(),
  isTask: z.boolean(),
  pkgResult: z.string().nullable(),
  exitCode: z.int().nullable(),
  /** In plain words: why it failed, or what it waits for. */
  cause: z.string(),
  attempt: z.int(),
  /** It failed for good, and a retry has it tried again. */
  isRetryable: z.boolean(),
  /** When somebody asked for another attempt at it. */
  retried: time.nullable(),
  /** When it is tried again; null when it is not. */
  nextAttempt: time.nullable(),
  /** Since when it waits for what its flags or its label say; null when it waits for nothing at the host. */
  awaitedSince: time.nullable(),
  isDiskFull: z.boolean(),
  isAwaitingBoot: z.boolean(),
  isAwaitingLogin: z.boolean(),
  isAwaitingRegistration: z.boolean(),
  isCustomDeploymentConfig: z.boolean(),
  systemHasBootedSinceTaskRan: z.boolean(),
  action: z.enum(['install', 'remove', 'upgrade']),
  lastBootRequestTime: time.nullable(),
  rebootDeadline: time.nullable(),
  restartState: z.enum(restartStates),
  restartTagUuid: uuid.nullable(),
  created: time,
  endTime: time,
});
export type PackageActivity = z.output<typeof packageActivity>;

/** What has become of a piece of work. */
export const activityResults = [
  /** Not begun. */
  'waiting',
  /** It failed and is tried again. */
  'retried',
  'running',
  /** The host says that it is done; no inventory has shown it yet. */
  'unverified',
  'verified',
  'failed',
  /** An update that failed within 30 days, with no retry and nothing newer planned for the same copy: it waits for a person. */
  'unsolved',
  /** An update that an inventory has shown, as the dashboard counts them; what a job installed or removed is none. */
  'updated',
] as const;
export type ActivityResult = (typeof activityResults)[number];

const flag = z.enum(['true', 'false']).default('false');

/** What narrows every list of what is done on hosts. */
export const activityNarrowing = z.object({
  hostUuid: uuid.optional(),
  groupUuid: uuid.optional(),
  /** A part of the title. */
  title: z.string().max(constants.nameMax).optional(),
  channelTag: z.string().max(200).optional(),
  ...pageOfPast,
});
const query = activityNarrowing.extend({
  kbArticle: z
    .string()
    .regex(/^KB\d{5,9}$/)
    .optional(),
  result: z.enum(activityResults).optional(),
  /** Not earlier than this. */
  startTime: time.optional(),
  /** Also what was only found to be possible. */
  showSuperseded: flag,
});
export type ActivityQuery = z.output<typeof query>;

/** Failed updates that one retry names. */
export const retryLimit = 200;
/** Failed updates by themselves, or all that wait for a person: of the site, of one host, of one application or update. */
const retryChoice = z.union([
  z.strictObject({ activityUuid: z.array(uuid).min(1).max(retryLimit) }),
  z.strictObject({
    kind: z.enum(['app', 'wua']),
    /** The channel of an application or the key of a Windows update, as approvals name them. */
    subject: z.string().min(1).max(200).optional(),
    agentUuid: uuid.optional(),
  }),
]);
export type RetryChoice = z.output<typeof retryChoice>;

const retryPreview = z.object({
  updates: z.int(),
  hosts: z.int(),
  /** Their names, the first ten. */
  sampleHosts: z.array(z.string()),
  /** What failed, the most frequent cause first, as hosts told it. */
  causes: z.array(z.object({ cause: z.string(), exitCode: z.int().nullable(), updates: z.int() })),
});
export type RetryPreview = z.output<typeof retryPreview>;

const response = z.object({ activities: z.array(packageActivity), older: z.string().nullable() });
const right = 'canViewPatching';
const byGroup = z.object({ id: uuid });

export const activities = {
  packages: endpoint({
    method: 'GET',
    path: '/package-activities',
    summary: 'What is done with applications on hosts, the newest first',
    right,
    query,
    response,
  }),
  windowsUpdates: endpoint({
    method: 'GET',
    path: '/win-update-package-activities',
    summary: 'What is done with Windows updates on hosts, the newest first',
    right,
    query,
    response,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/package-activities/retry',
    summary: 'Have updates that failed for good planned again, where what is decided still asks for them',
    right: 'canDecideUpdates',
    moves: 'nothing',
    gate: 'retry',
    body: retryChoice,
    response: z.object({ success: z.boolean(), count: z.int(), hosts: z.int(), retried: time }),
  }),
  previewRetry: endpoint({
    method: 'POST',
    path: '/package-activities/retry/preview',
    summary: 'What a retry would have planned again, and on which hosts',
    right: 'canDecideUpdates',
    moves: 'nothing',
    ungated: 'Changes nothing',
    body: retryChoice,
    response: retryPreview,
  }),
  packagesOfGroup: endpoint({
    method: 'GET',
    path: '/group/:id/package-activities',
    summary: 'What is done with applications on the hosts of a group and those below it',
    right,
    params: byGroup,
    query,
    response,
  }),
  windowsUpdatesOfGroup: endpoint({
    method: 'GET',
    path: '/group/:id/win-update-package-activities',
    summary: 'What is done with Windows updates on the hosts of a group and those below it',
    right,
    params: byGroup,
    query,
    response,
  }),
};
