import { applicationQuery, applicationSorts } from '@patchkeep/contract/applications';
import { keptSearch } from '@patchkeep/contract/saved-views';
import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applicationQueryOf,
  type ApplicationSearch,
  chipsOf,
  readApplicationSearch,
  withChips,
  worstFirst,
  writeApplicationSearch,
} from './application-search.ts';

const anySearch: fc.Arbitrary<ApplicationSearch> = fc.record({
  status: fc.option(fc.constantFrom(...vulnerabilityStatuses), { nil: undefined }),
  mark: fc.option(fc.constantFrom('exploited' as const, 'ignored' as const), { nil: undefined }),
  hasFix: fc.boolean(),
  q: fc.string({ maxLength: 100 }),
  sort: fc.option(
    fc.record({
      column: fc.constantFrom(...applicationSorts),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
    }),
  ),
});

describe('the address of the list of applications', () => {
  it('comes back as it was written, and so do a saved view and the chips', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(readApplicationSearch(writeApplicationSearch(search))).toEqual(search);
        expect(readApplicationSearch(keptSearch('applications', writeApplicationSearch(search)))).toEqual(search);
        expect(withChips(search, chipsOf(search))).toEqual(search);
      }),
    );
  });

  it('asks the server in words of the contract', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(applicationQuery.safeParse(applicationQueryOf(search, search.sort ?? worstFirst)).success).toBe(true);
      }),
    );
  });

  it.each([
    ['zeroday', 'zeroday'],
    ['0-Day', undefined],
    [undefined, undefined],
  ])('reads the status %j as %j', (status, read) => {
    expect(readApplicationSearch({ status }).status).toBe(read);
  });

  it('leaves out what makes no sense', () => {
    expect(readApplicationSearch({ mark: 'loud', sort: 'price', order: 'sideways' })).toEqual({
      status: undefined,
      mark: undefined,
      hasFix: false,
      q: '',
      sort: null,
    });
  });
});
