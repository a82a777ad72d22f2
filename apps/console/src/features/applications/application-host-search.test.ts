import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ApplicationHostSearch,
  chipsOf,
  hostsAskedOf,
  noHostSearch,
  withChips,
} from './application-host-search.ts';

const anySearch: fc.Arbitrary<ApplicationHostSearch> = fc.record({
  versionId: fc.option(fc.integer({ min: 1, max: 2_147_483_647 }), { nil: undefined }),
  status: fc.option(fc.constantFrom(...vulnerabilityStatuses), { nil: undefined }),
  isExploited: fc.boolean(),
  cveId: fc.constantFrom(undefined, 'CVE-2026-10001'),
  group: fc.option(fc.uuid(), { nil: undefined }),
  tag: fc.option(fc.uuid(), { nil: undefined }),
  q: fc.string({ maxLength: 100 }),
});

it('chips hold all that narrows the list but the search', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      expect(withChips({ ...noHostSearch, q: search.q }, chipsOf(search))).toEqual(search);
    }),
  );
});

it('a version that is no number is none', () => {
  expect(withChips(noHostSearch, [{ field: 'version', op: 'is', values: ['newest'] }]).versionId).toBeUndefined();
});

it('a CVE is read as people type it, and what is no CVE is none', () => {
  const typed = (value: string) => withChips(noHostSearch, [{ field: 'cve', op: 'is', values: [value] }]).cveId;
  expect(typed(' cve-2026-10001 ')).toBe('CVE-2026-10001');
  expect(typed('CVE-26')).toBeUndefined();
});

it('the server is asked only for what was chosen', () => {
  expect(hostsAskedOf(7, noHostSearch)).toEqual({ applicationId: 7 });
  expect(hostsAskedOf(7, { ...noHostSearch, group: 'g', q: ' LT ', status: 'eol', isExploited: true })).toEqual({
    applicationId: 7,
    groupUuid: 'g',
    q: 'LT',
    status: 'eol',
    isExploited: 'true',
  });
});
