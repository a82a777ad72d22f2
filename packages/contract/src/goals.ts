import { z } from 'zod';
import { activityNarrowing, packageActivity } from './activities.ts';
import { constants } from './constants.ts';
import { taskSpec } from './custom-software.ts';
import { endpoint } from './endpoint.ts';
import { byId, text, time, uuid } from './fields.ts';
import { actionVerdict, targetHost } from './goal-hosts.ts';
import { hostSelection } from './hosts.ts';
import { installChoices } from './install-choices.ts';
import { page } from './page.ts';

export const goalLimits = {
  title: constants.jobTitleMax,
  actions: 50,
  hosts: 1_000,
  places: 100,
  version: 100,
  /** Of a job or an action: from minus so much to so much. */
  priority: 1_000,
  /** Of its hosts, `GET /goal/:id` carries so many; the rest is paged. */
  achievements: 200,
  /** Jobs that one call stops or resumes. */
  commanded: 100,
  /** Jobs about one application on one host that Why? names. */
  toldOfOneHost: 20,
} as const;

/** What a job does with one application, or that it runs custom software. */
export const goalActionTypes = ['Install', 'Remove', 'Custom'] as const;
/** Where a job stands: awaiting a second person, at work, held by itself, stopped by a person, or done. */
export const goalStates = ['awaiting', 'active', 'paused', 'stopped', 'completed'] as const;
/** What a list of jobs can be narrowed to; `open` are all but the completed ones. */
export const listedGoals = ['open', 'active', 'paused', 'stopped', 'completed'] as const;
/** Why a job holds itself: too much failed, or it grew beyond what was agreed. */
export const pausedCauses = ['brake', 'growth'] as const;
/** The one word for a job: live membership, else tried until done, else one attempt. */
export const jobTypes = ['ongoing', 'multishot', 'singleshot'] as const;
/** When hosts begin: with their next check-in, or with their next scheduled inspection. */
export const goalStarts = ['now', 'inspection'] as const;
const title = z.string().trim().min(1).max(goalLimits.title);
const hostIds = z.array(uuid).max(goalLimits.hosts);
const placeIds = z.array(uuid).max(goalLimits.places);

/** Above another job that wants something else of the same application, or among the actions of one job. */
const priority = z.int().min(-goalLimits.priority).max(goalLimits.priority);

const action = z
  .strictObject({
    /** The application; none for custom software. */
    channelTag: z.string().max(200).default(''),
    actionType: z.enum(goalActionTypes),
    /** The custom software. */
    customDeploymentConfigUuid: uuid.optional(),
    /** Custom software is installed, or removed. */
    isRemoval: z.boolean().default(false),
    /** This version; without it the newest there is a package of. */
    version: z.string().min(1).max(goalLimits.version).optional(),
    /** For all users of a host; otherwise for one user, or each. */
    isSystemBased: z.boolean().default(true),
    /** Of the users, only the one who signed in last. */
    isMainUser: z.boolean().default(false),
    /** What the installer is told, and the config that it was chosen for. */
    choices: installChoices.optional(),
    choicesTag: z.string().min(1).max(100).optional(),
    choicesTagSeqNumber: z.int().min(0).optional(),
    /** Actions go by it, the highest first. */
    priority: priority.default(0),
  })
  .refine(({ actionType, channelTag }) => (actionType === 'Custom') === (channelTag === ''), {
    error: 'An application or custom software, not both',
    path: ['channelTag'],
  })
  .refine(({ actionType, customDeploymentConfigUuid: id }) => (actionType === 'Custom') === (id !== undefined), {
    error: 'Custom software is named by its config',
    path: ['customDeploymentConfigUuid'],
  })
  .refine(({ actionType, isRemoval }) => actionType === 'Custom' || !isRemoval, {
    error: 'An application is removed by the action Remove',
    path: ['isRemoval'],
  })
  .refine(({ actionType, version }) => actionType !== 'Custom' || version === undefined, {
    error: 'Custom software has no versions to choose from',
    path: ['version'],
  });
export type GoalActionRequest = z.output<typeof action>;
const actions = z.array(action).max(goalLimits.actions);

/** By one word or by its two halves; they may not contradict each other. */
const type = {
  jobType: z.enum(jobTypes).optional(),
  isOngoing: z.boolean().optional(),
  isMultishot: z.boolean().optional(),
  isSingleshot: z.boolean().optional(),
};

const job = z.strictObject({
  title,
  comment: text.default(''),
  actions,
  hosts: hostIds.default([]),
  groups: placeIds.default([]),
  tags: placeIds.default([]),
  /** What is ticked in a list of hosts. */
  selection: hostSelection.optional(),
  ...type,
  priority: priority.default(0),
  /** How many hosts the preview showed: another number by now is refused. */
  expectedCount: z.int().min(0).optional(),
});
export type GoalRequest = z.output<typeof job>;

const edit = z.strictObject({
  /** Of the job that was looked at; when it is another by now, nothing is saved. */
  serialNumber: z.int(),
  title: title.optional(),
  comment: text.optional(),
  /** All actions the job shall have: what is missing here is taken out. */
  actions: actions.optional(),
  addActions: actions.default([]),
  addHosts: hostIds.default([]),
  removeHosts: hostIds.default([]),
  addGroups: placeIds.default([]),
  removeGroups: placeIds.default([]),
  addTags: placeIds.default([]),
  removeTags: placeIds.default([]),
  goalCommand: z.enum(['abort', 'resume']).optional(),
  ...type,
  /** Stopping and going on, as the command does. */
  isEnabled: z.boolean().optional(),
  /** True ends the job as it is; false has a completed one look at its hosts again. */
  isCompleted: z.boolean().optional(),
  priority: priority.optional(),
});
export type GoalEditRequest = z.output<typeof edit>;

/** A job that holds hosts from what this one asks of them, because it goes before. */
const conflict = z.object({
  goalUuid: uuid,
  title: z.string(),
  /** Empty for custom software. */
  channelTag: z.string(),
});

const reach = z.object({
  /** Hosts that get the work. */
  agentCount: z.int(),
  /** Of the targets, those that no action can be done on: no package fits, or their agent is too old. */
  unsupportedAgentCount: z.int(),
  /** Of those, the ones that custom software is for and whose agent is too old for it. */
  oldAgentCount: z.int(),
  /** There are packages, but none by which hosts would install it where it is not: they only update copies. */
  isUpdateOnly: z.boolean(),
  /** Other jobs on the same hosts that want the opposite, or another version. */
  conflicts: z.array(conflict),
});

const made = reach.extend({
  result: z.enum(['submitted', 'no-hosts', 'no-supported-hosts']),
  goalUuid: uuid.nullable(),
});

const goalAction = z.object({
  goalActionId: uuid,
  /** Empty for custom software. */
  channelTag: z.string(),
  /** What people call the application or the custom software. */
  title: z.string(),
  actionType: z.enum(goalActionTypes),
  customDeploymentConfigUuid: uuid.nullable(),
  isRemoval: z.boolean(),
  /** What hosts run of custom software, as it is now; null for applications. */
  taskData: z.object({ taskSpec, taskSpecTag: z.string() }).nullable(),
  taskSpecTagSeqNumber: z.int().nullable(),
  version: z.string().nullable(),
  isEnabled: z.boolean(),
  isSystemBased: z.boolean(),
  isMainUser: z.boolean(),
  serialNumber: z.int(),
  choices: installChoices.nullable(),
  choicesTag: z.string().nullable(),
  choicesTagSeqNumber: z.int().nullable(),
  /** Nothing is left to choose. */
  isConfigured: z.boolean(),
  /** The choices were made for another config than there is now: they have to be looked at again. */
  isDirty: z.boolean(),
  priority: z.int(),
  countAchieved: z.int(),
  countNotAchieved: z.int(),
  /** Achieved, given up, or nothing to be done there. */
  countDoneHosts: z.int(),
  countNotDoneHosts: z.int(),
});

const goal = z.object({
  goalUuid: uuid,
  serialNumber: z.int(),
  title: z.string(),
  comment: z.string(),
  state: z.enum(goalStates),
  pausedCause: z.enum(pausedCauses).nullable(),
  jobType: z.enum(jobTypes),
  isOngoing: z.boolean(),
  isMultishot: z.boolean(),
  isSingleshot: z.boolean(),
  isEnabled: z.boolean(),
  isCompleted: z.boolean(),
  priority: z.int(),
  starts: z.enum(goalStarts),
  /** The highest priority first. */
  actions: z.array(goalAction),
  /** How many hosts were named by themselves, and the groups and tags. */
  hostTargetCount: z.int(),
  groupTargets: z.array(uuid),
  tagTargets: z.array(uuid),
  /** Its targets: as they were when they were chosen, or, where the job is ongoing, as they were last. */
  agentCount: z.int(),
  /** Of those, the ones that have been looked at since the job was made or edited. */
  writtenCount: z.int(),
  /** Hosts that joined and wait until somebody agrees. */
  heldCount: z.int(),
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

const goalHost = targetHost.extend({
  /** The highest priority first, also of actions that were taken out. */
  actions: z.array(actionVerdict),
});
export type GoalHost = z.output<typeof goalHost>;

/** One host and one action of a job. */
const achievement = z.object({
  agentUuid: uuid,
  groupUuid: uuid.nullable(),
  tagUuids: z.array(uuid),
  hostName: z.string(),
  agentFlags: z.int(),
  goalActionId: uuid,
  isAchieved: z.boolean(),
  isAgentTarget: z.boolean(),
  isGroupTarget: z.boolean(),
  isTagTarget: z.boolean(),
});

/** What is done for a deployment job on one host. */
export const goalActivity = packageActivity.extend({ goalUuid: uuid, goalTitle: z.string() });
export type GoalActivity = z.output<typeof goalActivity>;

const ofAny = {
  channelTag: z.string().max(200).optional(),
  /** Only jobs that stand so; `open` are all but the completed ones. */
  showStatus: z.enum(['all', ...listedGoals]).default('all'),
};
/** What narrows a list of jobs. */
const narrowing = {
  agentUuid: uuid.optional(),
  groupUuid: uuid.optional(),
  goalUuid: uuid.optional(),
  ...ofAny,
};
export type GoalNarrowing = z.output<z.ZodObject<typeof narrowing>>;

const right = 'canViewSoftwareDeployment';
const listed = z.object({ goals: z.array(goal), nextCursor: z.string().nullable() });
const listedOfOne = { right, params: byId, query: z.object({ ...page, ...ofAny }), response: listed } as const;
const commanded = z.strictObject({
  goals: z.array(uuid).min(1).max(goalLimits.commanded),
  ...narrowing,
});
const resolved = z.object({ goals: z.array(goal) });
const changing = { right: 'canDeploySoftware', moves: 'nothing' } as const;
const looking = { ...changing, ungated: 'Changes nothing', body: job, response: reach } as const;

export const goals = {
  activities: endpoint({
    method: 'GET',
    path: '/goal-activities',
    summary: 'What deployment jobs do on hosts, the newest first: of all, or of one application, job, group or host',
    right,
    query: activityNarrowing.extend({ goalUuid: uuid.optional() }),
    response: z.object({ activities: z.array(goalActivity), older: z.string().nullable() }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/deploy/preview',
    summary: 'Whom a deployment job would reach',
    ...looking,
  }),
  previewScheduled: endpoint({
    method: 'POST',
    path: '/goal/preview',
    summary: 'Whom a scheduled deployment job would reach',
    ...looking,
  }),
  deploy: endpoint({
    method: 'POST',
    path: '/deploy',
    summary: 'Make a deployment job that begins now',
    ...changing,
    gate: 'job',
    body: job,
    response: made,
  }),
  schedule: endpoint({
    method: 'POST',
    path: '/goal',
    summary: 'Make a deployment job that begins with the next inspection',
    ...changing,
    gate: 'job',
    body: job,
    response: made,
  }),
  list: endpoint({
    method: 'GET',
    path: '/goal',
    summary: 'Deployment jobs of the site, the newest first',
    right,
    query: z.object({ ...page, ...narrowing }),
    response: listed,
  }),
  ofHost: endpoint({
    method: 'GET',
    path: '/agent/:id/goal',
    summary: 'Deployment jobs that a host is a target of, the newest first',
    ...listedOfOne,
  }),
  ofGroup: endpoint({
    method: 'GET',
    path: '/group/:id/goal',
    summary: 'Deployment jobs that a group, or one above it, is a target of, the newest first',
    ...listedOfOne,
  }),
  read: endpoint({
    method: 'GET',
    path: '/goal/:id',
    summary: 'One deployment job, and how far its hosts have come',
    right,
    params: byId,
    response: z.object({
      goal: goal.extend({
        /** Hosts that were named by themselves, the first ones. */
        agentTargets: z.array(uuid).max(goalLimits.achievements),
      }),
      /** Pieces of work, by how they ended. */
      achievements,
      tags: z.array(z.object({ tagUuid: uuid, tagName: z.string() })),
      groups: z.array(z.object({ uuid, title: z.string() })),
      /** The same hosts, with their names. */
      agents: z.array(z.object({ agentUuid: uuid, hostName: z.string() })),
      channels: z.array(z.object({ channelTag: z.string(), title: z.string() })),
      goalActionAchievements: z.array(achievement).max(goalLimits.achievements),
    }),
  }),
  hosts: endpoint({
    method: 'GET',
    path: '/goal/:id/hosts',
    summary: 'Hosts of a deployment job: how far each action is, and why',
    right,
    params: byId,
    query: z.object({ ...page }),
    response: z.object({ hosts: z.array(goalHost), nextCursor: z.string().nullable() }),
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/goal/:id',
    summary: 'Edit, stop or resume a deployment job',
    ...changing,
    gate: 'job',
    errors: [2031, 2045],
    params: byId,
    body: edit,
    response: z.object({ goal }),
  }),
  abort: endpoint({
    method: 'POST',
    path: '/goal/abort',
    summary: 'Stop deployment jobs',
    ...changing,
    ungated: 'Takes work back, and gives nobody any',
    body: commanded,
    response: resolved,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/goal/resume',
    summary: 'Resume deployment jobs',
    ...changing,
    gate: 'job',
    body: commanded,
    response: resolved,
  }),
};
