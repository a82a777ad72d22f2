import type { ColumnType } from 'kysely';

/** What one copy adds to its version: kept only where there is something to say. */
export interface CopyFacts {
  versionId: number;
  scope: 'machine' | 'user';
  user?: string;
  path?: string;
  fileVersion?: string;
  productCode?: string;
  source: string;
  architecture?: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    host_inventories: {
      customer_id: string;
      host_no: number;
      version_ids: number[];
      copies: ColumnType<CopyFacts[], string, string>;
      taken_at: Date;
    };
    version_holders: { customer_id: string; version_id: number; bucket: number; host_nos: number[] };
  }
}
