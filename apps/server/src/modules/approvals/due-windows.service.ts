import { type Decision, policyOf, resolve } from '@patchkeep/rules/approvals/resolve';
import { answerTo } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../platform/context.ts';
import { siteOf } from '../hosts/public.ts';
import { loadDecisions } from './decisions.service.ts';
import { type Walked, walk } from './effective.service.ts';
import { selectSiteWords, type SiteWord } from './host-updates.queries.ts';
import { hostDecision } from './host-updates.service.ts';
import { loadPlaces } from './places.service.ts';
import { askedOf } from './settings.rules.ts';
import { kbOf, updateSubjects } from './subjects.service.ts';

/** Hosts of a site that shall get one Windows update, by who said so. */
export interface DueUpdate {
  hostNos: readonly number[];
  /** What failed before this moment may be tried anew: somebody has decided since. */
  decidedAt: Date;
}

const unnamed = (): string => '';
const longAgo = new Date(0);

/** Hosts with a word of their own are asked one by one: they are few, and their word stands before every level. */
const dueOf = (
  { case: { subject, holders, factsOf }, siteId, alike }: Walked,
  words: readonly SiteWord[],
  now: Date,
) => {
  const asked = (
    resolution: Parameters<typeof askedOf>[1],
    combination: number,
  ): DueUpdate['decidedAt'] | undefined => {
    const { action } = answerTo({ ...askedOf(subject, resolution, factsOf(combination)), now, nameOf: unnamed });
    return action === 'update' ? (resolution.winner?.decidedAt ?? longAgo) : undefined;
  };
  const due: DueUpdate[] = [];
  const add = (hostNos: readonly number[], decidedAt: Date | undefined): void => {
    if (decidedAt && hostNos.length > 0) due.push({ hostNos, decidedAt });
  };
  const own = new Set(words.map((word) => word.host_no));
  for (const { combination, hostNos, resolutions } of alike) {
    const [resolution] = resolutions;
    if (resolution)
      add(
        [...hostNos].filter((hostNo) => !own.has(hostNo)),
        asked(resolution, combination),
      );
  }
  const needing = new Set(words.length === 0 ? [] : holders.hostNos);
  for (const word of words.filter(({ host_no }) => needing.has(host_no))) {
    const policy = policyOf<Decision>([hostDecision(word)], [subject.subject], subject.compare);
    const place = { hostId: word.host_id, siteId, groupChain: [], tagIds: [] };
    add([word.host_no], asked(resolve(policy, place), holders.combinationOf[word.host_no] ?? 0));
  }
  return due;
};

/**
 * The Windows updates that shall be installed now at a site, article by article: by decisions about them, about their
 * classification, and by the word for a host alone. One that is needed and decided about comes even when it is due for
 * nobody, so that old work can be told from it.
 */
export async function* dueWindowsUpdates(context: Context): AsyncGenerator<{ kb: number; due: readonly DueUpdate[] }> {
  const { customerId, siteId } = siteOf(context);
  const places = await loadPlaces(context);
  const decisions = await loadDecisions(context, places.siteIds);
  const words = Map.groupBy(await selectSiteWords(context.tx, customerId, siteId), (word) => word.kb);
  const decided = decisions.all.flatMap((each) => (each.kind === 'wua' && each.mode !== 'inherit' ? each.subject : []));
  const keys = [...new Set([...decided, ...[...words.keys()].map((kb) => `kb:${kb}`)])];
  if (keys.length === 0) return;
  const all = await updateSubjects(context, places.siteIds, keys);
  const subjects = keys.flatMap((key) => all.get(key) ?? []);
  for await (const walked of walk(context, places, subjects, [decisions], all)) {
    const kb = kbOf(walked.case.subject.subject);
    yield { kb, due: dueOf(walked, words.get(kb) ?? [], context.now) };
  }
}
