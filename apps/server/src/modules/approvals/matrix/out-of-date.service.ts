import type { Context } from '../../../platform/context.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { scopeOf, scopesFor } from '../policy/scopes.service.ts';
import { channelSubjects } from '../policy/subjects.service.ts';
import { shownAt, statusAt } from './approvals.presenter.ts';

/**
 * How many approvals of applications are out of date, as the list of approvals counts them, without reading what nobody
 * decided about.
 */
export const countOutOfDate = async (context: Context, level: 'system' | 'site'): Promise<number> => {
  const scopes = await scopesFor(context, level);
  const scope = scopeOf(context, scopes, level, {});
  const decisions = await loadDecisions(context, scopes.siteIds);
  const decided = decisions.all.flatMap((each) =>
    each.kind === 'app' && each.scopeId === scope.scopeId && each.mode !== 'inherit' ? each.subject : [],
  );
  const shown = shownAt(scope, scopes, decisions);
  const subjects = await channelSubjects(context, decided);
  return [...subjects.values()].filter((subject) => statusAt(shown, subject) === 'out-of-date').length;
};

/** Channels whose updates are blocked for whole sites: by the site, or by the system where the site says nothing. */
export const listBlocked = async (
  context: Context,
  siteIds: readonly string[],
): Promise<{ siteId: string; channelTag: string }[]> => {
  const { all } = await loadDecisions(context, siteIds);
  const decided = all.filter((each) => each.kind === 'app' && each.mode !== 'inherit');
  const bySystem = decided.filter((each) => each.level === 'system' && each.mode === 'blocked');
  return siteIds.flatMap((siteId) => {
    const own = new Map(
      decided.flatMap((each) => (each.scopeId === siteId ? [[each.subject, each.mode] as const] : [])),
    );
    const blocked = [...own].flatMap(([subject, mode]) => (mode === 'blocked' ? subject : []));
    const inherited = bySystem.flatMap(({ subject }) => (own.has(subject) ? [] : subject));
    return [...blocked, ...inherited].map((channelTag) => ({ siteId, channelTag }));
  });
};
