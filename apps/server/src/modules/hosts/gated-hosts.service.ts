import type { Received } from '@patchkeep/contract/endpoint';
import { type HostSelection, hosts } from '@patchkeep/contract/hosts';
import { restarts } from '@patchkeep/contract/restarts';
import type { Context } from '../../platform/context.ts';
import { packNumbers, unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { notFound } from '../../platform/errors.ts';
import { type AnyGatedAct, gatedAct, type Kept } from '../../platform/gate.ts';
import {
  disableHosts,
  enableHosts,
  restoreHosts,
  selectionOf,
  takeAcceptanceBack,
  trashHosts,
} from './host-acts.service.ts';
import { selectHostIds } from './hosts.queries.ts';
import { cancelRestart, listRestartTargets } from './restarts/restarts.service.ts';
import { resolveSelection } from './selection.service.ts';
import { siteOf } from './site.service.ts';
import { selectByNumber, selectStanding, type Standing } from './touched-hosts.queries.ts';

export const packed = (hostNos: readonly number[]): string => packNumbers(hostNos).toString('base64');
export const unpacked = (text: string): number[] => unpackNumbers(Buffer.from(text, 'base64'));
export const hostsText = (count: number): string => (count === 1 ? '1 host' : `${count} hosts`);

const idsOf = async (context: Context, hostNos: readonly number[]): Promise<string[]> =>
  (await selectByNumber(context.tx, siteOf(context), hostNos)).map((row) => row.host_id);

interface StateAct {
  verb: string;
  effect: string;
  isChanged: (row: Standing) => boolean;
  /** What taking it back needs to know besides which hosts it changed. */
  before?: (changed: readonly Standing[]) => unknown;
  undo: (context: Context, kept: Kept) => Promise<void>;
}

/** An act that sets the same mark on many hosts: it touches those that do not have it yet. */
const stateAct = (endpoint: typeof hosts.enable, { verb, effect, isChanged, before, undo }: StateAct) =>
  gatedAct({
    endpoint,
    async assessImpact(context, { body }) {
      const hostIds = await resolveSelection(context, selectionOf(body));
      const changed = (await selectStanding(context.tx, siteOf(context), hostIds)).filter(isChanged);
      const hostNos = changed.map((row) => row.host_no);
      return {
        title: `${verb} ${hostsText(hostNos.length)}`,
        effect,
        hostNos,
        about: [`hosts:${verb}`],
        before: before ? before(changed) : packed(hostNos),
      };
    },
    undo: (context, _received, kept) => undo(context, kept),
  });

/** Taken back by the opposite act on the hosts that were changed. */
const by =
  (opposite: (context: Context, selection: HostSelection) => Promise<unknown>): StateAct['undo'] =>
  async (context, { before }) => {
    const hostIds = await idsOf(context, unpacked(String(before)));
    if (hostIds.length > 0) await opposite(context, { hosts: hostIds });
  };

const numbersOf = (rows: readonly Standing[], is: (row: Standing) => boolean): string =>
  packed(rows.filter(is).map((row) => row.host_no));

/** When people are asked, as the list of changes says it to readers in any time zone. */
const restartTimeText = (deadline: string | undefined): string =>
  deadline === undefined ? 'at once' : `from ${deadline.slice(0, 16).replace('T', ' ')} UTC on`;

/** A restart of one host by its path names no time: it is asked for at once. */
const deadlineOf = (received: object): string | undefined =>
  'body' in received ? (received.body as { deadline?: string } | undefined)?.deadline : undefined;

const restartAct = <E extends typeof restarts.request | typeof restarts.requestOfHost>(
  endpoint: E,
  targetsOf: (context: Context, received: Received<E>) => ReturnType<typeof listRestartTargets>,
) =>
  gatedAct<E>({
    endpoint,
    async assessImpact(context, received) {
      const { tagName, hostNos } = await targetsOf(context, received);
      return {
        title: `Restart ${hostsText(hostNos.length)} (${tagName})`,
        effect: `The people at them are asked to restart ${restartTimeText(deadlineOf(received))}, and each host restarts as the tag ${tagName} says.`,
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
  stateAct(hosts.enable, {
    verb: 'Enable',
    effect: 'They get work again from their next check-in.',
    isChanged: (row) => row.disabled_at !== null,
    undo: by(disableHosts),
  }),
  stateAct(hosts.disable, {
    verb: 'Disable',
    effect: 'They stay listed under Disabled, and get no work until they are enabled.',
    isChanged: (row) => row.disabled_at === null,
    undo: by(enableHosts),
  }),
  stateAct(hosts.trash, {
    verb: 'Move to the trash:',
    effect: 'They count no more and get no work. They can be restored until the trash is emptied.',
    isChanged: (row) => row.trashed_at === null,
    undo: by(restoreHosts),
  }),
  stateAct(hosts.restore, {
    verb: 'Take out of the trash:',
    effect: 'They are back where they were, with their group and tags, and get work from their next check-in.',
    isChanged: (row) => row.trashed_at !== null,
    undo: by(trashHosts),
  }),
  stateAct(hosts.accept, {
    verb: 'Accept',
    effect: 'They become hosts of this site and get work from their next check-in. A quarantine is lifted.',
    isChanged: (row) => row.pending_since !== null || row.quarantined_at !== null,
    before: (changed) => ({
      pending: numbersOf(changed, (row) => row.pending_since !== null),
      quarantined: numbersOf(changed, (row) => row.quarantined_at !== null),
    }),
    async undo(context, { before }) {
      const { pending, quarantined } = before as { pending: string; quarantined: string };
      await takeAcceptanceBack(context, {
        pending: await idsOf(context, unpacked(pending)),
        quarantined: await idsOf(context, unpacked(quarantined)),
      });
    },
  }),
  gatedAct({
    endpoint: hosts.emptyTrash,
    noUndo: 'The hosts and all that they reported are deleted, and their keys with them.',
    async assessImpact(context) {
      const place = siteOf(context);
      const hostIds = await selectHostIds(context.tx, { ...place, view: 'trash' });
      const hostNos = (await selectStanding(context.tx, place, hostIds)).map((row) => row.host_no);
      return {
        title: `Delete ${hostsText(hostNos.length)} for good`,
        effect: 'Everything in the trash is deleted. Agents of these hosts are refused until they are installed anew.',
        hostNos,
        about: ['hosts:delete'],
      };
    },
  }),
  restartAct(restarts.request, (context, { params, body }) => listRestartTargets(context, params.restartTagUuid, body)),
  restartAct(restarts.requestOfHost, (context, { params }) => {
    if (params.id === undefined) throw notFound();
    return listRestartTargets(context, params.tag, { agentUuid: [params.id], groupUuid: [], tagUuid: [] });
  }),
];
