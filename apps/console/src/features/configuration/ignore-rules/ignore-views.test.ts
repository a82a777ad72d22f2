import type { IgnoreRule, IgnoreState } from '@patchkeep/contract/ignore-rules';
import { describe, expect, it } from 'vitest';
import { arrangeRules, inView, viewOf } from './ignore-views.ts';

const rule = (name: string, state: IgnoreState, expires: string): IgnoreRule => ({
  ignoreRuleUuid: name,
  scope: 'site',
  scopeUuid: null,
  scopeName: 'Contoso',
  target: { applicationId: 1, applicationName: name, versionFrom: null, versionTo: null, cveId: null },
  reasonKind: 'other',
  reason: `Because of ${name}`,
  ownerUuid: name,
  owner: 'Ana',
  created: '2026-11-01T00:00:00Z',
  expires,
  state,
  renewals: 0,
  history: [],
  hits: null,
  matchesNothing: false,
  duplicateOfUuid: null,
  serialNumber: 1,
});
const rules = [
  rule('Late', 'active', '2027-05-01T00:00:00Z'),
  rule('Soon', 'expiring', '2026-11-20T00:00:00Z'),
  rule('Over', 'expired', '2026-11-10T00:00:00Z'),
  rule('Gone', 'revoked', '2027-01-01T00:00:00Z'),
];
const names = (some: readonly IgnoreRule[]) => some.map(({ ignoreRuleUuid }) => ignoreRuleUuid);

describe('the views of ignore rules', () => {
  it('keep expired ones in sight, and gather those to renew [IGN-05]', () => {
    expect(names(inView(rules, 'force'))).toEqual(['Late', 'Soon', 'Over']);
    expect(names(inView(rules, 'renew'))).toEqual(['Soon', 'Over']);
    expect(names(inView(rules, 'revoked'))).toEqual(['Gone']);
    expect([viewOf('renew'), viewOf('nonsense'), viewOf(undefined)]).toEqual(['renew', 'force', 'force']);
  });

  it('show first what ends first, and find by words', () => {
    expect(names(arrangeRules(rules, '', { column: 'expires', direction: 'ascending' }))).toEqual([
      'Over',
      'Soon',
      'Gone',
      'Late',
    ]);
    expect(names(arrangeRules(rules, 'of LATE', { column: 'target', direction: 'ascending' }))).toEqual(['Late']);
    expect(names(arrangeRules(rules, '', { column: 'target', direction: 'descending' }))[0]).toBe('Soon');
  });
});
