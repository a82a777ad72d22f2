import type { TaskSpec } from '@patchkeep/contract/custom-software';
import type { Approval } from '@patchkeep/orders/custom/approval';
import type { ColumnType, Selectable } from 'kysely';

/** A signature that somebody gave, and whose it is. */
export interface GivenApproval extends Approval {
  holder: string;
}

interface CustomConfigsTable {
  customer_id: string;
  site_id: string;
  config_id: string;
  title: string;
  spec: ColumnType<TaskSpec, string, string>;
  serial_number: number;
  release: number;
  changed_by: string;
  changed_at: Date;
}

interface CustomPackagesTable {
  customer_id: string;
  site_id: string;
  config_id: string;
  release: number;
  spec_tag: string;
  statement_hash: Buffer;
  statement: string;
  approvers_version: number;
  approvals: ColumnType<GivenApproval[], string, string>;
  needed_count: number;
  envelope: string | null;
  expires_at: Date;
  made_at: Date;
}

interface ApproverStatementsTable {
  customer_id: string;
  site_id: string;
  version: number;
  statement: string;
  statement_hash: Buffer;
  approvals: ColumnType<GivenApproval[], string, string>;
  envelope: string | null;
  starts_at: Date;
  made_by: string;
  made_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    custom_configs: CustomConfigsTable;
    custom_packages: CustomPackagesTable;
    approver_statements: ApproverStatementsTable;
  }
}

export type CustomConfigRow = Selectable<CustomConfigsTable>;
export type CustomPackageRow = Selectable<CustomPackagesTable>;
export type ApproverStatementRow = Selectable<ApproverStatementsTable>;
