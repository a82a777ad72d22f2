import type { DecisionMode } from '@patchkeep/contract/approval-fields';
import type { DecisionState } from '@patchkeep/contract/vulnerabilities';
import type { Context } from '../../../platform/context.ts';
import type { ReadDecisions } from '../../results/public.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { scopeOf, scopesFor } from '../policy/scopes.service.ts';
import { selectChannels } from '../policy/subjects.queries.ts';
import { decidedAt, type Shown, shownAt } from './approvals.presenter.ts';
import { countChannels } from './counted.service.ts';

const states: Record<DecisionMode, DecisionState> = {
  auto: 'auto',
  manual: 'approved',
  blocked: 'blocked',
  inherit: 'none',
};

export const showSite = async (context: Context): Promise<Shown> => {
  const scopes = await scopesFor(context, 'site');
  return shownAt(scopeOf(context, scopes, 'site', {}), scopes, await loadDecisions(context, scopes.siteIds));
};

/** What is decided for the whole site about channels: by the site, or by the system where the site says nothing. */
export const readSiteDecisions: ReadDecisions = async (context) => {
  const shown = await showSite(context);
  return (channelTag) => {
    const decision = decidedAt(shown, { kind: 'app', subject: channelTag, classification: null });
    return { state: states[decision?.mode ?? 'inherit'], version: decision?.version ?? null };
  };
};

/** Applications of the site at risk that nobody decided about: as many as the list of approvals shows of them. */
export const countUndecided = async (context: Context): Promise<number> => {
  const shown = await showSite(context);
  const { scope, scopes } = shown;
  const undecided = [...(await countChannels(context, scope, scopes))].flatMap(([subject, { insecureHosts }]) =>
    insecureHosts > 0 && !decidedAt(shown, { kind: 'app', subject, classification: null }) ? subject : [],
  );
  return undecided.length === 0 ? 0 : (await selectChannels(context.tx, undecided)).length;
};
