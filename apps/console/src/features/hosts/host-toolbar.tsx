import type { Host } from '@patchkeep/contract/hosts';
import { type Column } from '../../ui/table/column.ts';
import type { ListFormat } from '../../ui/table/export/export-rows.ts';
import type { KeptLayout } from '../../ui/table/layout/use-column-layout.ts';
import { ListToolbar } from '../../ui/table/list-toolbar.tsx';
import type { SavedView } from '../../ui/table/saved-views.ts';
import { filtersOf, fromFilters, type HostSearch } from './host-search.ts';

const hidden = ['version', 'lastReportedBootTime', 'tags'];
const presets: readonly SavedView[] = [
  { id: 'default', name: 'All active', filters: '', sort: null, hidden },
  {
    id: 'attention',
    name: 'Worst first',
    filters: '',
    sort: { column: 'status', direction: 'descending' },
    hidden,
  },
  { id: 'exploited', name: 'With exploited software', filters: 'mark:is:exploited', sort: null, hidden },
  { id: 'zeroday', name: '0-Day', filters: 'status:is:zeroday', sort: null, hidden },
  { id: 'insecure', name: 'Insecure', filters: 'status:is:insecure', sort: null, hidden },
];

export interface HostToolbarProps {
  screen: string;
  search: HostSearch;
  onSearch: (search: HostSearch) => void;
  columns: readonly Column<Host>[];
  layout: KeptLayout;
  onExport: (format: ListFormat) => void;
}

export function HostToolbar({ screen, search, onSearch, columns, layout, onExport }: HostToolbarProps) {
  return (
    <ListToolbar
      screen={screen}
      presets={presets}
      filters={filtersOf(search)}
      sort={search.sort}
      onView={(filters, sort) => onSearch(fromFilters(filters, sort))}
      columns={columns}
      layout={layout}
      exportDetail="All hosts that match"
      onExport={onExport}
    />
  );
}
