import { type DashboardConfig, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import type { Dashboard } from '@patchkeep/contract/dashboards';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import type { Scope } from './scope.ts';

const saving = { operation: { verb: 'save', thing: 'dashboard data' } } as const;
const removing = { operation: { verb: 'delete', thing: 'dashboard data' } } as const;
const touches = { touches: ['dashboard'] } as const;

/** What can be done with a saved dashboard. The built-in one cannot change: saving it makes the first of the scope. */
export const useDashboardActs = ({ calls }: Scope, dashboard: Dashboard) => {
  const params = { id: dashboard.dashboardUuid };
  const { serialNumber } = dashboard;
  return {
    create: useAct(
      (body: { name: string; config: DashboardConfig; isDefault: boolean }) => call(calls.create, { body }, saving),
      touches,
    ),
    saveForAll: useAct(
      (config: DashboardConfig) =>
        dashboard.dashboardUuid === defaultDashboardUuid
          ? call(calls.create, { body: { name: dashboard.name, config, isDefault: true } }, saving)
          : call(calls.save, { params, body: { config, serialNumber } }, saving),
      touches,
    ),
    rename: useAct((name: string) => call(calls.save, { params, body: { name, serialNumber } }, saving), touches),
    makeDefault: useAct(
      (_given: null) => call(calls.save, { params, body: { isDefault: true, serialNumber } }, saving),
      touches,
    ),
    remove: useAct((_given: null) => call(calls.remove, { params }, removing), touches),
    saveForMe: useAct((config: DashboardConfig) => call(calls.arrange, { params, body: { config } }, saving), touches),
    reset: useAct((_given: null) => call(calls.reset, { params }, saving), touches),
  };
};
