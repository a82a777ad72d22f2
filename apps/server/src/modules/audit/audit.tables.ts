import type { ColumnType } from 'kysely';

type Json = ColumnType<unknown, string | null, never>;

interface AuditEntriesTable {
  customer_id: string;
  chain_id: string;
  seq: number;
  at: Date;
  actor_id: string | null;
  credential_id: string | null;
  instance_id: string | null;
  request_id: string;
  ip: string;
  verb: string;
  object_kind: string;
  object_id: string;
  before: Json;
  after: Json;
  previous_hash: Buffer;
  hash: Buffer;
}

interface AuditCheckpointsTable {
  customer_id: string;
  chain_id: string;
  seq: number;
  hash: Buffer;
  signed_at: Date;
  /** The statement of the signer, word for word. */
  envelope: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    audit_heads: { customer_id: string; chain_id: string; seq: number; hash: Buffer };
    audit_entries: AuditEntriesTable;
    audit_checkpoints: AuditCheckpointsTable;
  }
}

/** An entry as it is stored, its JSON parsed. */
export type AuditRow = Omit<AuditEntriesTable, 'before' | 'after'> & { before: unknown; after: unknown };
export type CheckpointRow = AuditCheckpointsTable;
