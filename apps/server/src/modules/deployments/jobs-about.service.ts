import { goalLimits } from '@patchkeep/contract/goals';
import type { JobAboutIt } from '@patchkeep/contract/why';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { listHostNumbers, siteOf } from '../hosts/public.ts';
import { actionTypeOf } from './goals.presenter.ts';
import { narrowed } from './listed-goals.service.ts';
import { readWhole } from './look.service.ts';
import { verdictsOf } from './verdicts.service.ts';

/** The jobs that want something of an application on a host, the newest first; none for who may not see jobs. */
export const jobsAbout = async (context: Context, hostId: string, channelTag: string): Promise<JobAboutIt[]> => {
  if (!mayCall('canViewSoftwareDeployment', context.principal.subject)) return [];
  const [host] = await listHostNumbers(context.tx, siteOf(context).customerId, [hostId]);
  if (!host) return [];
  const narrowing = { agentUuid: hostId, channelTag, showStatus: 'open' as const };
  const jobs: JobAboutIt[] = [];
  for (const row of await narrowed(context, narrowing, { limit: goalLimits.toldOfOneHost })) {
    const [on] = await (await verdictsOf(context, await readWhole(context, row)))([host.host_no]);
    for (const { action, verdict } of on?.verdicts ?? [])
      if (action.channel_tag === channelTag && action.is_enabled)
        jobs.push({
          goalUuid: row.goal_id,
          title: row.title,
          actionType: actionTypeOf(action.kind),
          cause: verdict.cause,
        });
  }
  return jobs;
};
