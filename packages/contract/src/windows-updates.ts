import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { page } from './page.ts';

const time = z.iso.datetime();
const day = z.iso.date();
const kbArticle = z.string().regex(/^KB\d{5,9}$/);

export const windowsUpdateStates = ['missing', 'pending'] as const;

/** What will be done about it, or awaits a word: the seed's task of a found update. */
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
};
