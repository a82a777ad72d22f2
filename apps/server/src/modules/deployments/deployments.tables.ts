import type { SavedChoices } from '@patchkeep/contract/deployment-configs';
import type { InstallChoices } from '@patchkeep/contract/install-choices';
import type { PausedCause } from '@patchkeep/rules/deployments/goal-state';
import type { ColumnType, Selectable } from 'kysely';

/** When how many hosts joined an ongoing job. */
export interface Join {
  at: string;
  count: number;
}

interface GoalsTable {
  customer_id: string;
  site_id: string;
  goal_id: string;
  title: string;
  comment: string;
  is_ongoing: boolean;
  is_multishot: boolean;
  is_enabled: boolean;
  is_completed: boolean;
  paused_cause: PausedCause | null;
  priority: number;
  starts: number;
  serial_number: number;
  /** All targets together. */
  host_nos: Buffer;
  /** Those that were named by themselves. */
  named_nos: Buffer;
  /** Those that joined and wait until somebody agrees. */
  held_nos: Buffer;
  host_count: number;
  written_count: number;
  task_count: number;
  agreed_count: number;
  agreed_at: Date | null;
  joins: ColumnType<Join[], string, string>;
  pressure: number;
  failed_count: number;
  proven_count: number;
  /** The host after which a look at all of them goes on; null when none is under way. */
  looked_no: number | null;
  look_began_at: Date | null;
  looked_at: Date | null;
  seen: string;
  created_by: string;
  created_at: Date;
}

interface GoalActionsTable {
  customer_id: string;
  site_id: string;
  goal_id: string;
  action_no: number;
  action_id: string;
  kind: number;
  channel_tag: string;
  version: string | null;
  is_enabled: boolean;
  priority: number;
  achieved_nos: Buffer;
  spent_nos: Buffer;
  idle_nos: Buffer;
  /** Custom software, which is installed or removed. */
  config_id: string | null;
  is_removal: boolean;
  is_system_based: boolean;
  is_main_user: boolean;
  choices: ColumnType<InstallChoices | null, string | null, string | null>;
  choices_tag: string | null;
  choices_tag_seq: number | null;
  serial_number: number;
}

interface DeploymentChoicesTable {
  customer_id: string;
  site_id: string;
  channel_tag: string;
  choices_id: string;
  choices: ColumnType<SavedChoices, string, string>;
  config_tag: string;
  config_tag_seq: number;
  serial_number: number;
  changed_by: string;
  changed_at: Date;
}

interface GoalTargetsTable {
  customer_id: string;
  site_id: string;
  goal_id: string;
  kind: number;
  target_id: string;
  host_nos: Buffer;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    goals: GoalsTable;
    goal_actions: GoalActionsTable;
    goal_targets: GoalTargetsTable;
    deployment_choices: DeploymentChoicesTable;
  }
}

export type GoalRow = Selectable<GoalsTable>;
export type ActionRow = Selectable<GoalActionsTable>;
export type SavedChoicesRow = Selectable<DeploymentChoicesTable>;
export type TargetRow = Selectable<GoalTargetsTable>;

/** As `goal_targets` numbers its kinds. */
export const targetKind = { group: 1, tag: 2 } as const;
