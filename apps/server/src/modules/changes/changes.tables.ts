import type { ColumnType, Selectable } from 'kysely';

/** Written as text, read as the value it holds. */
type Json<T> = ColumnType<T, string, string>;

/** An act of an endpoint, as it was asked for. */
export interface ActContent {
  /** Method and path of the endpoint. */
  endpoint: string;
  call: { params?: unknown; query?: unknown; body?: unknown };
  /** Some of the hosts it touches. */
  sample: { uuid: string; hostName: string }[];
  /** What follows for the hosts; missing in sets of before this was kept. */
  effect?: string;
  isAskedByToken: boolean;
  /** What taking it back needs to know; missing when it cannot be taken back. */
  kept?: { before: unknown; made: unknown };
}

interface ChangeSetsTable {
  customer_id: string;
  change_set_id: string;
  site_id: string | null;
  state: number;
  /** One of the contract's kinds of changes. */
  kind: string;
  type: number | null;
  level: number;
  title: string;
  reason: string;
  /** Why whoever was asked refused it. */
  refusal: string;
  /** Of approvals: every decision before and after. Their module knows its shape. */
  moves: Json<unknown[]>;
  /** Of every other kind: the act. */
  content: ColumnType<ActContent | null, string | null, string | null>;
  change_count: number;
  content_hash: Buffer;
  targets_hash: Buffer;
  hosts: number;
  /** The hosts it touches, packed; null for sets of before this was kept. */
  host_nos: Buffer | null;
  /** What it is about: sets of one person that share one of these add up. */
  about: string[];
  requested_by: string;
  requested_session: string;
  requested_at: Date;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  expires_at: Date | null;
  undoes_id: string | null;
}

interface ApprovalSettingsTable {
  customer_id: string;
  scope_id: string;
  site_id: string | null;
  is_four_eyes_required: boolean;
  off_asked_by: string | null;
  off_asked_session: string | null;
  off_asked_at: Date | null;
  serial_number: number;
  changed_by: string;
  changed_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    change_sets: ChangeSetsTable;
    approval_settings: ApprovalSettingsTable;
  }
}

export type ChangeSetRow = Selectable<ChangeSetsTable>;
export type ApprovalSettingsRow = Selectable<ApprovalSettingsTable>;
