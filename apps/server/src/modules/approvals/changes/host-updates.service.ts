import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { type Decision, policyOf, resolve } from '@patchkeep/rules/approvals/resolve';
import { answerTo } from '@patchkeep/rules/approvals/verdict';
import { articleOfKb, kbOfArticle, keyOfKb } from '@patchkeep/rules/kb';
import type { Context } from '../../../platform/context.ts';
import { saveConflict } from '../../../platform/errors.ts';
import { findHost, recordSiteAct, siteOf } from '../../hosts/public.ts';
import { findHostOfUpdate } from '../../inventory/public.ts';
import { type ReadUpdateApprovals, readFoundUpdates } from '../../results/public.ts';
import { noteDecided } from '../policy/decided.service.ts';
import { lockRevision } from '../policy/decisions.repository.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { selectHostOverrides } from '../policy/host-updates.queries.ts';
import { deleteHostOverrides, saveHostOverrides } from '../policy/host-updates.repository.ts';
import { hostDecision } from '../policy/host-updates.rules.ts';
import { loadScopes } from '../policy/scopes.service.ts';
import { dayDate, subjectsOf } from '../policy/subjects.service.ts';
import { assertMayDecide } from './changes.service.ts';

type Decide = typeof windowsUpdates.decide;

/** Whether updates are approved on hosts: by the override of the host, else by the decisions of the levels. */
export const updateApprovals: ReadUpdateApprovals = async (context, hosts, updates) => {
  const { customerId, siteId } = siteOf(context);
  const hostIds = hosts.map((host) => host.host_id);
  const scopes = await loadScopes(context);
  const decisions = await loadDecisions(context, [siteId]);
  const overrides = await selectHostOverrides(context.tx, customerId, siteId, hostIds);
  const own = overrides.map(hostDecision);
  const asked = new Map(updates.map((update) => [update.kb, update]));
  const standing = new Map(hosts.map((host) => [host.host_id, host]));

  return (hostId, kb) => {
    const update = asked.get(kb);
    const host = standing.get(hostId);
    if (!update || !host) return { isApproved: undefined, override: null };
    const classification = update.classification === '' ? null : update.classification;
    const subjects = subjectsOf({ subject: keyOfKb(kb), classification });
    const said = subjects.flatMap((subject) => decisions.about('wua', subject));
    const compare = () => undefined;
    const resolution = resolve(policyOf<Decision>([...own, ...said], subjects, compare), {
      hostId,
      siteId,
      groupChain: host.group_id === null ? [] : scopes.chainOf(host.group_id),
      tagIds: host.tag_ids,
    });
    const { action } = answerTo({
      resolution,
      facts: {
        kind: 'wua',
        name: articleOfKb(kb),
        isInstalled: false,
        releasedOn: dayDate(update.released),
        supersededBy: null,
        // Asked is what was approved, not whether the host can be given it now.
        orders: 'ready',
      },
      compare,
      settings: 'notNeeded',
      now: context.now,
      nameOf: () => '',
    });
    return {
      isApproved: resolution.winner === null ? undefined : action === 'update',
      override: overrides.find((each) => each.host_id === hostId && each.kb === kb)?.is_approved ?? null,
    };
  };
};

/** The override of an update on a host before and after a change; null stands for no override. */
export interface HostOverrideChange {
  kb: number;
  before: boolean | null;
  after: boolean | null;
}

/** The overrides that a decision about updates of one host would change. */
export const overrideChangesOf = async (
  context: Context,
  host: Awaited<ReturnType<typeof findHost>>,
  wanted: Received<Decide>['body']['updates'],
): Promise<HostOverrideChange[]> => {
  const { updates: found } = await readFoundUpdates(context, host, updateApprovals);
  const asked = new Map(wanted.map(({ foundUpdateUuid, isApproved }) => [foundUpdateUuid, isApproved]));
  return found.flatMap(({ foundUpdateUuid, kbArticle, override }) => {
    const after = asked.get(foundUpdateUuid);
    return after === undefined ? [] : [{ kb: kbOfArticle(kbArticle), before: override, after }];
  });
};

interface NewOverride {
  kb: number;
  isApproved: boolean | null;
}

const writeOverrides = async (context: Context, hostId: string, overrides: readonly NewOverride[]): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  const said = { customerId, siteId, hostId, userId: context.principal.userId, now: context.now };
  const kept = overrides.flatMap(({ kb, isApproved }) => (isApproved === null ? [] : [{ kb, isApproved }]));
  const dropped = overrides.filter(({ isApproved }) => isApproved === null).map(({ kb }) => kb);
  await saveHostOverrides(context.tx, said, kept);
  await deleteHostOverrides(context.tx, said, dropped);
  await noteDecided(context);
};

/** Restores the overrides that a host had before, unless one of them was changed since. */
export const takeUpdatesBack = async (
  context: Context,
  hostId: string,
  changes: readonly HostOverrideChange[],
): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  await findHost(context, hostId);
  const overrides = await selectHostOverrides(context.tx, customerId, siteId, [hostId]);
  const now = new Map(overrides.map((override) => [override.kb, override.is_approved]));
  if (changes.some(({ kb, after }) => (now.get(kb) ?? null) !== after))
    throw saveConflict('Somebody decided about one of these updates since');
  await writeOverrides(
    context,
    hostId,
    changes.map(({ kb, before }) => ({ kb, isApproved: before })),
  );
  const facts = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [articleOfKb(change.kb), change[side]]));
  await recordSiteAct(context, 'approval.host', 'approvals', hostId, {
    before: facts('after'),
    after: facts('before'),
  });
};

/**
 * Says for one host what shall happen to updates it was found to need. Who decides by a list that is no longer what
 * the host needs is shown the new one instead, and nothing is written.
 */
export const decideUpdates = async (context: Context, body: Received<Decide>['body']): Promise<Returned<Decide>> => {
  assertMayDecide(context);
  const { tx } = context;
  const { customerId, siteId } = siteOf(context);
  const [first] = body.updates;
  const hostId = body.agentUuid ?? (first && (await findHostOfUpdate(tx, customerId, siteId, first.foundUpdateUuid)));
  if (hostId === undefined) return { updates: [], isMismatch: true };
  const host = await findHost(context, hostId);
  const { updates: before } = await readFoundUpdates(context, host, updateApprovals);
  const found = new Map(before.map((update) => [update.foundUpdateUuid, update]));
  const wanted = new Map<number, boolean | null>();
  for (const { foundUpdateUuid, isApproved } of body.updates) {
    const update = found.get(foundUpdateUuid);
    if (!update) return { updates: before, isMismatch: true };
    wanted.set(kbOfArticle(update.kbArticle), isApproved);
  }
  await lockRevision(tx, customerId);
  await writeOverrides(
    context,
    hostId,
    [...wanted].map(([kb, isApproved]) => ({ kb, isApproved })),
  );
  const overridesBefore = before
    .filter((update) => wanted.has(kbOfArticle(update.kbArticle)))
    .map(({ kbArticle, override }) => [kbArticle, override]);
  await recordSiteAct(context, 'approval.host', 'approvals', hostId, {
    before: Object.fromEntries(overridesBefore),
    after: Object.fromEntries([...wanted].map(([kb, isApproved]) => [articleOfKb(kb), isApproved])),
  });
  const { updates } = await readFoundUpdates(context, host, updateApprovals);
  return { updates, isMismatch: false };
};
