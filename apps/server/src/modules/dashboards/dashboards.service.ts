import { builtInConfig, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import type { Dashboard } from '@patchkeep/contract/dashboards';
import { notFound } from '../../platform/errors.ts';

const builtIn: Dashboard = {
  dashboardUuid: defaultDashboardUuid,
  name: 'Dashboard',
  config: builtInConfig,
  isDefault: true,
  isPersonal: false,
  serialNumber: 0,
};

export const listDashboards = async (): Promise<Dashboard[]> => [builtIn];

export const findDashboard = async (dashboardId: string): Promise<Dashboard> => {
  const found = (await listDashboards()).find((each) => each.dashboardUuid === dashboardId);
  if (!found) throw notFound();
  return found;
};
