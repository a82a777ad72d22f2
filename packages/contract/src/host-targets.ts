import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { time, uuid } from './fields.ts';
import { goalActionTypes, goalStates, goalVerdicts, listedGoals, targetKinds } from './goals.ts';
import { page } from './page.ts';

/** What one job wants on one host. */
const hostTarget = z.object({
  goalUuid: uuid,
  goalTitle: z.string(),
  goalState: z.enum(goalStates),
  agentUuid: uuid,
  hostName: z.string(),
  groupUuid: uuid.nullable(),
  timeZone: z.string(),
  /** Why it is a target. */
  via: z.array(z.enum(targetKinds)),
  /** What is enabled, the highest priority first. */
  actions: z.array(
    z.object({
      goalActionId: uuid,
      channelTag: z.string(),
      title: z.string(),
      actionType: z.enum(goalActionTypes),
      version: z.string().nullable(),
      verdict: z.enum(goalVerdicts),
      /** Why, as a sentence. */
      cause: z.string(),
      since: time.nullable(),
      /** When it goes on by itself; null: at the next check-in, or when somebody does something. */
      next: time.nullable(),
    }),
  ),
});
export type HostTarget = z.output<typeof hostTarget>;

export const hostTargets = {
  list: endpoint({
    method: 'GET',
    path: '/host-targets',
    summary: 'What deployment jobs want on which hosts: how far each is, and why. The newest job first',
    right: 'canViewSoftwareDeployment',
    query: z.object({
      ...page,
      goalUuid: uuid.optional(),
      agentUuid: uuid.optional(),
      /** Hosts of a group and the groups below it. */
      groupUuid: uuid.optional(),
      tagUuid: uuid.optional(),
      channelTag: z.string().max(200).optional(),
      verdict: z.enum(goalVerdicts).optional(),
      /** Jobs that stand so; `open` are all but the completed ones. */
      showStatus: z.enum(['all', ...listedGoals]).default('open'),
    }),
    /** A page may hold fewer than asked for, even none, and still not be the last. */
    response: z.object({ targets: z.array(hostTarget), nextCursor: z.string().nullable() }),
  }),
};
