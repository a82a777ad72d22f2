interface SiteResourcesTable {
  customer_id: string;
  site_id: string;
  resource_id: string;
  sha256: Buffer;
  filename: string;
  size: number;
  created_by: string;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    site_resources: SiteResourcesTable;
  }
}

export type SiteResourceRow = SiteResourcesTable;
