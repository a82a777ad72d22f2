import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { gatedAct } from '../../../platform/gate.ts';
import { findHost, siteOf } from '../../hosts/public.ts';
import { findHostOfUpdate } from '../../inventory/public.ts';
import { type HostOverrideChange, overrideChangesOf, takeUpdatesBack } from './host-updates.service.ts';

/** An override for one host reaches few hosts, but the overrides of one person in a day add up. */
export const hostUpdateAct = gatedAct({
  endpoint: windowsUpdates.decide,
  async assessImpact(context, { body }) {
    const { customerId, siteId } = siteOf(context);
    const [first] = body.updates;
    const hostId =
      body.agentUuid ?? (first && (await findHostOfUpdate(context.tx, customerId, siteId, first.foundUpdateUuid)));
    // An old list names an update nobody has any more: nothing is written, and the caller is shown the new one.
    if (hostId === undefined) return { title: '', effect: '', hostNos: [], about: [] };
    const host = await findHost(context, hostId);
    return {
      title: `Decide about ${body.updates.length} Windows updates of ${host.host_name}`,
      effect: 'What is decided here for the host counts before what its groups, tags and site say.',
      hostNos: [host.host_no],
      about: ['hostUpdates'],
      before: { hostId, moves: await overrideChangesOf(context, host, body.updates) },
    };
  },
  async undo(context, _received, { before }) {
    const { hostId, moves } = before as { hostId: string; moves: HostOverrideChange[] };
    await takeUpdatesBack(context, hostId, moves);
  },
});
