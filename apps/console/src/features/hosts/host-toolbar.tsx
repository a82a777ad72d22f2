import type { Host } from '@patchkeep/contract/hosts';
import { useState } from 'react';
import { type Column } from '../../ui/table/column.ts';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { ExportMenu } from '../../ui/table/export-menu.tsx';
import type { SavedView } from '../../ui/table/saved-views.ts';
import type { HiddenColumns } from '../../ui/table/use-hidden-columns.ts';
import { ViewMenu } from '../../ui/table/view-menu.tsx';
import { filtersOf, fromFilters, type HostSearch } from './host-search.ts';
import { useSavedViews } from './use-saved-views.ts';

const formats = [{ id: 'csv', label: 'CSV', detail: 'All hosts that match' }] as const;
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

/** Views of one's own, the columns and the export. */
export function HostToolbar({ screen, search, onSearch, columns, hidden, onExport }: HostToolbarProps) {
  const views = useSavedViews(screen);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const filters = filtersOf(search);
  const all = [...presets, ...views.own];
  const chosen = all.find(({ id }) => id === chosenId) ?? all.find((view) => view.filters === filters);
  return (
    <>
      <ViewMenu
        presets={presets}
        own={views.own}
        currentId={chosen?.id ?? null}
        isChanged={chosen !== undefined && chosen.filters !== filters}
        onChoose={(view) => {
          setChosenId(view.id);
          onSearch(fromFilters(view.filters, view.sort));
          hidden.setHidden(new Set(view.hidden));
        }}
        onSave={(name) => {
          views.save({ id: name, name, filters, sort: search.sort, hidden: [...hidden.hidden] });
          setChosenId(name);
        }}
        onRemove={(view) => {
          views.remove(view.id);
          setChosenId(null);
        }}
      />
      <ColumnChooser columns={columns} {...hidden} />
      <ExportMenu formats={formats} onExport={onExport} />
    </>
  );
}
