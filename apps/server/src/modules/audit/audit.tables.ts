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

declare module '../../platform/db/tables.ts' {
  interface Tables {
    audit_heads: { customer_id: string; chain_id: string; seq: number; hash: Buffer };
    audit_entries: AuditEntriesTable;
  }
}

export type AuditRow = Omit<AuditEntriesTable, 'before' | 'after'> & { before: string | null; after: string | null };
