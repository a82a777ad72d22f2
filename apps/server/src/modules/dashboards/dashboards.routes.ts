import { dashboards } from '@patchkeep/contract/dashboards';
import type { Mount } from '../../platform/http/mount.ts';
import { answerCards } from './cards.service.ts';
import { findDashboard, listDashboards } from './dashboards.service.ts';

export const dashboardRoutes = (mount: Mount): void => {
  mount(dashboards.list, async () => ({ list: await listDashboards() }));
  mount(dashboards.data, async (context, { params }) => {
    const { dashboardUuid, config } = await findDashboard(params.id);
    return { dashboardUuid, config, data: await answerCards(context, config) };
  });
  mount(dashboards.instant, (context, { body }) => answerCards(context, body.config));
};
