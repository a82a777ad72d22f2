import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Status, statuses, statusOf, worstCounted, worstStatus } from './status.ts';

describe('the status of a version', () => {
  it.each([
    [{ hasCves: false, hasUnfixedCves: false, isEol: false }, statuses.ok],
    [{ hasCves: false, hasUnfixedCves: false, isEol: true }, statuses.eol],
    [{ hasCves: true, hasUnfixedCves: false, isEol: false }, statuses.insecure],
    [{ hasCves: true, hasUnfixedCves: false, isEol: true }, statuses.insecure],
    [{ hasCves: true, hasUnfixedCves: true, isEol: false }, statuses.zeroDay],
    [{ hasCves: true, hasUnfixedCves: true, isEol: true }, statuses.zeroDay],
  ])('of %o is %i', (findings, status) => {
    expect(statusOf(findings)).toBe(status);
  });

  it('is the worst of many, in any order, and Ok of none', () => {
    expect(worstStatus([])).toBe(statuses.ok);
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Status>(0, 1, 2, 3), { minLength: 1 }), (all) => {
        expect(worstStatus(all)).toBe(Math.max(...all));
      }),
    );
  });
});

it.each([
  [{ eol: 0, insecure: 0, zeroday: 0 }, statuses.ok],
  [{ eol: 3, insecure: 0, zeroday: 0 }, statuses.eol],
  [{ eol: 3, insecure: 1, zeroday: 0 }, statuses.insecure],
  [{ eol: 3, insecure: 1, zeroday: 1 }, statuses.zeroDay],
])('the worst of %j is %i', (split, worst) => {
  expect(worstCounted(split)).toBe(worst);
});
