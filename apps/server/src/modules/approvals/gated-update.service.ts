import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { gatedAct } from '../../platform/gate.ts';
import { findHost, siteOf } from '../hosts/public.ts';
import { findHostOfUpdate } from '../inventory/public.ts';

/** A word about updates of one host is narrow; of one person in a day they add up. */
export const hostUpdateAct = gatedAct({
  endpoint: windowsUpdates.decide,
  async weigh(context, { body }) {
    const { customerId, siteId } = siteOf(context);
    const [first] = body.updates;
    const hostId =
      body.agentUuid ?? (first && (await findHostOfUpdate(context.tx, customerId, siteId, first.foundUpdateUuid)));
    // An old list names an update nobody has any more: nothing is written, and the caller is shown the new one.
    if (hostId === undefined) return { title: '', hostNos: [], about: [] };
    const host = await findHost(context, hostId);
    return {
      title: `Decide about ${body.updates.length} Windows updates of ${host.host_name}`,
      hostNos: [host.host_no],
      about: ['hostUpdates'],
    };
  },
});
