import Download from 'lucide-react/icons/download';
import { type ReactNode, useId, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import s from './chart-frame.module.css';
import { type CsvCell, toCsv } from './table/csv.ts';
import { downloadText } from './table/download.ts';

/** The numbers behind a chart. Typed cells go to CSV; `shown` is what people read. */
export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly { value: CsvCell; shown?: string }[])[];
}

export interface ChartFrameProps {
  title: string;
  /** The one number the chart is about. */
  figure?: string;
  unit?: string;
  table: ChartTable;
  /** Name of the CSV file, without its ending. */
  fileName: string;
  children: ReactNode;
}

/** Every chart can be read as a table and taken away as CSV. */
export function ChartFrame({ title, figure, unit, table, fileName, children }: ChartFrameProps) {
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
    <figure className={s['frame']} aria-labelledby={titleId}>
      <div className={s['head']}>
        <figcaption id={titleId} className={s['title']}>
          <h3>{title}</h3>
        </figcaption>
        <div className={s['tools']}>
          <Button size="small" variant="quiet" onPress={() => setTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
          <IconButton size="small" icon={Download} label="Download as CSV" onPress={save} />
        </div>
      </div>
      {figure && (
        <p className={s['figure']}>
          {figure} {unit && <span className={s['unit']}>{unit}</span>}
        </p>
      )}
      {isTable ? <NumbersTable title={title} table={table} /> : children}
    </figure>
  );
}

function NumbersTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    <div className={s['scroll']}>
      <table className={s['table']} aria-label={title}>
        <thead>
          <tr>
            {table.head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([first, ...rest]) => (
            <tr key={String(first?.value)}>
              <th scope="row">{first?.shown ?? first?.value}</th>
              {rest.map((cell, index) => (
                <td key={table.head[index + 1]}>{cell.shown ?? cell.value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
