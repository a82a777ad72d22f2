import { describe, expect, it } from 'vitest';
import { coversRule, expiryProblem, ignoreState, type PlacedTarget, touches, underRules } from './ignoring.ts';

const compare = (_application: number, a: string, b: string): number => Number(a) - Number(b);
const verdict = {
  versionId: 1,
  applicationId: 7,
  version: '5',
  status: 3,
  cveNos: [1, 2, 3],
  zeroDayNos: [1],
  exploitedNos: [2],
  isEol: true,
  isFixable: true,
  highestEpss: null,
};
const whole = { applicationId: 7, cveNo: null, versionFrom: null, versionTo: null };
const cve = (cveNo: number) => ({ ...whole, cveNo });

describe('what is left under ignore rules', () => {
  it('takes CVE after CVE away until only end of life is left', () => {
    const left = (...nos: number[]) => underRules(verdict, nos.map(cve));
    expect(left()).toMatchObject({ status: 3, isExploited: true, isIgnored: false });
    expect(left(1)).toMatchObject({ status: 2, isExploited: true });
    expect(left(1, 2)).toMatchObject({ status: 2, isExploited: false });
    expect(left(1, 2, 3)).toMatchObject({ status: 1, isIgnored: false });
    expect(underRules({ ...verdict, isEol: false }, [1, 2, 3].map(cve))).toMatchObject({ status: 0, isIgnored: true });
  });

  it('takes all of an application away at once', () => {
    expect(underRules(verdict, [whole])).toMatchObject({ status: 0, isIgnored: true, isFixable: false });
  });

  it.each([
    ['4', '6', true],
    ['5', '5', true],
    [null, '4', false],
    ['6', null, false],
  ])('a range from %s to %s, ends included: %s', (versionFrom, versionTo, expected) => {
    expect(touches({ ...whole, versionFrom, versionTo }, verdict, compare)).toBe(expected);
  });

  it('has nothing to take from a version without a problem', () => {
    expect(touches(whole, { ...verdict, status: 0 }, compare)).toBe(false);
  });
});

describe('the life of an ignore rule', () => {
  const now = new Date('2026-11-15T09:00:00Z');
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);

  it.each([
    [30, 'active'],
    [14, 'expiring'],
    [0.01, 'expiring'],
    [0, 'expired'],
    [-3, 'expired'],
  ])('%s days before its end it is %s', (days, state) => {
    expect(ignoreState({ expiresAt: at(days), revokedAt: null }, now)).toBe(state);
    expect(ignoreState({ expiresAt: at(days), revokedAt: now }, now)).toBe('revoked');
  });

  it('ends within a year', () => {
    expect(expiryProblem(at(0), now)).toBeDefined();
    expect(expiryProblem(at(365), now)).toBeUndefined();
    expect(expiryProblem(at(400), now)).toBeDefined();
  });
});

describe('a rule that another one covers', () => {
  const rule = (more: Partial<PlacedTarget>): PlacedTarget => ({ ...whole, scopeId: 'site', ...more });
  const above = new Set(['group', 'site']);

  it.each([
    [rule({}), rule({ scopeId: 'group' }), true],
    [rule({ scopeId: 'elsewhere' }), rule({ scopeId: 'group' }), false],
    [rule({}), rule({ cveNo: 3 }), true],
    [rule({ cveNo: 3 }), rule({}), false],
    [rule({ applicationId: null, cveNo: 3 }), rule({ cveNo: 3 }), true],
    [rule({ versionFrom: '2', versionTo: '9' }), rule({ versionFrom: '3', versionTo: '9' }), true],
    [rule({ versionFrom: '2', versionTo: '9' }), rule({ versionFrom: '3' }), false],
    [rule({ versionTo: '9' }), rule({ versionTo: '9.5' }), false],
  ])('%o over %o: %s', (wide, narrow, expected) => {
    expect(coversRule(wide, narrow, above, compare)).toBe(expected);
  });
});
