import {
  builtInConfig,
  builtInSystemConfig,
  chartTypes,
  type ChartType,
  type DashboardConfig,
  siteCharts,
} from '@patchkeep/contract/dashboard-config';
import { dashboards, systemDashboards } from '@patchkeep/contract/dashboards';
import type { Right } from '@patchkeep/contract/rights';
import { pageHref } from '@patchkeep/rules/site-address';
import { siteOfTab } from '../../lib/client.ts';

/** What a dashboard is of: the current site, or all sites of the customer. */
export interface Scope {
  id: 'site' | 'system';
  path: '/dashboard' | '/system-dashboard';
  calls: typeof dashboards;
  builtIn: DashboardConfig;
  charts: readonly ChartType[];
  /** Who may change it for everybody. */
  canSave: Right;
}

export const siteScope: Scope = {
  id: 'site',
  path: '/dashboard',
  calls: dashboards,
  builtIn: builtInConfig,
  charts: siteCharts,
  canSave: 'canMakeChanges',
};
export const systemScope: Scope = {
  id: 'system',
  path: '/system-dashboard',
  calls: systemDashboards,
  builtIn: builtInSystemConfig,
  charts: chartTypes,
  canSave: 'isSystemAdmin',
};

/** The address of a dashboard of a scope; without an id, of its default one. */
export const dashboardHref = (
  { path }: Scope,
  search: Partial<Record<'dashboardUuid' | 'left' | 'right' | 'period' | 'asOf', string | undefined>> & {
    mode?: 'print';
  } = {},
): string =>
  pageHref(
    path,
    Object.fromEntries(Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    siteOfTab(),
  );
