import { constants } from '@patchkeep/contract/constants';
import type { FormerHost, HostSelection } from '@patchkeep/contract/hosts';
import type { Context } from '../../platform/context.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { listFormer } from './former-hosts.queries.ts';
import { addHostTags, deleteHosts, markHosts, removeHostTags, requestInspection } from './host-acts.repository.ts';
import { hostTotals } from './host-totals.service.ts';
import { selectHostIds } from './hosts.queries.ts';
import { countGroups, countTags } from './membership.queries.ts';
import { criteriaOf, resolveSelection } from './selection.service.ts';
import { recordSiteEntry } from './site-audit.service.ts';
import { siteOf } from './site.service.ts';

export interface Acted {
  success: boolean;
  count: number;
  former?: FormerHost[];
}

/** The `agents` of a call as a selection. */
export const selectionOf = (given: { agents: string[] } | HostSelection): HostSelection =>
  'agents' in given ? { hosts: given.agents } : given;

/** How the hosts were, so that whoever acted on them can take it back. */
const formerOf = async (context: Context, hostIds: readonly string[]): Promise<Pick<Acted, 'former'>> => {
  if (hostIds.length > constants.undoMax) return {};
  const { customerId, siteId } = siteOf(context);
  return { former: await listFormer(context.tx, customerId, siteId, hostIds) };
};

const mostRecorded = 100;
/** One entry in the log for one act, however many hosts it touched; a long list is kept as its beginning and count. */
export const recordOnHosts = async (
  context: Context,
  verb: string,
  hostIds: readonly string[],
  after: Record<string, unknown> = {},
  before?: Record<string, unknown>,
): Promise<Acted> => {
  const { siteId } = siteOf(context);
  const [only] = hostIds;
  if (hostIds.length > 0)
    await recordSiteEntry(context, verb, 'host', hostIds.length === 1 && only !== undefined ? only : siteId, {
      ...(before && { before }),
      after: { ...after, hosts: hostIds.slice(0, mostRecorded), count: hostIds.length },
    });
  // Consoles refetch their list; agents of the site are read anew at their next call.
  context.emit({ thing: 'host', siteAccountUuid: siteId });
  context.onCommit(() => hostTotals.forget(siteId));
  return { success: true, count: hostIds.length };
};

const acting =
  (verb: string, marks: (context: Context) => Parameters<typeof markHosts>[3]) =>
  async (context: Context, selection: HostSelection): Promise<Acted> => {
    const hostIds = await resolveSelection(context, selection);
    const former = await formerOf(context, hostIds);
    await markHosts(context.tx, siteOf(context), hostIds, marks(context));
    return { ...(await recordOnHosts(context, verb, hostIds)), ...former };
  };

export const enableHosts = acting('host.enable', () => ({ disabled_at: null }));
export const disableHosts = acting('host.disable', ({ now }) => ({ disabled_at: now }));
export const trashHosts = acting('host.trash', ({ now }) => ({ trashed_at: now }));
export const restoreHosts = acting('host.restore', () => ({ trashed_at: null }));
/** A person looked: the host may work, and a quarantine is lifted. */
export const acceptHosts = acting('host.accept', ({ now }) => ({
  pending_since: null,
  quarantined_at: null,
  accepted_at: now,
}));

/** The hosts wait again as they did before they were accepted; what they did meanwhile stays done. */
export const takeAcceptanceBack = async (
  context: Context,
  { pending, quarantined }: { pending: readonly string[]; quarantined: readonly string[] },
): Promise<void> => {
  const site = siteOf(context);
  await markHosts(context.tx, site, pending, { pending_since: context.now });
  await markHosts(context.tx, site, quarantined, { quarantined_at: context.now });
  await recordOnHosts(context, 'host.unaccept', [...new Set([...pending, ...quarantined])]);
};

/** What work of hosts must begin at once, and who sees to it; work is to the right of this module. */
export type HastenWork = (context: Context, hostIds: readonly string[]) => Promise<void>;

/** Inspect & Update: the hosts look for themselves with their next check-in, and what waits for its time waits no more. */
export const inspectHosts = async (
  context: Context,
  hostIds: readonly string[],
  hasten: HastenWork,
): Promise<Acted> => {
  await requestInspection(context.tx, siteOf(context), hostIds);
  await hasten(context, hostIds);
  return recordOnHosts(context, 'host.inspect', hostIds);
};

/** Inspect & Update of all active hosts of a group or with a tag. */
export const inspectHostsOf = async (
  context: Context,
  scope: { groupUuid: string } | { tagUuid: string },
  hasten: HastenWork,
): Promise<Acted> => {
  const criteria = await criteriaOf(context, { view: 'active', ...scope });
  return inspectHosts(context, await selectHostIds(context.tx, criteria), hasten);
};

export const moveHosts = async (context: Context, selection: HostSelection, groupId: string | null): Promise<Acted> => {
  const { customerId, siteId } = siteOf(context);
  if (groupId !== null && (await countGroups(context.tx, customerId, siteId, [groupId])) !== 1) throw notFound();
  const hostIds = await resolveSelection(context, selection);
  const former = await formerOf(context, hostIds);
  const were = await listFormer(context.tx, customerId, siteId, hostIds.slice(0, mostRecorded));
  const groupsBefore = [...new Set(were.map(({ groupUuid }) => groupUuid))];
  const before = { groupUuid: groupsBefore.length > 1 ? groupsBefore : (groupsBefore[0] ?? null) };
  await markHosts(context.tx, { customerId, siteId }, hostIds, { group_id: groupId });
  return { ...(await recordOnHosts(context, 'host.move', hostIds, { groupUuid: groupId }, before)), ...former };
};

export const tagHosts = async (
  context: Context,
  selection: HostSelection,
  add: readonly string[],
  remove: readonly string[],
): Promise<Acted> => {
  const { customerId, siteId } = siteOf(context);
  const named = [...new Set([...add, ...remove])];
  if ((await countTags(context.tx, customerId, siteId, named)) !== named.length) throw notFound();
  const hostIds = await resolveSelection(context, selection);
  const former = await formerOf(context, hostIds);
  if (remove.length > 0) await removeHostTags(context.tx, { customerId, siteId }, hostIds, remove);
  if (add.length > 0) await addHostTags(context.tx, { customerId, siteId }, hostIds, add);
  return { ...(await recordOnHosts(context, 'host.tag', hostIds, { addTags: add, removeTags: remove })), ...former };
};

/** What the inventory module must forget with them is its own business; it is told their numbers. */
export const emptyTrash = async (
  context: Context,
  expectedCount: number,
  reason: string | undefined,
  forget: (context: Context, hostNos: readonly number[]) => Promise<void>,
): Promise<Acted> => {
  const { customerId, siteId } = siteOf(context);
  const hostIds = await selectHostIds(context.tx, { customerId, siteId, view: 'trash' });
  if (hostIds.length !== expectedCount)
    throw new Refusal(409, 'The trash holds another number of hosts now', {
      info: { expectedCount, count: hostIds.length },
    });
  await forget(context, await deleteHosts(context.tx, { customerId, siteId }, hostIds));
  return recordOnHosts(context, 'host.emptyTrash', hostIds, { reason });
};
