import type { DecisionMode } from '@patchkeep/contract/approval-fields';
import type { DecisionState } from '@patchkeep/contract/vulnerabilities';
import type { Context } from '../../../platform/context.ts';
import type { ReadDecisions } from '../../results/public.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { scopeOf, scopesFor } from '../policy/scopes.service.ts';
import { selectChannels } from '../policy/subjects.queries.ts';
import { decidedAt, shownAt } from './approvals.presenter.ts';
import { countChannels } from './counted.service.ts';

const states: Record<DecisionMode, DecisionState> = {
  auto: 'auto',
  manual: 'approved',
  blocked: 'blocked',
  inherit: 'none',
};

/** What is decided for the whole site about channels: by the site, or by the system where the site says nothing. */
export const readSiteDecisions: ReadDecisions = async (context) => {
  const scopes = await scopesFor(context, 'site');
  const scope = scopeOf(context, scopes, 'site', {});
  const shown = shownAt(scope, scopes, await loadDecisions(context, scopes.siteIds));
  return (channelTag) => {
    const decision = decidedAt(shown, { kind: 'app', subject: channelTag, classification: null });
    return { state: states[decision?.mode ?? 'inherit'], version: decision?.version ?? null };
  };
};

/** Applications at risk that nobody decided about: as many as the list of approvals shows of them. */
export const countUndecided = async (context: Context, level: 'system' | 'site'): Promise<number> => {
  const scopes = await scopesFor(context, level);
  const scope = scopeOf(context, scopes, level, {});
  const shown = shownAt(scope, scopes, await loadDecisions(context, scopes.siteIds));
  const undecided = [...(await countChannels(context, scope, scopes))].flatMap(([subject, { insecureHosts }]) =>
    insecureHosts > 0 && !decidedAt(shown, { kind: 'app', subject, classification: null }) ? subject : [],
  );
  return undecided.length === 0 ? 0 : (await selectChannels(context.tx, undecided)).length;
};
