import type { Context } from '../../platform/context.ts';
import { shownAt, statusAt } from './approvals.presenter.ts';
import { loadDecisions } from './decisions.service.ts';
import { placeOf, placesFor } from './places.service.ts';
import { channelSubjects } from './subjects.service.ts';

/**
 * Subjects of the applications decided about at a place, by how each decision stands: the numbers above the list of
 * approvals, without reading what nobody decided about.
 */
const standingAt = async (context: Context, level: 'system' | 'site') => {
  const places = await placesFor(context, level);
  const place = placeOf(context, places, level, {});
  const decisions = await loadDecisions(context, places.siteIds);
  const decided = decisions.all.filter(
    (each) => each.kind === 'app' && each.scopeId === place.scopeId && each.mode !== 'inherit',
  );
  const shown = shownAt(place, places, decisions);
  const subjects = await channelSubjects(
    context,
    decided.map((each) => each.subject),
  );
  return [...subjects.values()].map((subject) => ({ subject: subject.subject, status: statusAt(shown, subject) }));
};

export const countOutOfDate = async (context: Context, level: 'system' | 'site'): Promise<number> =>
  (await standingAt(context, level)).filter(({ status }) => status === 'out-of-date').length;
