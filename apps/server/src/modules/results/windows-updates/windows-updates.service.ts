import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { FoundUpdate, WindowsUpdate, windowsUpdates } from '@patchkeep/contract/windows-updates';
import { articleOfKb } from '@patchkeep/rules/kb';
import type { Context } from '../../../platform/context.ts';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { notFound } from '../../../platform/errors.ts';
import { cutPage, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import { selectHosts, siteOf } from '../../hosts/public.ts';
import { readWindowsUpdates } from '../../inventory/public.ts';
import { nextHosts } from '../applications/application-hosts.service.ts';
import {
  countReporting,
  selectSuperseded,
  selectUpdateCounts,
  selectUpdates,
  type UpdateCount,
} from './windows-updates.queries.ts';
import { effectiveUpdates } from './windows-updates.rules.ts';

const presentUpdate = (row: UpdateCount): WindowsUpdate => ({
  kbArticle: articleOfKb(row.kb),
  title: row.title,
  classification: row.classification,
  severity: row.severity,
  released: row.released_on,
  isRestartRequired: row.is_restart_required,
  supersedes: row.supersedes.slice(0, 50).map(articleOfKb),
  issues: row.issues,
  exploitedIssues: row.exploited,
  hostsMissing: row.missing,
  hostsPending: row.pending,
  hostsInstalled: row.installed,
});

export const listWindowsUpdates = async (
  context: Context,
  query: Received<typeof windowsUpdates.list>['query'],
): Promise<Returned<typeof windowsUpdates.list>> => {
  const { customerId, siteId } = siteOf(context);
  const rows = await selectUpdateCounts(context.tx, customerId, siteId, query);
  const { shown, nextCursor } = pageOf(rows, query, (row) => String(row.kb));
  return {
    updates: shown.map(presentUpdate),
    total: rows.length,
    nextCursor,
    hostsReporting: await countReporting(context.tx, customerId, siteId),
  };
};

type Offer = Awaited<ReturnType<typeof readWindowsUpdates>>[number]['offers'][number];

/** Whether an update is approved on a host. */
export interface UpdateWord {
  /** Undefined when nobody decided. */
  isApproved: boolean | undefined;
  /** The override for this host alone; null without one. */
  override: boolean | null;
}
export interface AskedHost {
  host_id: string;
  group_id: string | null;
  tag_ids: readonly string[];
}
export interface AskedUpdate {
  kb: number;
  classification: string;
  released: string | null;
}
/** Asks those who decide. They come after this module, so the question is handed in where the modules meet. */
export type ReadUpdateApprovals = (
  context: Context,
  hosts: readonly AskedHost[],
  updates: readonly AskedUpdate[],
) => Promise<(hostId: string, kb: number) => UpdateWord>;

/** What will be done about a found update: somebody decided about it, or it waits. */
const taskOf = (offer: Offer, { isApproved }: UpdateWord): FoundUpdate['task'] =>
  offer.isPending || isApproved !== undefined
    ? { currentFndUpdUuid: offer.foundUpdateUuid, isApproved: isApproved ?? false, state: 'pending' }
    : null;

const stateOf = (offer: Offer): FoundUpdate['state'] => (offer.isPending ? 'pending' : 'missing');

export const listUpdateHosts = async (
  context: Context,
  query: Received<typeof windowsUpdates.hosts>['query'],
  readApprovals: ReadUpdateApprovals,
): Promise<Returned<typeof windowsUpdates.hosts>> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const kb = Number(query.kbArticle.slice(2));
  const [row] = await selectUpdateCounts(tx, customerId, siteId, {}, kb);
  if (!row) throw notFound();
  const wanted = new Set([
    ...(query.state === 'pending' ? [] : unpackNumbers(row.missing_host_nos)),
    ...(query.state === 'missing' ? [] : unpackNumbers(row.pending_host_nos)),
  ]);
  const next = await nextHosts(context, wanted, { after: readCursor(query.cursor), limit: query.limit + 1 });
  const { shown, nextCursor } = cutPage(next, query.limit, (each) => ({ value: each.sort_name, id: each.host_id }));
  const reports = new Map(
    (
      await readWindowsUpdates(
        tx,
        customerId,
        shown.map((each) => each.host_no),
      )
    ).map((report) => [report.hostNo, report]),
  );
  const listed = await selectHosts(
    tx,
    { customerId, siteId, view: 'all', hostIds: shown.map((each) => each.host_id) },
    { sort: 'hostName', order: 'asc', limit: shown.length },
  );
  const approvalOn = await readApprovals(context, listed, [
    { kb, classification: row.classification, released: row.released_on },
  ]);
  return {
    update: presentUpdate(row),
    hosts: listed.flatMap((host) => {
      const offer = reports.get(host.host_no)?.offers.find((each) => each.kb === kb);
      return offer
        ? [
            {
              uuid: host.host_id,
              hostName: host.host_name,
              groupUuid: host.group_id,
              groupName: host.group_title,
              osName: host.os_name,
              osVersion: host.os_version,
              lastSeen: host.lastSeen.toISOString(),
              foundUpdateUuid: offer.foundUpdateUuid,
              state: stateOf(offer),
              task: taskOf(offer, approvalOn(host.host_id, kb)),
            },
          ]
        : [];
    }),
    total: wanted.size,
    nextCursor,
  };
};

/**
 * The updates one host needs, and when it said so; what a newer one replaces is left out. Without that moment nothing is
 * known: the host never said what Windows offers it.
 */
export const readFoundUpdates = async (
  context: Context,
  host: AskedHost & { host_no: number },
  readApprovals: ReadUpdateApprovals,
): Promise<{ updates: FoundUpdate[]; reportedAt: Date | null }> => {
  const { customerId } = siteOf(context);
  const [report] = await readWindowsUpdates(context.tx, customerId, [host.host_no]);
  if (!report) return { updates: [], reportedAt: null };
  const { installed, offers, takenAt } = report;
  const kbsOf = (isPending: boolean): number[] =>
    offers.filter((offer) => offer.isPending === isPending).map((offer) => offer.kb);
  const all = [...installed, ...offers.map((offer) => offer.kb)];
  const { missing, pending } = effectiveUpdates(
    { installed, missing: kbsOf(false), pending: kbsOf(true) },
    await selectSuperseded(context.tx, all),
  );
  const needed = new Set([...missing, ...pending]);
  const known = new Map((await selectUpdates(context.tx, [...needed])).map((row) => [row.kb, row]));
  const found = offers.filter((offer) => needed.has(offer.kb));
  const approvalOn = await readApprovals(
    context,
    [host],
    found.map(({ kb, classification }) => ({ kb, classification, released: known.get(kb)?.released_on ?? null })),
  );
  const updates = found.map((offer) => {
    const approval = approvalOn(host.host_id, offer.kb);
    return {
      foundUpdateUuid: offer.foundUpdateUuid,
      kbArticle: articleOfKb(offer.kb),
      title: offer.title,
      classification: offer.classification,
      severity: offer.severity || (known.get(offer.kb)?.severity ?? ''),
      released: known.get(offer.kb)?.released_on ?? null,
      isRestartRequired: known.get(offer.kb)?.is_restart_required ?? null,
      state: stateOf(offer),
      task: taskOf(offer, approval),
      override: approval.override,
    };
  });
  return { updates, reportedAt: takenAt };
};
