import type { Selectable } from 'kysely';

interface GoalsTable {
  customer_id: string;
  site_id: string;
  goal_id: string;
  title: string;
  comment: string;
  action: number;
  channel_tag: string;
  version: string | null;
  host_nos: Buffer;
  host_count: number;
  written_count: number;
  task_count: number;
  created_by: string;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    goals: GoalsTable;
  }
}

export type GoalRow = Selectable<GoalsTable>;
