import { dashboards, dashboardTokens, detached, systemDashboards, systemSites } from '@patchkeep/contract/dashboards';
import { firstSteps } from '@patchkeep/contract/first-steps';
import { reports } from '@patchkeep/contract/reports';
import type { Context } from '../../platform/context.ts';
import { unauthenticated } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { errorReports } from '../identity/public.ts';
import { answerCards } from './cards.service.ts';
import {
  arrange,
  createDashboard,
  findDashboard,
  listDashboards,
  removeDashboard,
  saveDashboard,
} from './dashboards.service.ts';
import type { DetachedCallers, Shown } from './detached.service.ts';
import { readFirstSteps } from './first-steps.service.ts';
import { answerAgain } from './periodic.service.ts';
import { type Reach, reachSite, reachSystem } from './reach.service.ts';
import { readReport } from './report/report.service.ts';
import { compareSites } from './sites.service.ts';
import { createToken, endToken, readTokens } from './tokens.service.ts';

const answer = async (
  context: Context,
  reach: Reach,
  dashboardId: string,
  { periodic, asOf }: { periodic: 'true' | 'false'; asOf?: string | undefined },
) => {
  const { dashboardUuid, config } = await findDashboard(context, reach, dashboardId);
  const isShared = periodic === 'true' && asOf === undefined;
  const data = isShared ? await answerAgain(context, reach, config) : await answerCards(context, reach, config, asOf);
  return { dashboardUuid, config, data };
};

/** The calls of a site's dashboards and of the system's differ only in what they reach. */
const family = (
  mount: Mount,
  calls: typeof dashboards,
  reachOf: (context: Context) => Reach | Promise<Reach>,
): void => {
  mount(calls.list, async (context) => ({ list: await listDashboards(context, await reachOf(context)) }));
  mount(calls.data, async (context, { params, query }) => answer(context, await reachOf(context), params.id, query));
  mount(calls.instant, async (context, { body }) =>
    answerCards(context, await reachOf(context), body.config, body.asOf),
  );
  mount(calls.create, async (context, { body }) => createDashboard(context, await reachOf(context), body));
  mount(calls.save, async (context, { params, body }) =>
    saveDashboard(context, await reachOf(context), params.id, body),
  );
  mount(calls.remove, async (context, { params }) => {
    await removeDashboard(context, await reachOf(context), params.id);
    return {};
  });
  mount(calls.arrange, async (context, { params, body }) =>
    arrange(context, await reachOf(context), params.id, body.config),
  );
  mount(calls.reset, async (context, { params }) => arrange(context, await reachOf(context), params.id, null));
};

export const dashboardRoutes = (mount: Mount, screens: DetachedCallers): void => {
  family(mount, dashboards, reachSite);
  family(mount, systemDashboards, reachSystem);
  mount(firstSteps.list, async (context) => ({ steps: await readFirstSteps(context) }));
  mount(reports.read, (context, { query }) => readReport(context, query));
  mount(systemSites.compare, async (context, { query }) => compareSites(context, await reachSystem(context), query));
  mount(dashboardTokens.list, async (context) => ({ dashboardTokens: await readTokens(context) }));
  mount(dashboardTokens.create, (context, { body }) => createToken(context, body));
  mount(dashboardTokens.revoke, async (context, { params }) => {
    await endToken(context, params.id);
    context.onCommit(() => screens.forget(params.id));
    return {};
  });
};

/** The realm of screens that show one dashboard. */
export const detachedRoutes = (mount: Mount, screens: DetachedCallers, { isUat }: { isUat: boolean }): void => {
  const shownTo = (context: Context): Shown => {
    const shown = screens.shownTo(context.principal);
    if (!shown) throw unauthenticated();
    return shown;
  };
  mount(detached.ehlo, async (context) => {
    const { dashboardId, siteName, username, expires } = shownTo(context);
    const { dashboardUuid, name } = await findDashboard(context, reachSite(context), dashboardId);
    return { dashboardUuid, heading: name, siteName, username, expires: expires.toISOString(), isUat };
  });
  mount(detached.data, (context, { query }) =>
    answer(context, reachSite(context), shownTo(context).dashboardId, query),
  );
  const keepReport = errorReports();
  mount(detached.reportError, async (context, { body }) => {
    await keepReport(context, body);
    return {};
  });
};
