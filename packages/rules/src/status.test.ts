import { describe, expect, it } from 'vitest';
import { statuses, statusOf, worstCounted } from './status.ts';

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
});

it.each([
  [{ eol: 0, insecure: 0, zeroday: 0 }, statuses.ok],
  [{ eol: 3, insecure: 0, zeroday: 0 }, statuses.eol],
  [{ eol: 3, insecure: 1, zeroday: 0 }, statuses.insecure],
  [{ eol: 3, insecure: 1, zeroday: 1 }, statuses.zeroDay],
])('the worst of %j is %i', (split, worst) => {
  expect(worstCounted(split)).toBe(worst);
});
