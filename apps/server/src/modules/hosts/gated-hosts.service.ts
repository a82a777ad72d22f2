import type { AnyEndpoint, Received } from '@patchkeep/contract/endpoint';
import { type HostSelection, hosts } from '@patchkeep/contract/hosts';
import { restarts } from '@patchkeep/contract/restarts';
import type { Context } from '../../platform/context.ts';
import { packNumbers, unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { notFound } from '../../platform/errors.ts';
import { type AnyGatedAct, gatedAct, type Kept } from '../../platform/gate.ts';
import { disableHosts, enableHosts, restoreHosts, selectionOf, trashHosts } from './host-acts.service.ts';
import { selectHostIds } from './hosts.queries.ts';
import { cancelRestart, listAsked } from './restarts.service.ts';
import { resolveSelection } from './selection.service.ts';
import { siteOf } from './site.ts';
import { selectByNumber, selectStanding, type Standing } from './touched-hosts.queries.ts';

export const packed = (hostNos: readonly number[]): string => packNumbers(hostNos).toString('base64');
export const unpacked = (text: string): number[] => unpackNumbers(Buffer.from(text, 'base64'));
export const hostsWord = (count: number): string => (count === 1 ? '1 host' : `${count} hosts`);

const idsOf = async (context: Context, hostNos: readonly number[]): Promise<string[]> =>
  (await selectByNumber(context.tx, siteOf(context), hostNos)).map((row) => row.host_id);

interface StateAct {
  verb: string;
  isChanged: (row: Standing) => boolean;
  back?: (context: Context, selection: HostSelection) => Promise<unknown>;
}

/** An act that sets the same mark on many hosts: it touches those that do not have it yet. */
const stateAct = (endpoint: typeof hosts.enable, { verb, isChanged, back }: StateAct) =>
  gatedAct({
    endpoint,
    async weigh(context, { body }) {
      const hostIds = await resolveSelection(context, selectionOf(body));
      const changed = (await selectStanding(context.tx, siteOf(context), hostIds)).filter(isChanged);
      const hostNos = changed.map((row) => row.host_no);
      return {
        title: `${verb} ${hostsWord(hostNos.length)}`,
        hostNos,
        about: [`hosts:${verb}`],
        before: packed(hostNos),
      };
    },
    ...(back && {
      undo: async (context: Context, _received: unknown, { before }: Kept) => {
        const hostIds = await idsOf(context, unpacked(String(before)));
        if (hostIds.length > 0) await back(context, { hosts: hostIds });
      },
    }),
  });

const restartAct = <E extends AnyEndpoint>(
  endpoint: E,
  asked: (context: Context, received: Received<E>) => ReturnType<typeof listAsked>,
) =>
  gatedAct<E>({
    endpoint,
    async weigh(context, received) {
      const { tagName, hostNos } = await asked(context, received);
      return {
        title: `Restart ${hostsWord(hostNos.length)} (${tagName})`,
        hostNos,
        about: ['restart'],
        before: packed(hostNos),
      };
    },
    async undo(context, _received, { before }) {
      const agentUuid = await idsOf(context, unpacked(String(before)));
      if (agentUuid.length > 0) await cancelRestart(context, { agentUuid, groupUuid: [], tagUuid: [] });
    },
  });

/** Acts on the state of hosts: enabled, disabled, accepted, in the trash, deleted, restarted. */
export const hostStateActs: readonly AnyGatedAct[] = [
  stateAct(hosts.enable, { verb: 'Enable', isChanged: (row) => row.disabled_at !== null, back: disableHosts }),
  stateAct(hosts.disable, { verb: 'Disable', isChanged: (row) => row.disabled_at === null, back: enableHosts }),
  stateAct(hosts.trash, {
    verb: 'Move to the trash:',
    isChanged: (row) => row.trashed_at === null,
    back: restoreHosts,
  }),
  stateAct(hosts.restore, {
    verb: 'Take out of the trash:',
    isChanged: (row) => row.trashed_at !== null,
    back: trashHosts,
  }),
  stateAct(hosts.accept, {
    verb: 'Accept',
    isChanged: (row) => row.pending_since !== null || row.quarantined_at !== null,
  }),
  gatedAct({
    endpoint: hosts.emptyTrash,
    async weigh(context) {
      const place = siteOf(context);
      const hostIds = await selectHostIds(context.tx, { ...place, view: 'trash' });
      const hostNos = (await selectStanding(context.tx, place, hostIds)).map((row) => row.host_no);
      return { title: `Delete ${hostsWord(hostNos.length)} for good`, hostNos, about: ['hosts:delete'] };
    },
  }),
  restartAct(restarts.request, (context, { params, body }) => listAsked(context, params.restartTagUuid, body)),
  restartAct(restarts.requestOfHost, (context, { params }) => {
    if (params.id === undefined) throw notFound();
    return listAsked(context, params.tag, { agentUuid: [params.id], groupUuid: [], tagUuid: [] });
  }),
];
