import { goals } from '@patchkeep/contract/goals';
import { gatedAct } from '../../platform/gate.ts';
import { weighJob } from './goals.service.ts';

/** A job is weighed as an approval is; a token can ask for one, but a person starts it. */
export const jobAct = gatedAct({
  endpoint: goals.deploy,
  isOnlyAskedByTokens: true,
  async weigh(context, { body }) {
    const { action, supported } = await weighJob(context, body);
    const count = supported.length === 1 ? '1 host' : `${supported.length} hosts`;
    const verb = action.actionType === 'Install' ? 'Install' : 'Remove';
    const version = action.version === undefined ? '' : ` ${action.version}`;
    return {
      title: `${verb} ${action.channelTag}${version} on ${count}: ${body.title}`,
      hostNos: supported.map((target) => target.hostNo),
      // The same word that approvals of the application use: both put it on hosts.
      about: [`app:${action.channelTag}`],
    };
  },
});
