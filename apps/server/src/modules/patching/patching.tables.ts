import type { Selectable } from 'kysely';

interface TasksTable {
  customer_id: string;
  site_id: string;
  task_id: string;
  host_id: string;
  kind: number;
  channel_tag: string;
  from_version: string;
  to_version: string;
  statement_hash: Buffer | null;
  options: Record<string, string>;
  state: number;
  attempt: number;
  epoch: number;
  ready_at: Date;
  lent_until: Date | null;
  futile: number;
  has_inventory: boolean;
  created_at: Date;
  changed_at: Date;
  result: string;
  pkg_result: string | null;
  exit_code: number | null;
  cause: string;
  is_disk_full: boolean;
  awaits: number;
  awaits_since: Date | null;
  waited_epoch: number;
  for_user: string;
  goal_id: string | null;
  /** The action of the job. */
  action_no: number | null;
  /** When somebody asked for another attempt at it; null unless it failed for good. */
  retried_at: Date | null;
}

interface PatchingSettingsTable {
  customer_id: string;
  site_id: string;
  release_budget: number;
  task_life_days: number;
  revision: number;
}

interface PlanStatesTable {
  customer_id: string;
  site_id: string;
  seen: string;
  is_complete: boolean;
  planned_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    tasks: TasksTable;
    patching_settings: PatchingSettingsTable;
    plan_states: PlanStatesTable;
    update_history: {
      customer_id: string;
      site_id: string;
      at: Date;
      upgrades: number;
      security_upgrades: number;
    };
  }
}

export type TaskRow = Selectable<TasksTable>;
export type PatchingSettingsRow = Selectable<PatchingSettingsTable>;
