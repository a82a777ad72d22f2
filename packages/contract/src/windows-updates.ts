import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { day, time, uuid } from './fields.ts';
import { page } from './page.ts';

const kbArticle = z.string().regex(/^KB\d{5,9}$/);

export const windowsUpdateStates = ['missing', 'pending'] as const;

/** What will be done about it, or what decision it waits for: the task of a found update. */
export const windowsUpdateTask = z.object({
  currentFndUpdUuid: uuid,
  isApproved: z.boolean(),
  state: z.literal('pending'),
});

const described = {
  kbArticle,
  title: z.string(),
  classification: z.string(),
  severity: z.string(),
  released: day.nullable(),
  isRestartRequired: z.boolean().nullable(),
};

export const windowsUpdate = z.object({
  ...described,
  /** Older updates this one makes needless. */
  supersedes: z.array(kbArticle),
  issues: z.int(),
  exploitedIssues: z.int(),
  hostsMissing: z.int(),
  hostsPending: z.int(),
  hostsInstalled: z.int(),
});
export type WindowsUpdate = z.output<typeof windowsUpdate>;

/** An update as one host was found to need it. */
export const foundUpdate = z.object({
  ...described,
  foundUpdateUuid: uuid,
  state: z.enum(windowsUpdateStates),
  task: windowsUpdateTask.nullable(),
  /** An administrator's word for this host alone, which stands before every level; null when there is none. */
  override: z.boolean().nullable(),
});
export type FoundUpdate = z.output<typeof foundUpdate>;

export const windowsUpdates = {
  list: endpoint({
    method: 'GET',
    path: '/win-update-list',
    summary: 'Windows updates that hosts of the site miss; what a newer one replaces is left out',
    right: 'canViewResults',
    query: z.object({
      ...page,
      q: z.string().max(constants.nameMax).optional(),
      classification: z.string().max(constants.nameMax).optional(),
      severity: z.string().max(constants.nameMax).optional(),
    }),
    response: z.object({
      updates: z.array(windowsUpdate),
      total: z.int(),
      nextCursor: z.string().nullable(),
      /** Hosts of the site that report Windows updates at all. */
      hostsReporting: z.int(),
    }),
  }),
  hosts: endpoint({
    method: 'GET',
    path: '/win-update-hosts',
    summary: 'Hosts that miss a Windows update',
    right: 'canViewResults',
    query: z.object({ ...page, kbArticle, state: z.enum(windowsUpdateStates).optional() }),
    response: z.object({
      update: windowsUpdate,
      hosts: z.array(
        z.object({
          uuid,
          hostName: z.string(),
          groupUuid: uuid.nullable(),
          groupName: z.string().nullable(),
          osName: z.string(),
          osVersion: z.string(),
          lastSeen: time.nullable(),
          foundUpdateUuid: uuid,
          state: z.enum(windowsUpdateStates),
          task: windowsUpdateTask.nullable(),
        }),
      ),
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
  decide: endpoint({
    method: 'PATCH',
    path: '/updates',
    summary: 'Approve or withhold found Windows updates on one host; nothing is changed when the list is an old one',
    right: 'canDecideUpdates',
    moves: 'nothing',
    gate: 'hostUpdate',
    body: z.strictObject({
      /** Found by the first update when it is not named. */
      agentUuid: uuid.optional(),
      updates: z
        .array(
          z.strictObject({
            foundUpdateUuid: uuid,
            /** Null takes the word for this host back: then the levels decide again. */
            isApproved: z.boolean().nullable(),
          }),
        )
        .min(1)
        .max(200),
    }),
    response: z.object({
      /** All that the host is found to need now. */
      updates: z.array(foundUpdate),
      /** The host no longer needs all that was sent: nothing was changed, look again. */
      isMismatch: z.boolean(),
    }),
  }),
};
