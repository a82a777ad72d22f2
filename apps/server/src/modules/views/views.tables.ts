import type { ViewColumns, ViewList, ViewSearch } from '@patchkeep/contract/saved-views';
import type { ColumnType, Selectable } from 'kysely';

interface SavedViewsTable {
  customer_id: string;
  site_id: string;
  view_id: string;
  owner_id: string;
  /** Shared with everybody who may see the site; otherwise only the owner's. */
  is_shared: boolean;
  list: ViewList;
  name: string;
  search: ColumnType<ViewSearch, string, string>;
  columns: ColumnType<ViewColumns, string, string>;
  serial_number: number;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    saved_views: SavedViewsTable;
  }
}

export type SavedViewRow = Selectable<SavedViewsTable>;
