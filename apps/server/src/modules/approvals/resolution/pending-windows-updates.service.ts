import { answerTo } from '@patchkeep/rules/approvals/verdict';
import { kbOfKey, keyOfKb } from '@patchkeep/rules/kb';
import type { Context } from '../../../platform/context.ts';
import { siteOf } from '../../hosts/public.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { selectSiteOverrides } from '../policy/host-updates.queries.ts';
import { loadScopes } from '../policy/scopes.service.ts';
import { questionOf } from '../policy/settings.rules.ts';
import { updateSubjects } from '../policy/subjects.service.ts';
import { type ResolvedSubject, resolveCohorts } from './resolve-cohorts.service.ts';

/** Hosts of a site that one Windows update is pending for, by the decision that wins for them. */
export interface PendingWindowsUpdate {
  hostNos: readonly number[];
  /** What failed before this moment may be tried anew: somebody has decided since. */
  decidedAt: Date;
}

const unnamed = (): string => '';
const longAgo = new Date(0);

const pendingOf = (
  { subjectHolders: { subject, factsOf }, cohorts }: ResolvedSubject,
  now: Date,
): PendingWindowsUpdate[] =>
  cohorts.flatMap(({ hostNos, resolutions: [resolution], ...kind }) => {
    if (!resolution) return [];
    const question = questionOf(subject, resolution, factsOf(kind));
    const { action } = answerTo({ ...question, now, nameOf: unnamed });
    if (action !== 'update') return [];
    return [{ hostNos: [...hostNos], decidedAt: resolution.winner?.decidedAt ?? longAgo }];
  });

/**
 * Lists the Windows updates that are pending at a site now, article by article: by decisions about them, about their
 * classification, and by overrides of hosts. An update that hosts need and that has a decision is listed even when it is
 * pending for no host, so that its obsolete tasks can be found.
 */
export async function* pendingWindowsUpdates(
  context: Context,
): AsyncGenerator<{ kb: number; pending: readonly PendingWindowsUpdate[] }> {
  const { customerId, siteId } = siteOf(context);
  const scopes = await loadScopes(context);
  const decisions = await loadDecisions(context, scopes.siteIds);
  const overrides = await selectSiteOverrides(context.tx, customerId, siteId);
  const decided = decisions.all.flatMap((each) => (each.kind === 'wua' && each.mode !== 'inherit' ? each.subject : []));
  const keys = [...new Set([...decided, ...overrides.map(({ kb }) => keyOfKb(kb))])];
  if (keys.length === 0) return;
  const all = await updateSubjects(context, scopes.siteIds, keys);
  const subjects = keys.flatMap((key) => all.get(key) ?? []);
  for await (const resolved of resolveCohorts(context, scopes, subjects, [decisions], all)) {
    yield { kb: kbOfKey(resolved.subjectHolders.subject.subject), pending: pendingOf(resolved, context.now) };
  }
}
