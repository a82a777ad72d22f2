import { describe, expect, it } from 'vitest';
import type { Column } from '../column.ts';
import {
  type ColumnLayout,
  columnsInSight,
  columnWidths,
  filledColumns,
  fitOf,
  inOrder,
  layoutAtFirst,
  moveColumn,
  placeColumn,
  readLayout,
  resizeColumn,
  widthLimits,
  writeLayout,
} from './column-layout.ts';

interface Row {
  [id: string]: string | number | null;
}
const column = (id: string, width: number, more: Partial<Column<Row>> = {}): Column<Row> => ({
  id,
  header: id,
  width,
  cell: (row) => row[id],
  text: (row) => row[id],
  ...more,
});
const columns = [
  column('time', 100),
  column('host', 150, { isRowHeader: true }),
  column('group', 80),
  column('result', 120, { isStatus: true }),
  column('agent', 90, { isHiddenAtFirst: true }),
];
const first = layoutAtFirst(columns);
const ids = (given: readonly { id: string }[]) => given.map(({ id }) => id);
const widthsOf = (given: readonly { width: number }[]) => given.map(({ width }) => width);
const space = { layout: first, fit: 'wide', taken: 0, room: 0, filled: null } as const;

describe('a kept layout', () => {
  it('is read as it was written', () => {
    const layout: ColumnLayout = { hidden: new Set(['group']), order: ['host', 'time'], widths: { host: 200 } };
    expect(readLayout(JSON.parse(JSON.stringify(writeLayout(layout))))).toEqual(layout);
  });
  it('of an older console holds the hidden columns alone', () => {
    expect(readLayout(['group', 7])).toEqual({ hidden: new Set(['group']), order: [], widths: {} });
  });
  it('is believed only where it makes sense', () => {
    for (const nonsense of [null, 'x', 4, {}, { order: [] }]) expect(readLayout(nonsense)).toBeNull();
    const { least, most } = widthLimits;
    const widths = { host: 1, group: 99_999, time: 'wide', result: null };
    expect(readLayout({ hidden: 'x', order: [1, 'host'], widths })).toEqual({
      hidden: new Set(),
      order: ['host'],
      widths: { host: least, group: most },
    });
  });
});

describe('the order', () => {
  it('is the list’s own at first, without the columns hidden at first', () => {
    expect(ids(columnsInSight(columns, first, 'wide'))).toEqual(['time', 'host', 'group', 'result']);
  });
  it('puts a column it does not know behind the one it is defined after, and leaves out one that is gone', () => {
    expect(ids(inOrder(columns, ['result', 'gone', 'host', 'agent']))).toEqual([
      'time',
      'result',
      'host',
      'group',
      'agent',
    ]);
  });
  it('changes by one place in sight, over hidden ones', () => {
    const hidden = new Set(['group']);
    const moved = moveColumn({ ...first, hidden }, columns, 'host', 1);
    expect(ids(columnsInSight(columns, moved, 'wide'))).toEqual(['time', 'result', 'host', 'agent']);
    const back = moveColumn(moved, columns, 'host', -1);
    expect(ids(columnsInSight(columns, back, 'wide'))).toEqual(['time', 'host', 'result', 'agent']);
  });
  it('stays where there is no place on that side', () => {
    expect(moveColumn(first, columns, 'time', -1)).toBe(first);
    expect(moveColumn(first, columns, 'result', 1)).toBe(first);
    expect(moveColumn(first, columns, 'gone', 1)).toBe(first);
  });
  it('never hides the column that names the row', () => {
    expect(ids(columnsInSight(columns, { hidden: new Set(['host', 'time']), order: [] }, 'wide'))).toContain('host');
  });
});

describe('where the status would be out of sight', () => {
  it('is told by the widths of the columns up to it, and on a phone by the room alone', () => {
    expect(fitOf(columns, first.hidden, 44, 0)).toBe('wide');
    expect(fitOf(columns, first.hidden, 150, 600)).toBe('wide');
    expect(fitOf(columns, first.hidden, 151, 600)).toBe('narrow');
    expect(fitOf([...columns, column('cause', 400)], first.hidden, 150, 600)).toBe('wide');
    expect(fitOf(columns, first.hidden, 0, 559)).toBe('phone');
  });
  it('the name and the status come first, unless the user chose an order; on a phone always', () => {
    const lead = ['host', 'result', 'time', 'group'];
    expect(ids(columnsInSight(columns, first, 'narrow'))).toEqual(lead);
    const own = { ...first, order: ['time', 'group', 'host', 'result'] };
    expect(ids(columnsInSight(columns, own, 'narrow'))).toEqual(own.order);
    expect(ids(columnsInSight(columns, own, 'phone')).slice(0, 2)).toEqual(['host', 'result']);
    const named = [...columns, column('title', 90, { isName: true })];
    expect(ids(columnsInSight(named, first, 'phone'))).toEqual(['host', 'result', 'title', 'time', 'group']);
  });
  it('the name gives way on a phone until the status is whole, but not without end', () => {
    const shown = columnsInSight(columns, first, 'phone');
    const layout = { widths: { host: 500, result: 500 } };
    expect(widthsOf(columnWidths(shown, { ...space, layout, fit: 'phone', taken: 44, room: 300 }))).toEqual([
      136, 120, 100, 80,
    ]);
    expect(widthsOf(columnWidths(shown, { ...space, layout, fit: 'phone', taken: 44, room: 200 }))[0]).toBe(96);
  });
});

describe('a column that is dragged', () => {
  const drop = (id: string, before: string | null) =>
    ids(inOrder(columns, placeColumn(first, columns, id, before).order));
  it('goes before the one it is dropped on, to either side, or behind the last', () => {
    expect(drop('result', 'time')).toEqual(['result', 'time', 'host', 'group', 'agent']);
    expect(drop('time', 'result')).toEqual(['host', 'group', 'time', 'result', 'agent']);
    expect(drop('time', null)).toEqual(['host', 'group', 'result', 'agent', 'time']);
  });
  it('changes nothing where it already stands, and one that is unknown stays away', () => {
    for (const [id, before] of [
      ['host', 'host'],
      ['host', 'group'],
      ['agent', null],
      ['gone', 'host'],
      ['host', 'gone'],
    ] as const)
      expect(placeColumn(first, columns, id, before)).toBe(first);
  });
});

describe('the widths', () => {
  const shown = columnsInSight(columns, first, 'wide');
  it('share the spare room in proportion, and names get twice as much', () => {
    expect(widthsOf(columnWidths(shown, { ...space, room: 1050 }))).toEqual([200, 450, 160, 240]);
  });
  it('are never less than the columns need', () => {
    expect(widthsOf(columnWidths(shown, { ...space, room: 100 }))).toEqual([100, 150, 80, 120]);
  });
  it('that the user set stay; the others share what is left', () => {
    const layout = { widths: { time: 60, host: 240 } };
    expect(widthsOf(columnWidths(shown, { ...space, layout, room: 700 }))).toEqual([60, 240, 160, 240]);
  });
  it('that the user set all leave the rest to the last', () => {
    const layout = { widths: { time: 100, host: 100, group: 100, result: 100 } };
    expect(widthsOf(columnWidths(shown, { ...space, layout, room: 700 }))).toEqual([100, 100, 100, 400]);
  });
  it('of empty columns are those of their heads, and get nothing of the spare room', () => {
    const filled = new Set(['time', 'host', 'group']);
    const [, , , result] = columnWidths(shown, { ...space, filled, room: 1000 });
    expect(result?.width).toBeLessThan(80);
    const whole = columnWidths(shown, { ...space, filled, room: 1000 }).reduce((sum, { width }) => sum + width, 0);
    expect(whole).toBeCloseTo(1000);
  });
  it('of a resized column and of those before it are set, within limits', () => {
    const drawn = columnWidths(shown, { ...space, room: 1050 });
    expect(resizeColumn(first, drawn, 'host', 333.4).widths).toEqual({ time: 200, host: 333 });
    expect(resizeColumn(first, drawn, 'time', -5).widths).toEqual({ time: widthLimits.least });
    expect(resizeColumn(first, drawn, 'gone', 100)).toBe(first);
  });
});

it('a column is filled by one value, even nought; one that holds buttons always is', () => {
  const buttons: Column<Row> = { id: 'act', header: 'Actions', width: 80, cell: () => null };
  const rows: Row[] = [
    { time: '', host: 'A', group: null, result: '', agent: '' },
    { time: '', host: 'B', group: null, result: '', agent: 0 },
  ];
  expect(filledColumns([...columns, buttons], rows)).toEqual(['host', 'agent', 'act']);
});
