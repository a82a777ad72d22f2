import { expect, test } from 'vitest';
import { tokenState } from './token-state.ts';

const now = new Date('2026-11-15T12:00:00Z');
const good = { isRevoked: false, expires: '2026-12-15T12:00:00.000Z', usedCount: 3, useCap: 25 };

test.each([
  [good, 'Active'],
  [{ ...good, usedCount: 25 }, 'Used up'],
  [{ ...good, expires: '2026-11-15T12:00:00.000Z' }, 'Expired'],
  [{ ...good, expires: '2026-11-15T12:00:00.000Z', isRevoked: true }, 'Revoked'],
] as const)('%j is %s', (token, expected) => {
  expect(tokenState(token, now)).toBe(expected);
});
