import { useState } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import type { Column, Sort } from './column.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { type ListFormat, listFormats } from './export/export-rows.ts';
import type { KeptLayout } from './layout/use-column-layout.ts';
import type { SavedView } from './saved-views.ts';
import { useSavedViews } from './use-saved-views.ts';
import { ViewMenu } from './view-menu.tsx';

export interface ListToolbarProps {
  screen: string;
  /** Views that come with the product. */
  presets: readonly SavedView[];
  /** What narrows the list now, as one text. */
  filters: string;
  sort: Sort | null;
  onView: (filters: string, sort: Sort | null) => void;
  columns: readonly Column<never>[];
  layout: KeptLayout;
  /** "All hosts that match". */
  exportDetail: string;
  onExport: (format: ListFormat) => void;
}

interface ColumnsAndExportProps {
  columns: readonly Column<never>[];
  layout: KeptLayout;
  /** "All hosts that match". */
  detail: string;
  onExport: (format: ListFormat) => void;
}

export function ColumnsAndExport({ columns, layout, detail, onExport }: ColumnsAndExportProps) {
  return (
    <>
      <ColumnChooser columns={columns} layout={layout} />
      <ExportMenu formats={listFormats(detail)} onExport={onExport} />
    </>
  );
}

/** Views of one's own, the columns and the export. */
export function ListToolbar(props: ListToolbarProps) {
  const { screen, presets, filters, sort, onView, columns, layout } = props;
  const views = useSavedViews(screen);
  const [chosenId, setChosenId] = useState<string | null>(null);
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
          onView(view.filters, view.sort);
          layout.setHidden(new Set(view.hidden));
        }}
        onSave={(name) => {
          views.save({ id: name, name, filters, sort, hidden: [...layout.hidden] });
          setChosenId(name);
        }}
        onRemove={(view) => {
          views.remove(view.id);
          setChosenId(null);
        }}
      />
      <ColumnsAndExport columns={columns} layout={layout} detail={props.exportDetail} onExport={props.onExport} />
    </>
  );
}
