import { goals } from '@patchkeep/contract/goals';
import { gatedAct } from '../../platform/gate.ts';
import { hostsText } from '../hosts/public.ts';
import { impactOfJob } from './goals.service.ts';

/** The impact of a job is assessed like that of an approval. A token can request a job; a person starts it. */
export const jobAct = gatedAct({
  endpoint: goals.deploy,
  isOnlyAskedByTokens: true,
  noUndo: 'Hosts begin with a job at their next check-in, and a job cannot be stopped once it was made.',
  async assessImpact(context, { body }) {
    const { action, supported } = await impactOfJob(context, body);
    const verb = action.actionType === 'Install' ? 'Install' : 'Remove';
    const version = action.version === undefined ? '' : ` ${action.version}`;
    return {
      title: `${verb} ${action.channelTag}${version} on ${hostsText(supported.length)}: ${body.title}`,
      effect: `Each host ${action.actionType === 'Install' ? 'installs' : 'removes'} it at its next check-in.`,
      hostNos: supported.map((target) => target.hostNo),
      // The same word that approvals of the application use: both put it on hosts.
      about: [`app:${action.channelTag}`],
    };
  },
});
