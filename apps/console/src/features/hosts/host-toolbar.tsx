import type { Host } from '@patchkeep/contract/hosts';
import { type Column } from '../../ui/table/column.ts';
import { ListToolbar } from '../../ui/table/list-toolbar.tsx';
import type { SavedView } from '../../ui/table/saved-views.ts';
import type { HiddenColumns } from '../../ui/table/use-hidden-columns.ts';
import { filtersOf, fromFilters, type HostSearch } from './host-search.ts';

const presets: readonly SavedView[] = [
  { id: 'default', name: 'All active', filters: '', sort: null, hidden: ['tags'] },
];

export interface HostToolbarProps {
  screen: string;
  search: HostSearch;
  onSearch: (search: HostSearch) => void;
  columns: readonly Column<Host>[];
  hidden: HiddenColumns;
  onExport: () => void;
}

export function HostToolbar({ screen, search, onSearch, columns, hidden, onExport }: HostToolbarProps) {
  return (
    <ListToolbar
      screen={screen}
      presets={presets}
      filters={filtersOf(search)}
      sort={search.sort}
      onView={(filters, sort) => onSearch(fromFilters(filters, sort))}
      columns={columns}
      hidden={hidden}
      exportDetail="All hosts that match"
      onExport={onExport}
    />
  );
}
