import { expect, test } from 'vitest';
import { nextSort, readSort } from './column.ts';
import { rowsToCsv } from './download.ts';
import { describeFilter, type FilterField } from './filter-field.ts';

test('a press on a head sorts up, then down, then up; another head starts anew', () => {
  const up = nextSort(null, 'host');
  expect(up).toEqual({ column: 'host', direction: 'ascending' });
  const down = nextSort(up, 'host');
  expect(down.direction).toBe('descending');
  expect(nextSort(down, 'host')).toEqual(up);
  expect(nextSort(down, 'cves')).toEqual({ column: 'cves', direction: 'ascending' });
});

test('a chip says what it does, also for a field that is no longer known', () => {
  const fields: FilterField[] = [
    { id: 'kind', label: 'Kind', ops: ['is'], options: [{ value: 'srv', label: 'Server' }] },
    { id: 'seen', label: 'Last seen', ops: ['within'], unit: 'days' },
  ];
  expect(describeFilter({ field: 'kind', op: 'is', values: ['srv', 'old'] }, fields)).toEqual({
    field: 'Kind',
    rest: 'is Server, old',
  });
  expect(describeFilter({ field: 'seen', op: 'within', values: ['7'] }, fields).rest).toBe('within 7 days');
  expect(describeFilter({ field: 'gone', op: 'not', values: ['x'] }, fields)).toEqual({
    field: 'gone',
    rest: 'is not x',
  });
});

test('columns without a plain value are left out of the CSV', () => {
  const columns = [
    { id: 'a', header: 'A', width: 1, cell: () => null, text: ({ a }: { a: string }) => a },
    { id: 'b', header: 'B', width: 1, cell: () => null },
  ];
  expect(rowsToCsv(columns, [{ a: '=x' }])).toBe("\ufeffA\r\n'=x\r\n");
});

test.each([null, 7, {}, { column: 'gone', direction: 'ascending' }, { column: 'os', direction: 'up' }])(
  'a kept sort that makes no sense is none: %j',
  (record) => {
    expect(readSort(record, ['os'])).toBeNull();
  },
);

test('a kept sort is believed [HOST-18]', () => {
  const sort = { column: 'os', direction: 'descending' };
  expect(readSort(sort, ['name', 'os'])).toEqual(sort);
});
