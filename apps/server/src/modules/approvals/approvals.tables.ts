import type {
  ApprovalKind,
  ApprovalLevel,
  ApprovalOptions,
  ApprovalStatus,
  DecisionMode,
} from '@patchkeep/contract/approval-fields';
import type { Customization } from '@patchkeep/contract/customization';
import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';

/** Written as text, read as the value it holds. */
type Json<T> = ColumnType<T, string, string>;

interface ApprovalsTable {
  customer_id: string;
  approval_id: string;
  site_id: string | null;
  group_id: string | null;
  tag_id: string | null;
  level: GeneratedAlways<number>;
  scope_id: GeneratedAlways<string>;
  kind: number;
  subject: string;
  mode: number;
  version: string | null;
  options: Json<Partial<ApprovalOptions>>;
  customization: ColumnType<Customization | null, string | null, string | null>;
  is_customization_enabled: boolean;
  serial_number: number;
  decided_at: Date;
  changed_by: string;
  changed_at: Date;
  change_set_id: string | null;
}

/** The content of a decision, without its scope and subject. */
export interface DecisionState {
  mode: DecisionMode;
  version: string | null;
  options: ApprovalOptions;
  customization: Customization | null;
  isCustomizationEnabled: boolean;
  /** When mode and version were last decided, as text: it is kept in change sets. Null before anything was. */
  decidedOn: string | null;
}

/** One decision before and after a change set, as stored in `change_sets.moves`. */
export interface DecisionChange {
  kind: ApprovalKind;
  subject: string;
  name: string;
  level: ApprovalLevel;
  siteId: string | null;
  groupId: string | null;
  tagId: string | null;
  scopeName: string;
  before: DecisionState;
  after: DecisionState;
  /** The status before and after, on the day of the change. */
  statusBefore: ApprovalStatus;
  statusAfter: ApprovalStatus;
  /** The decision must still have this serial number; zero when there was none. */
  serialBefore: number;
  /** The change set that made the decision before. */
  setIdBefore: string | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    approvals: ApprovalsTable;
    approval_revisions: { customer_id: string; revision: number };
    host_update_approvals: {
      customer_id: string;
      site_id: string;
      host_id: string;
      kb: number;
      is_approved: boolean;
      changed_by: string;
      changed_at: Date;
    };
  }
}

export type ApprovalRow = Selectable<ApprovalsTable>;
