import { browserTimeZone, formatAbsolute, formatCount, formatNumber } from '../../format.ts';
import { notify } from '../../notify.tsx';
import type { Column } from '../column.ts';
import { downloadText, rowsToCsv } from '../download.ts';
import s from './export-rows.module.css';

/** What can be made of all rows of a list. */
export type ListFormat = 'csv' | 'print';

export const listFormats = (detail: string) =>
  [
    { id: 'csv', label: 'CSV', detail },
    { id: 'print', label: 'Print or PDF', detail },
  ] as const;

/** More would be some hundred sheets, which a browser lays out for minutes. */
const mostPrinted = 5_000;

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
};

/** The rows as paper has them: which list of which site, of when, how many, and all columns that are shown. */
const paperOf = <Row>({ columns, rows, asOf }: ListFile<Row>): HTMLElement => {
  const written = columns.filter((column) => column.text);
  const head = written.map(({ header }) => element('th', header));
  const lines = rows.map((row) =>
    element('tr', '', ...written.map((column) => element('td', String(column.text?.(row) ?? '')))),
  );
  const ofDay = asOf === undefined ? '' : `As of ${asOf} · `;
  const about = `${ofDay}${formatCount(rows.length, 'row')} · ${formatAbsolute(new Date(), browserTimeZone())}`;
  const paper = element(
    'div',
    '',
    element('h1', document.title),
    element('p', about),
    element('table', '', element('thead', '', element('tr', '', ...head)), element('tbody', '', ...lines)),
  );
  paper.className = s['paper'] ?? '';
  return paper;
};

/** Prints all rows of a list instead of the page, which shows some of them. */
const printRows = <Row>(file: ListFile<Row>): void => {
  const { rows } = file;
  if (rows.length > mostPrinted) {
    notify({
      tone: 'warning',
      text: `${formatNumber(rows.length)} rows are too many for paper: narrow the list to ${formatNumber(mostPrinted)}, or export them as CSV.`,
    });
    return;
  }
  const paper = paperOf(file);
  document.body.append(paper);
  window.addEventListener('afterprint', () => paper.remove(), { once: true });
  window.print();
};

/** All rows of a list with the columns that are shown. */
export interface ListFile<Row> {
  /** Of the file, without its ending. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The day of the past that the list is of. */
  asOf?: string | undefined;
}

/** The day beside every row: a file may lose its name. */
const ofDay = (day: string): Column<unknown> => ({
  id: 'asOf',
  header: 'As of',
  width: 100,
  cell: () => day,
  text: () => day,
});

/** Hands out all rows of a list. */
export const exportRows = <Row>(format: ListFormat, file: ListFile<Row>): void => {
  const { name, columns, rows, asOf } = file;
  if (format === 'print') printRows(file);
  else if (asOf === undefined) downloadText(`${name}.csv`, rowsToCsv(columns, rows));
  else downloadText(`${name}-as-of-${asOf}.csv`, rowsToCsv([...columns, ofDay(asOf)], rows));
};
