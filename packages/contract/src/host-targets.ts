import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { actionVerdict, goalVerdicts, targetHost } from './goal-hosts.ts';
import { goalActionTypes, goalStates, listedGoals } from './goals.ts';
import { page } from './page.ts';

/** What one job wants on one host. */
const hostTarget = targetHost.extend({
  goalUuid: uuid,
  goalTitle: z.string(),
  goalState: z.enum(goalStates),
  /** What is enabled, the highest priority first. */
  actions: z.array(
    actionVerdict.extend({
      channelTag: z.string(),
      title: z.string(),
      actionType: z.enum(goalActionTypes),
      version: z.string().nullable(),
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
