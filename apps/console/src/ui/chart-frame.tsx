import { type CsvCell, toCsv } from '@patchkeep/rules/text/csv';
import Download from 'lucide-react/icons/download';
import { type ReactNode, useId, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { formatCount } from './format.ts';
import type { Sort } from './table/column.ts';
import { downloadText } from './table/download.ts';
import { SortButton } from './table/sort-button.tsx';
import s from './chart-frame.module.css';

/** The numbers behind a chart. Typed cells go to CSV; `shown` is what people read. */
export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly { value: CsvCell; shown?: ReactNode }[])[];
  /** What can be done about each row, in a last column under this head; no part of the numbers. */
  acts?: { head: string; cells: readonly ReactNode[] } | undefined;
  /** So many rows are drawn until the others are asked for. */
  most?: number;
  /** Rows that the page sorts by any of the heads. */
  sorting?: { sort: Sort; onSort: (head: string) => void };
}

export interface ChartFrameProps {
  title: string;
  /** The one number the chart is about. */
  figure?: string;
  unit?: string;
  table: ChartTable;
  /** Name of the CSV file, without its ending. */
  fileName: string;
  /** Quieter words beneath the title, such as the periods shown. */
  lead?: ReactNode;
  /** Nothing to press: for a wall, and for paper. */
  isBare?: boolean;
  /** What else can be done with it, after the tools every chart has. */
  actions?: ReactNode;
  /** Drawn instead of the numbers; without a drawing the table is all there is. */
  children?: ReactNode;
}

/** Every chart can be read as a table and taken away as CSV. */
export function ChartFrame({
  title,
  figure,
  unit,
  table,
  fileName,
  lead,
  isBare = false,
  actions,
  children,
}: ChartFrameProps) {
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  const save = () =>
    downloadText(
      `${fileName}.csv`,
      toCsv(
        table.head,
        table.rows.map((row) => row.map(({ value }) => value)),
      ),
    );
  return (
    <figure className={cx('card', s['frame'])} aria-labelledby={titleId}>
      <div className={s['head']}>
        <figcaption id={titleId} className={s['title']}>
          <h2>{title}</h2>
          {lead && <p className={s['lead']}>{lead}</p>}
        </figcaption>
        {!isBare && (
          <div className={s['tools']}>
            {children !== undefined && (
              <Button size="small" variant="quiet" onPress={() => setTable(!isTable)}>
                {isTable ? 'Show as chart' : 'Show as table'}
              </Button>
            )}
            <IconButton size="small" icon={Download} label="Download as CSV" onPress={save} />
            {actions}
          </div>
        )}
      </div>
      {figure && (
        <p className="figure">
          {figure} {unit && <span className={s['unit']}>{unit}</span>}
        </p>
      )}
      {isTable || children === undefined ? <NumbersTable title={title} table={table} /> : children}
    </figure>
  );
}

const sortOf = ({ sorting }: ChartTable, word: string) =>
  sorting && { 'aria-sort': sorting.sort.column === word ? sorting.sort.direction : ('none' as const) };

function NumbersTable({ title, table }: { title: string; table: ChartTable }) {
  const { most = table.rows.length } = table;
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? table.rows : table.rows.slice(0, most);
  // Numbers stand under each other by their last digit, words by their first letter.
  const isWord = (column: number) => table.rows.some((row) => typeof row[column]?.value === 'string');
  const sideOf = (column: number) => s[isWord(column) ? 'word' : 'number'];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, so keys must reach it
    <section className={s['scroll']} aria-label={`${title}, table`} tabIndex={0}>
      <table className={cx(s['table'], table.sorting && s['sortable'])} aria-label={title}>
        <thead>
          <tr>
            {table.head.map((word, column) => (
              <th key={word} scope="col" className={sideOf(column)} {...sortOf(table, word)}>
                {table.sorting ? (
                  <SortButton header={word} isEnd={!isWord(column)} onPress={() => table.sorting?.onSort(word)} />
                ) : (
                  word
                )}
              </th>
            ))}
            {table.acts && <ActsHead>{table.acts.head}</ActsHead>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], row) => (
            <tr key={[first, ...rest].map((cell) => cell?.value).join(' ')}>
              <th scope="row">{first?.shown ?? first?.value}</th>
              {rest.map((cell, index) => (
                <td key={table.head[index + 1]} className={sideOf(index + 1)}>
                  {cell.shown ?? cell.value}
                </td>
              ))}
              {table.acts && <td className={s['word']}>{table.acts.cells[row]}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < table.rows.length && (
        <Button size="small" variant="quiet" onPress={() => setWhole(true)}>
          {`Show all ${formatCount(table.rows.length, 'row')}`}
        </Button>
      )}
    </section>
  );
}

const ActsHead = ({ children }: { children: string }) => (
  <th scope="col" className={s['word']}>
    {children}
  </th>
);
