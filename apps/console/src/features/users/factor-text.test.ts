import type { SiteUser } from '@patchkeep/contract/users';
import { expect, it } from 'vitest';
import { breakGlassText, factorText, hasNoFactor } from './factor-text.ts';

const user = (more: Partial<SiteUser>) =>
  ({ secondFactor: 'none', isFactorMissing: false, state: 'active', ...more }) as SiteUser;

it.each<[Partial<SiteUser>, string, boolean]>([
  [{}, 'None', true],
  [{ isFactorMissing: true }, 'None, needs one', true],
  [{ secondFactor: 'app' }, 'App', false],
  [{ secondFactor: 'app', isFactorMissing: true }, 'App, needs one', true],
  [{ secondFactor: 'passkey' }, 'Passkey', false],
  [{ secondFactor: 'elsewhere' }, 'Elsewhere', false],
  [{ state: 'removed' }, 'None', false],
])('of %j says "%s"; without one: %s', (given, text, isWithout) => {
  expect([factorText(user(given)), hasNoFactor(user(given))]).toEqual([text, isWithout]);
});

it('says of a break-glass account when it was not tried', () => {
  expect(breakGlassText(null)).toBeUndefined();
  expect(breakGlassText({ lastUsed: '2026-11-01T08:00:00.000Z', isUntried: false })).toBe('Break-glass');
  expect(breakGlassText({ lastUsed: null, isUntried: true })).toBe('Break-glass, never used');
  expect(breakGlassText({ lastUsed: '2026-01-01T08:00:00.000Z', isUntried: true })).toBe(
    'Break-glass, not used for 30 days',
  );
});
