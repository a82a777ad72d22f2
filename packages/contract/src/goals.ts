import { z } from 'zod';
import { activityNarrowing, packageActivity } from './activities.ts';
import { endpoint } from './endpoint.ts';
import { text, time, uuid } from './fields.ts';
import { hostSelection } from './hosts.ts';
import { page } from './page.ts';

export const goalLimits = { title: 192, hosts: 1_000, places: 100, version: 100 } as const;

/** What a job does with one application. */
export const goalActionTypes = ['Install', 'Remove'] as const;

const channelTag = z.string().min(1).max(200);
const title = z.string().trim().min(1).max(goalLimits.title);

const action = z.strictObject({
  channelTag,
  actionType: z.enum(goalActionTypes),
  /** This version; without it the newest there is a package of. */
  version: z.string().min(1).max(goalLimits.version).optional(),
});

const job = z.strictObject({
  title,
  comment: text.default(''),
  /** One application to a job. */
  actions: z.array(action).max(1),
  hosts: z.array(uuid).max(goalLimits.hosts).default([]),
  groups: z.array(uuid).max(goalLimits.places).default([]),
  tags: z.array(uuid).max(goalLimits.places).default([]),
  /** What is ticked in a list of hosts. */
  selection: hostSelection.optional(),
  /** How many hosts the preview showed: another number by now is refused. */
  expectedCount: z.int().min(0).optional(),
});
export type GoalRequest = z.output<typeof job>;

const reach = z.object({
  /** Hosts that get the work. */
  agentCount: z.int(),
  /** Of the targets, those whose system there is no package for. */
  unsupportedAgentCount: z.int(),
  /** There are packages, but none by which hosts would install it where it is not: they only update copies. */
  isUpdateOnly: z.boolean(),
});

const goal = z.object({
  goalUuid: uuid,
  title: z.string(),
  comment: z.string(),
  actions: z.array(
    z.object({ channelTag: z.string(), actionType: z.enum(goalActionTypes), version: z.string().nullable() }),
  ),
  /** Targets, as they were when the job was made. */
  agentCount: z.int(),
  /** Of those, the ones whose work has been written. */
  writtenCount: z.int(),
  created: time,
  createdBy: z.string().nullable(),
});
export type Goal = z.output<typeof goal>;

const achievements = z.object({
  countAchieved: z.int(),
  countFailed: z.int(),
  /** Waiting, under way or not yet proven. */
  countOpen: z.int(),
});

/** What is done for a deployment job on one host. */
export const goalActivity = packageActivity.extend({ goalUuid: uuid, goalTitle: z.string() });
export type GoalActivity = z.output<typeof goalActivity>;

export const goals = {
  activities: endpoint({
    method: 'GET',
    path: '/goal-activities',
    summary: 'What deployment jobs do on hosts, the newest first: of all, or of one application, job, group or host',
    right: 'canViewSoftwareDeployment',
    query: activityNarrowing.extend({ goalUuid: uuid.optional() }),
    response: z.object({ activities: z.array(goalActivity), older: z.string().nullable() }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/deploy/preview',
    summary: 'Whom a deployment job would reach',
    right: 'canDeploySoftware',
    moves: 'nothing',
    ungated: 'Changes nothing',
    body: job,
    response: reach,
  }),
  deploy: endpoint({
    method: 'POST',
    path: '/deploy',
    summary: 'Make a deployment job that runs once: install or remove an application on hosts, groups or tags',
    right: 'canDeploySoftware',
    moves: 'nothing',
    gate: 'job',
    body: job,
    response: reach.extend({
      result: z.enum(['submitted', 'no-hosts', 'no-supported-hosts']),
      goalUuid: uuid.nullable(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/goal',
    summary: 'Deployment jobs of the site, the newest first',
    right: 'canViewSoftwareDeployment',
    query: z.object(page),
    response: z.object({ goals: z.array(goal), nextCursor: z.string().nullable() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/goal/:id',
    summary: 'One deployment job, and how far its hosts have come',
    right: 'canViewSoftwareDeployment',
    params: z.object({ id: uuid }),
    response: z.object({ goal, achievements }),
  }),
};
