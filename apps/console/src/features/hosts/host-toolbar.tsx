import type { Host } from '@patchkeep/contract/hosts';
import type { ViewList } from '@patchkeep/contract/saved-views';
import { ListToolbar, type PresetView } from '../../acts/views/list-toolbar.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { ListFormat } from '../../ui/table/export/export-rows.ts';
import type { KeptLayout } from '../../ui/table/layout/use-column-layout.ts';
import { type HostSearch, type RawHostSearch, readHostSearch, writeHostSearch } from './host-search.ts';

const hidden = ['version', 'lastReportedBootTime', 'tags'];
const presets: readonly PresetView<RawHostSearch>[] = [
  { id: 'default', name: 'All active', search: {}, hidden },
  { id: 'attention', name: 'Worst first', search: { sort: 'status', order: 'desc' }, hidden },
  { id: 'exploited', name: 'With exploited software', search: { mark: 'exploited' }, hidden },
  { id: 'zeroday', name: '0-Day', search: { status: 'zeroday' }, hidden },
  { id: 'insecure', name: 'Insecure', search: { status: 'insecure' }, hidden },
];

export interface HostToolbarProps {
  screen: ViewList;
  search: HostSearch;
  onSearch: (search: HostSearch) => void;
  /** What a view names and the site no longer has. */
  noteOf: (search: RawHostSearch) => string | undefined;
  columns: readonly Column<Host>[];
  layout: KeptLayout;
  onExport: (format: ListFormat) => void;
}

export function HostToolbar({ screen, search, onSearch, noteOf, columns, layout, onExport }: HostToolbarProps) {
  return (
    <ListToolbar
      list={screen}
      presets={presets}
      search={writeHostSearch(search)}
      onView={(raw) => onSearch(readHostSearch(raw))}
      noteOf={noteOf}
      columns={columns}
      layout={layout}
      exportDetail="All hosts that match"
      onExport={onExport}
    />
  );
}
