import { isDrift } from '@patchkeep/rules/approvals/drift';
import type { Context } from '../../../platform/context.ts';
import { enterAllSites } from '../../changes/public.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { selectChannels } from '../policy/subjects.queries.ts';

/**
 * About how many applications each site decides differently from the system, as the approvals of the site list them;
 * without sites that do not. For who decides for the system: from here on the transaction sees all sites.
 */
export const countDiffering = async (context: Context): Promise<ReadonlyMap<string, number>> => {
  const { all } = await loadDecisions(context, await enterAllSites(context));
  const ofApplications = all.filter(({ kind }) => kind === 'app');
  const bySystem = new Map(
    ofApplications.flatMap((each) => (each.level === 'system' ? [[each.subject, each] as const] : [])),
  );
  const differing = ofApplications.filter((each) => each.level === 'site' && isDrift(each, bySystem.get(each.subject)));
  const subjects = [...new Set(differing.map(({ subject }) => subject))];
  if (subjects.length === 0) return new Map();
  // The list leaves out what the catalogue no longer has.
  const known = new Set((await selectChannels(context.tx, subjects)).map((row) => row.channel_tag));
  const counts = new Map<string, number>();
  for (const { scopeId, subject } of differing)
    if (known.has(subject)) counts.set(scopeId, (counts.get(scopeId) ?? 0) + 1);
  return counts;
};
