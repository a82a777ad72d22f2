import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Filter,
  type FilterOp,
  filterOps,
  formatFilter,
  formatFilters,
  parseFilter,
  parseFilters,
  withFilter,
} from './filters.ts';

const status: Filter = { field: 'status', op: 'is', values: ['Insecure', '0-Day'] };
const group: Filter = { field: 'group', op: 'under', values: ['Sales'] };

const anyText = fc.string({ minLength: 1, unit: 'binary' });
const anyFilter: fc.Arbitrary<Filter> = fc.record({
  field: anyText,
  op: fc.constantFrom(...(Object.keys(filterOps) as FilterOp[])),
  values: fc.uniqueArray(anyText, { minLength: 1, maxLength: 4 }),
});

test('reads as people would write it', () => {
  expect(formatFilters([status, group])).toBe('status:is:Insecure,0-Day;group:under:Sales');
  expect(parseFilters('status:is:Insecure,0-Day;group:under:Sales')).toEqual([status, group]);
});

test('any field and value comes back as it went, through a URL too', () => {
  fc.assert(
    fc.property(fc.array(anyFilter, { maxLength: 4 }), (filters) => {
      expect(parseFilters(formatFilters(filters))).toEqual(filters);
    }),
  );
  const odd: Filter = { field: 'path', op: 'has', values: ['C:\\Apps;x, 100%', 'a&b=c#d', '%3a'] };
  const url = new URLSearchParams({ filter: formatFilters([odd]), sort: 'name' }).toString();
  expect(parseFilters(new URLSearchParams(url).get('filter') ?? '')).toEqual([odd]);
});

describe('what is not a filter is left out', () => {
  test.each(['', 'status', 'status:is', 'status:is:', 'status:is:,', ':is:x', 'status:like:x', 'a:is:b:c'])(
    '%j',
    (text) => {
      expect(parseFilter(text)).toBeUndefined();
    },
  );

  test('any text at all is survived, and what is understood is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = parseFilters(text);
        expect(parseFilters(formatFilters(once))).toEqual(once);
      }),
    );
  });

  test('the good pieces of a broken list count', () => {
    expect(parseFilters('nonsense;group:under:Sales;;')).toEqual([group]);
  });

  test('names of object parts are not operators', () => {
    expect(parseFilter('status:constructor:x')).toBeUndefined();
  });
});

test('the same value twice is one value', () => {
  expect(parseFilter('status:is:Ok,Ok')?.values).toEqual(['Ok']);
});

test('one filter is written by itself', () => {
  expect(formatFilter(group)).toBe('group:under:Sales');
});

test('a filter of the same field and op gives way in place', () => {
  const ok: Filter = { field: 'status', op: 'is', values: ['Ok'] };
  expect(withFilter([status, group], ok)).toEqual([ok, group]);
  expect(withFilter([group], ok)).toEqual([group, ok]);
});
