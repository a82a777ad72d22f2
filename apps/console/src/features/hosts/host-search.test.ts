import { hostFilter, hostSorts, hostViews } from '@patchkeep/contract/hosts';
import { keptSearch } from '@patchkeep/contract/saved-views';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chipsOf,
  goneIn,
  hostFilterOf,
  type HostSearch,
  orderOf,
  readHostSearch,
  withChips,
  writeHostSearch,
} from './host-search.ts';

const sales = '0195a000-0000-7000-8000-000000000001';
const pilot = '0195a000-0000-7000-8000-000000000002';
const anySort = fc.record({
  column: fc.constantFrom(...hostSorts),
  direction: fc.constantFrom('ascending' as const, 'descending' as const),
});
const anySearch: fc.Arbitrary<HostSearch> = fc.record({
  view: fc.constantFrom(...hostViews),
  q: fc.string({ maxLength: 100 }),
  group: fc.constantFrom(undefined, sales),
  tag: fc.constantFrom(undefined, pilot),
  status: fc.constantFrom(undefined, 'insecure' as const, 'zeroday' as const),
  isExploited: fc.boolean(),
  sort: fc.option(anySort),
});

test('the plain list leaves the address empty', () => {
  expect(writeHostSearch(readHostSearch({}))).toEqual({});
});
test('what is written to the address is read back, through a URL too', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const url = new URLSearchParams(writeHostSearch(search) as Record<string, string>);
      expect(readHostSearch(Object.fromEntries(url))).toEqual(search);
    }),
  );
});
test('nonsense in the address is dropped', () => {
  const nonsense = {
    view: 'all',
    status: 'bad',
    mark: 'bad',
    group: "'; drop",
    tag: '7',
    sort: 'constructor',
    order: 'up',
    q: 'x'.repeat(200),
  };
  expect(readHostSearch(nonsense)).toEqual({
    view: 'active',
    q: 'x'.repeat(100),
    group: undefined,
    tag: undefined,
    status: undefined,
    isExploited: false,
    sort: null,
  });
});
test('a saved view brings back everything that narrows the list', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      expect(readHostSearch(keptSearch('hosts', writeHostSearch(search)))).toEqual(search);
    }),
  );
});
test('a saved view says what it names and the site no longer has, once that is known', () => {
  expect(goneIn({ group: sales, tag: pilot }, [{ uuid: sales }], [{ tagUuid: pilot }])).toBeUndefined();
  expect(goneIn({ group: sales }, [], [])).toBe('Its group no longer exists');
  expect(goneIn({ tag: pilot }, [], [])).toBe('Its tag no longer exists');
  expect(goneIn({ group: sales, tag: pilot }, undefined, undefined)).toBeUndefined();
  expect(goneIn({}, [], [])).toBeUndefined();
});
test('chips are the status, the mark, the group and the tag, and taking one away leaves the rest', () => {
  const search = readHostSearch({
    view: 'dormant',
    q: 'LT',
    group: sales,
    tag: pilot,
    status: 'eol',
    mark: 'exploited',
  });
  const chips = chipsOf(search);
  expect(chips.map(({ field, op }) => `${field} ${op}`)).toEqual(['status is', 'mark is', 'group under', 'tag is']);
  expect(withChips(search, chips.slice(1))).toEqual({ ...search, status: undefined });
});
test('the server is asked in words of the contract, and a fixed group wins over the address', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      expect(hostFilter.safeParse(hostFilterOf(search)).success).toBe(true);
    }),
  );
  expect(hostFilterOf(readHostSearch({ group: pilot, q: '  ' }), { groupUuid: sales })).toEqual({
    view: 'active',
    groupUuid: sales,
  });
});
test.each([
  [null, { sort: 'hostName', order: 'asc' }],
  [{ column: 'version', direction: 'descending' } as const, { sort: 'version', order: 'desc' }],
])('%j asks for %j', (sort, expected) => {
  expect(orderOf(sort)).toEqual(expected);
});
