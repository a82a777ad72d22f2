import { type ApprovalKind, approvalKinds, type ApprovalLevel } from '@patchkeep/contract/approval-fields';
import { approvalCalls, approvalCallsOfSite, approvals } from '@patchkeep/contract/approvals';
import type { Context } from '../../platform/context.ts';
import { stepUpNeeded } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Gates } from '../changes/public.ts';
import { inNamedSite } from '../identity/public.ts';
import { applyChange } from './changes/apply.service.ts';
import { uniformChangeRequest, mixedChangeRequest } from './changes/change-request.service.ts';
import { changeOptions } from './changes/options.service.ts';
import { previewChange } from './changes/preview.service.ts';
import { compareApprovals, lookUp } from './matrix/compare.service.ts';
import { listApprovals } from './matrix/lists.service.ts';
import { whyRoutes } from './why/why.routes.ts';
import type { WhyFacts } from './why/why.service.ts';

type Calls = (typeof approvalCalls)['site']['app'];

/** The calls of one level and kind. A call whose path names a site is answered in that one. */
const family = (mount: Mount, calls: Calls, level: ApprovalLevel, kind: ApprovalKind, gates: Gates): void => {
  const inSite = async (context: Context, params: { site?: unknown }): Promise<Context> =>
    typeof params.site === 'string' ? inNamedSite(context, params.site, 'isSystemAdmin') : context;
  mount(calls.list, async (context, { params, query }) =>
    listApprovals(await inSite(context, params), level, kind, query),
  );
  mount(calls.change, async (context, { params, body }) => {
    const there = await inSite(context, params);
    return applyChange(there, () => uniformChangeRequest(there, level, kind, params.type, body), gates);
  });
  mount(calls.preview, async (context, { params, body }) => {
    const there = await inSite(context, params);
    return previewChange(there, await uniformChangeRequest(there, level, kind, params.type, body), gates.tokens);
  });
  mount(calls.options, async (context, { params, body }) =>
    changeOptions(await inSite(context, params), level, kind, body),
  );
};

export const approvalRoutes = (mount: Mount, gates: Gates, known: WhyFacts): void => {
  whyRoutes(mount, known);
  for (const kind of approvalKinds) {
    for (const level of ['system', 'site', 'group', 'tag'] as const)
      family(mount, approvalCalls[level][kind], level, kind, gates);
    for (const level of ['site', 'group', 'tag'] as const)
      family(mount, approvalCallsOfSite[level][kind], level, kind, gates);
  }
  mount(approvals.lookup, (context, { body }) => lookUp(context, 'app', body.channelTags, body));
  mount(approvals.lookupUpdates, (context, { body }) => lookUp(context, 'wua', body.wuaKeys, body));
  mount(approvals.compare, (context, { query }) => compareApprovals(context, query));
  mount(approvals.previewChanges, async (context, { body }) =>
    previewChange(context, await mixedChangeRequest(context, body), gates.tokens),
  );
  mount(approvals.applyChanges, async (context, { body }) => {
    // Its body says whether it holds for all sites, as the calls of that level do by their address.
    if (!context.isProved && body.changes.some(({ level }) => level === 'system')) throw stepUpNeeded();
    return applyChange(context, () => mixedChangeRequest(context, body), gates);
  });
};
