import { formatNumber, formatPercent } from '../format.ts';
import type { Column } from './column.ts';

/** Describes a column that shows one value of a row, and exports that value. */
type PlainColumn<Value> = <Row>(
  id: string,
  header: string,
  width: number,
  value: (row: Row) => Value,
  more?: Pick<Column<Row>, 'isRowHeader' | 'isSortable' | 'isHiddenAtFirst'>,
) => Column<Row>;

const none = '—';

export const wordColumn: PlainColumn<string | null> = (id, header, width, value, more) => ({
  id,
  header,
  width,
  cell: (row) => value(row) ?? none,
  text: value,
  ...more,
});

export const numberColumn: PlainColumn<number> = (id, header, width, value, more) => ({
  id,
  header,
  width,
  align: 'end',
  cell: (row) => formatNumber(value(row)),
  text: value,
  ...more,
});

/** A column of shares of one. */
export const percentColumn: PlainColumn<number | null> = (id, header, width, value, more) => ({
  id,
  header,
  width,
  align: 'end',
  cell: (row) => {
    const share = value(row);
    return share === null ? none : formatPercent(share);
  },
  text: value,
  ...more,
});

/** The last column: what can be done with a row. */
export const actColumn = <Row>(cell: Column<Row>['cell']): Column<Row> => ({
  id: 'act',
  header: 'Actions',
  width: 92,
  align: 'end',
  cell,
});
