import { toCsv } from '@patchkeep/rules/text/csv';
import type { Column } from './column.ts';

/** Hands the user a file made here. */
export function downloadText(fileName: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The rows in hand as CSV. A list of many pages is exported by the server instead. */
export function rowsToCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.text);
  return toCsv(
    written.map(({ header }) => header),
    rows.map((row) => written.map((column) => column.text?.(row))),
  );
}
