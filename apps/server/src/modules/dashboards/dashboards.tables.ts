import type { DashboardConfig } from '@patchkeep/contract/dashboard-config';
import type { ColumnType, Selectable } from 'kysely';
import type { UserTokenColumns } from '../../platform/db/token-rows.ts';

type Config = ColumnType<DashboardConfig, string, string>;

interface DashboardsTable {
  customer_id: string;
  /** The site; the customer for dashboards of the system. */
  scope_id: string;
  dashboard_id: string;
  name: string;
  config: Config;
  is_default: boolean;
  serial_number: number;
  created_by: string;
  created_at: Date;
}

interface DashboardTokensTable extends UserTokenColumns {
  dashboard_id: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    dashboards: DashboardsTable;
    dashboard_layouts: {
      customer_id: string;
      scope_id: string;
      dashboard_id: string;
      user_id: string;
      config: Config;
      changed_at: Date;
    };
    dashboard_tokens: DashboardTokensTable;
  }
}

export type DashboardRow = Selectable<DashboardsTable>;
export type DashboardTokenRow = Selectable<DashboardTokensTable>;
