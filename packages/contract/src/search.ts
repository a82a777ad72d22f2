import { z } from 'zod';
import { channelTag } from './approval-fields.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { hostStates } from './hosts.ts';
import { vulnerabilityStatus } from './vulnerability-status.ts';

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    summary: 'Hosts, applications and CVEs by what a person types',
    right: 'canViewResults',
    query: z.object({ q: z.string().trim().min(1).max(100) }),
    response: z.object({
      hosts: z.array(z.object({ uuid, hostName: z.string(), state: z.enum(hostStates) })),
      applications: z.array(
        z.object({
          applicationId: z.int(),
          name: z.string(),
          publisher: z.string(),
          /** Absent where the catalogue does not know it: nothing can be decided about it. */
          channelTag: channelTag.nullable(),
          hosts: z.int(),
          status: vulnerabilityStatus,
        }),
      ),
      cves: z.array(z.object({ cveId: z.string(), title: z.string(), isExploited: z.boolean() })),
    }),
  }),
};
