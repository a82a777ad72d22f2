import type { ResourceCategory, ResourceCause, ResourceFacts, ResourceState } from '@patchkeep/contract/resources';
import type { ColumnType, Selectable } from 'kysely';

interface SiteResourcesTable {
  customer_id: string;
  site_id: string;
  resource_id: string;
  /** Empty until the file lies in the store. */
  sha256: Buffer;
  filename: string;
  size: number;
  created_by: string;
  created_at: Date;
  category: ResourceCategory;
  content_type: string;
  state: ResourceState;
  cause: ResourceCause | null;
  found: string | null;
  bytes_done: number;
  facts: ColumnType<ResourceFacts | null, string | null, string | null>;
  expires_at: Date | null;
  writer: string | null;
  writer_until: Date | null;
  looked_at: Date | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    site_resources: SiteResourcesTable;
  }
}

export type SiteResourceRow = Selectable<SiteResourcesTable>;
/** A file of a site. */
export type ResourceKey = Pick<SiteResourceRow, 'customer_id' | 'site_id' | 'resource_id'>;
