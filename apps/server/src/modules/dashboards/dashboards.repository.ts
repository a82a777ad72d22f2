import type { DashboardConfig } from '@patchkeep/contract/dashboard-config';
import type { Tx } from '../../platform/db/tenant.ts';
import type { DashboardRow } from './dashboards.tables.ts';

/** A dashboard by its keys. */
export interface DashboardKey {
  customerId: string;
  scopeId: string;
  dashboardId: string;
}

/** All dashboards of a scope, with the layout somebody keeps of each. */
export const selectDashboards = (tx: Tx, customerId: string, scopeId: string, userId: string) =>
  tx
    .selectFrom('dashboards as d')
    .leftJoin('dashboard_layouts as l', (join) =>
      join
        .onRef('l.customer_id', '=', 'd.customer_id')
        .onRef('l.scope_id', '=', 'd.scope_id')
        .onRef('l.dashboard_id', '=', 'd.dashboard_id')
        .on('l.user_id', '=', userId),
    )
    .selectAll('d')
    .select('l.config as layout')
    .where('d.customer_id', '=', customerId)
    .where('d.scope_id', '=', scopeId)
    .execute();

export const insertDashboard = async (tx: Tx, row: DashboardRow): Promise<void> => {
  await tx
    .insertInto('dashboards')
    .values({ ...row, config: JSON.stringify(row.config) })
    .execute();
};

/** Saves over the serial number the user saw; false when somebody was quicker. */
export const updateDashboard = async (
  tx: Tx,
  { customer_id, scope_id, dashboard_id, name, config, is_default }: DashboardRow,
  seenSerial: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('dashboards')
    .set({ name, config: JSON.stringify(config), is_default, serial_number: seenSerial + 1 })
    .where('customer_id', '=', customer_id)
    .where('scope_id', '=', scope_id)
    .where('dashboard_id', '=', dashboard_id)
    .where('serial_number', '=', seenSerial)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** There is one default at most: it makes room for another. */
export const clearDefault = async (tx: Tx, customerId: string, scopeId: string): Promise<void> => {
  await tx
    .updateTable('dashboards')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('scope_id', '=', scopeId)
    .where('is_default', '=', true)
    .execute();
};

export const deleteDashboard = async (tx: Tx, { customerId, scopeId, dashboardId }: DashboardKey): Promise<void> => {
  for (const table of ['dashboard_layouts', 'dashboards'] as const)
    await tx
      .deleteFrom(table)
      .where('customer_id', '=', customerId)
      .where('scope_id', '=', scopeId)
      .where('dashboard_id', '=', dashboardId)
      .execute();
};

export const findLayout = async (
  tx: Tx,
  { customerId, scopeId, dashboardId }: DashboardKey,
  userId: string,
): Promise<DashboardConfig | undefined> =>
  (
    await tx
      .selectFrom('dashboard_layouts')
      .select('config')
      .where('customer_id', '=', customerId)
      .where('user_id', '=', userId)
      .where('scope_id', '=', scopeId)
      .where('dashboard_id', '=', dashboardId)
      .executeTakeFirst()
  )?.config;

export const saveLayout = async (
  tx: Tx,
  { customerId, scopeId, dashboardId }: DashboardKey,
  userId: string,
  layout: DashboardConfig,
  now: Date,
): Promise<void> => {
  const config = JSON.stringify(layout);
  await tx
    .insertInto('dashboard_layouts')
    .values({
      customer_id: customerId,
      scope_id: scopeId,
      dashboard_id: dashboardId,
      user_id: userId,
      config,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'user_id', 'scope_id', 'dashboard_id']).doUpdateSet({ config, changed_at: now }),
    )
    .execute();
};

export const deleteLayout = async (
  tx: Tx,
  { customerId, scopeId, dashboardId }: DashboardKey,
  userId: string,
): Promise<void> => {
  await tx
    .deleteFrom('dashboard_layouts')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('scope_id', '=', scopeId)
    .where('dashboard_id', '=', dashboardId)
    .execute();
};
