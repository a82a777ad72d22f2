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
  /** An update that failed within 30 days, and nothing newer was planned for the same copy: it waits for a person. */
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
