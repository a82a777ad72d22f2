import { randomUUIDv7 } from 'node:crypto';
import {
  builtInConfig,
  builtInSystemConfig,
  type DashboardConfig,
  dashboardLimits,
  defaultDashboardUuid,
} from '@patchkeep/contract/dashboard-config';
import type { Dashboard, dashboards } from '@patchkeep/contract/dashboards';
import type { Received } from '@patchkeep/contract/endpoint';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound, saveConflict } from '../../platform/errors.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { refuseForeignCards } from './cards.service.ts';
import {
  clearDefault,
  deleteDashboard,
  deleteLayout,
  findLayout,
  insertDashboard,
  saveLayout,
  selectDashboards,
  updateDashboard,
} from './dashboards.repository.ts';
import type { DashboardRow } from './dashboards.tables.ts';
import type { Reach } from './reach.service.ts';

const present = (row: DashboardRow, layout: DashboardConfig | null): Dashboard => ({
  dashboardUuid: row.dashboard_id,
  name: row.name,
  config: layout ?? row.config,
  isDefault: row.is_default,
  isPersonal: layout !== null,
  serialNumber: row.serial_number,
});

const builtIn = ({ level }: Reach, layout: DashboardConfig | undefined): Dashboard => ({
  dashboardUuid: defaultDashboardUuid,
  name: level === 'site' ? 'Dashboard' : 'System Dashboard',
  config: layout ?? (level === 'site' ? builtInConfig : builtInSystemConfig),
  isDefault: true,
  isPersonal: layout !== undefined,
  serialNumber: 0,
});

const record = async (
  context: Context,
  { level, scopeId }: Reach,
  verb: string,
  objectId: string,
  change: { before?: unknown; after?: unknown },
): Promise<void> => {
  const siteId = level === 'site' ? scopeId : null;
  await recordActOfCaller(context, { siteId, verb, objectKind: 'dashboard', objectId, ...change });
  context.emit({ thing: 'dashboard', id: objectId, ...(siteId !== null && { siteAccountUuid: siteId }) });
};

const nobody = '00000000-0000-0000-0000-000000000000';
/** Whose layouts are seen: a screen on a wall shows what everybody sees, whoever hung it there. */
const viewerOf = ({ kind, userId }: Context['principal']): string => (kind === 'dashboard' ? nobody : userId);

const keyOf = ({ customerId, scopeId }: Reach, dashboardId: string) => ({ customerId, scopeId, dashboardId });

/** The default first, then by name. */
export const listDashboards = async (context: Context, reach: Reach): Promise<Dashboard[]> => {
  const { tx } = context;
  const viewer = viewerOf(context.principal);
  const rows = await selectDashboards(tx, reach.customerId, reach.scopeId, viewer);
  const saved = rows
    .map(({ layout, ...row }) => present(row, layout))
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.name.localeCompare(b.name, 'en'));
  if (saved[0]?.isDefault) return saved;
  const layout = await findLayout(tx, keyOf(reach, defaultDashboardUuid), viewer);
  return [builtIn(reach, layout), ...saved];
};

/** A dashboard as the caller sees it; the all-zero id is the default one, whichever that is. */
export const findDashboard = async (context: Context, reach: Reach, dashboardId: string): Promise<Dashboard> => {
  const all = await listDashboards(context, reach);
  const found = dashboardId === defaultDashboardUuid ? all[0] : all.find((each) => each.dashboardUuid === dashboardId);
  if (!found) throw notFound();
  return found;
};

const findRow = async ({ tx, principal }: Context, reach: Reach, dashboardId: string): Promise<DashboardRow> => {
  const rows = await selectDashboards(tx, reach.customerId, reach.scopeId, principal.userId);
  const found = rows.find((row) => row.dashboard_id === dashboardId);
  if (!found) throw notFound();
  const { layout: _, ...row } = found;
  return row;
};

export const createDashboard = async (
  context: Context,
  reach: Reach,
  { name, config, isDefault }: Received<typeof dashboards.create>['body'],
): Promise<Dashboard> => {
  const { tx, now, principal } = context;
  const { customerId, scopeId } = reach;
  refuseForeignCards(reach, config);
  if ((await selectDashboards(tx, customerId, scopeId, principal.userId)).length >= dashboardLimits.perSite)
    throw invalid(`There can be ${dashboardLimits.perSite} dashboards. Delete one first.`);
  if (isDefault) await clearDefault(tx, customerId, scopeId);
  const row: DashboardRow = {
    customer_id: customerId,
    scope_id: scopeId,
    dashboard_id: randomUUIDv7(),
    name,
    config,
    is_default: isDefault,
    serial_number: 1,
    created_by: principal.userId,
    created_at: now,
  };
  await insertDashboard(tx, row);
  await record(context, reach, 'dashboard.create', row.dashboard_id, { after: { name, config, isDefault } });
  return present(row, null);
};

export const saveDashboard = async (
  context: Context,
  reach: Reach,
  dashboardId: string,
  { serialNumber, ...given }: Received<typeof dashboards.save>['body'],
): Promise<Dashboard> => {
  const before = await findRow(context, reach, dashboardId);
  const { name = before.name, config = before.config, isDefault = before.is_default } = given;
  refuseForeignCards(reach, config);
  if (isDefault && !before.is_default) await clearDefault(context.tx, reach.customerId, reach.scopeId);
  const row = { ...before, name, config, is_default: isDefault };
  if (!(await updateDashboard(context.tx, row, serialNumber)))
    throw saveConflict('Somebody else has saved this dashboard meanwhile');
  await record(context, reach, 'dashboard.save', dashboardId, {
    before: { name: before.name, config: before.config, isDefault: before.is_default },
    after: { name, config, isDefault },
  });
  return findDashboard(context, reach, dashboardId);
};

export const removeDashboard = async (context: Context, reach: Reach, dashboardId: string): Promise<void> => {
  const { name, config } = await findRow(context, reach, dashboardId);
  await deleteDashboard(context.tx, keyOf(reach, dashboardId));
  await record(context, reach, 'dashboard.remove', dashboardId, { before: { name, config } });
};

/** A layout of one's own, or none: then everybody's is seen again. */
export const arrange = async (
  context: Context,
  reach: Reach,
  dashboardId: string,
  layout: DashboardConfig | null,
): Promise<Dashboard> => {
  if (layout) refuseForeignCards(reach, layout);
  const { dashboardUuid } = await findDashboard(context, reach, dashboardId);
  const key = keyOf(reach, dashboardUuid);
  const { tx, now, principal } = context;
  if (layout) await saveLayout(tx, key, principal.userId, layout, now);
  else await deleteLayout(tx, key, principal.userId);
  await record(context, reach, layout ? 'dashboard.arrange' : 'dashboard.reset', dashboardUuid, {
    ...(layout && { after: layout }),
  });
  return findDashboard(context, reach, dashboardUuid);
};
