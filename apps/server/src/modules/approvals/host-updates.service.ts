import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { type Decision, policyOf, resolve } from '@patchkeep/rules/approvals/resolve';
import { answerTo } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../platform/context.ts';
import { findHost, recordSiteAct, siteOf } from '../hosts/public.ts';
import { findHostOfUpdate } from '../inventory/public.ts';
import { type AskWords, readFoundUpdates } from '../results/public.ts';
import { assertMayDecide } from './changes.service.ts';
import { noteDecided } from './decided.service.ts';
import { lockRevision } from './decisions.repository.ts';
import { loadDecisions } from './decisions.service.ts';
import { selectHostWords } from './host-updates.queries.ts';
import { hostDecision } from './host-updates.rules.ts';
import { dropHostWords, saveHostWords } from './host-updates.repository.ts';
import { loadPlaces } from './places.service.ts';
import { articleOf, dayDate, subjectsOf } from './subjects.service.ts';

type Decide = typeof windowsUpdates.decide;

/** Whose word counts for updates on hosts: the host's own, then the levels. */
export const wordsOnUpdates: AskWords = async (context, hosts, updates) => {
  const { customerId, siteId } = siteOf(context);
  const hostIds = hosts.map((host) => host.host_id);
  const places = await loadPlaces(context);
  const decisions = await loadDecisions(context, [siteId]);
  const words = await selectHostWords(context.tx, customerId, siteId, hostIds);
  const own = words.map(hostDecision);
  const asked = new Map(updates.map((update) => [update.kb, update]));
  const standing = new Map(hosts.map((host) => [host.host_id, host]));

  return (hostId, kb) => {
    const update = asked.get(kb);
    const host = standing.get(hostId);
    if (!update || !host) return { isApproved: undefined, ownWord: null };
    const classification = update.classification === '' ? null : update.classification;
    const subjects = subjectsOf({ subject: `kb:${kb}`, classification });
    const said = subjects.flatMap((subject) => decisions.about('wua', subject));
    const compare = () => undefined;
    const resolution = resolve(policyOf<Decision>([...own, ...said], subjects, compare), {
      hostId,
      siteId,
      groupChain: host.group_id === null ? [] : places.chainOf(host.group_id),
      tagIds: host.tag_ids,
    });
    const { action } = answerTo({
      resolution,
      facts: {
        kind: 'wua',
        name: articleOf(kb),
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
      ownWord: words.find((word) => word.host_id === hostId && word.kb === kb)?.is_approved ?? null,
    };
  };
};

/**
 * Says for one host what shall happen to updates it was found to need. Who decides by a list that is no longer what
 * the host needs is shown the new one instead, and nothing is written.
 */
export const decideUpdates = async (context: Context, body: Received<Decide>['body']): Promise<Returned<Decide>> => {
  assertMayDecide(context);
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  const [first] = body.updates;
  const hostId = body.agentUuid ?? (first && (await findHostOfUpdate(tx, customerId, siteId, first.foundUpdateUuid)));
  if (hostId === undefined) return { updates: [], isMismatch: true };
  const host = await findHost(context, hostId);
  const before = await readFoundUpdates(context, host, wordsOnUpdates);
  const found = new Map(before.map((update) => [update.foundUpdateUuid, update]));
  const wanted = new Map<number, boolean | null>();
  for (const { foundUpdateUuid, isApproved } of body.updates) {
    const update = found.get(foundUpdateUuid);
    if (!update) return { updates: before, isMismatch: true };
    wanted.set(Number(update.kbArticle.slice('KB'.length)), isApproved);
  }
  const said = { customerId, siteId, hostId, userId: principal.userId, now };
  const kept = [...wanted].flatMap(([kb, isApproved]) => (isApproved === null ? [] : [{ kb, isApproved }]));
  await lockRevision(tx, customerId);
  await saveHostWords(tx, said, kept);
  await dropHostWords(
    tx,
    said,
    [...wanted].flatMap(([kb, isApproved]) => (isApproved === null ? [kb] : [])),
  );
  await noteDecided(context);
  const wordsBefore = before
    .filter((update) => wanted.has(Number(update.kbArticle.slice('KB'.length))))
    .map(({ kbArticle, ownWord }) => [kbArticle, ownWord]);
  await recordSiteAct(context, 'approval.host', 'approvals', hostId, {
    before: Object.fromEntries(wordsBefore),
    after: Object.fromEntries([...wanted].map(([kb, isApproved]) => [articleOf(kb), isApproved])),
  });
  return { updates: await readFoundUpdates(context, host, wordsOnUpdates), isMismatch: false };
};
