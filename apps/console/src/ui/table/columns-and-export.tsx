import { ColumnChooser } from './column-chooser.tsx';
import type { Column } from './column.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { type ListFormat, listFormats } from './export/export-rows.ts';
import type { KeptLayout } from './layout/use-column-layout.ts';

export interface ColumnsAndExportProps {
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
