import { answerTo } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../platform/context.ts';
import { siteOf } from '../hosts/public.ts';
import { loadDecisions } from './decisions.service.ts';
import { type Walked, walk } from './effective.service.ts';
import { selectSiteWords } from './host-updates.queries.ts';
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

const dueOf = ({ case: { subject, factsOf }, alike }: Walked, now: Date): DueUpdate[] =>
  alike.flatMap(({ combination, machine, hostNos, resolutions: [resolution] }) => {
    if (!resolution) return [];
    const asked = askedOf(subject, resolution, factsOf(combination, machine));
    const { action } = answerTo({ ...asked, now, nameOf: unnamed });
    if (action !== 'update') return [];
    return [{ hostNos: [...hostNos], decidedAt: resolution.winner?.decidedAt ?? longAgo }];
  });

/**
 * The Windows updates that shall be installed now at a site, article by article: by decisions about them, about their
 * classification, and by the word for a host alone. One that is needed and decided about comes even when it is due for
 * nobody, so that old work can be told from it.
 */
export async function* dueWindowsUpdates(context: Context): AsyncGenerator<{ kb: number; due: readonly DueUpdate[] }> {
  const { customerId, siteId } = siteOf(context);
  const places = await loadPlaces(context);
  const decisions = await loadDecisions(context, places.siteIds);
  const words = await selectSiteWords(context.tx, customerId, siteId);
  const decided = decisions.all.flatMap((each) => (each.kind === 'wua' && each.mode !== 'inherit' ? each.subject : []));
  const keys = [...new Set([...decided, ...words.map(({ kb }) => `kb:${kb}`)])];
  if (keys.length === 0) return;
  const all = await updateSubjects(context, places.siteIds, keys);
  const subjects = keys.flatMap((key) => all.get(key) ?? []);
  for await (const walked of walk(context, places, subjects, [decisions], all)) {
    yield { kb: kbOf(walked.case.subject.subject), due: dueOf(walked, context.now) };
  }
}
