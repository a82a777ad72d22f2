import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { secondFactorPolicies } from '@patchkeep/contract/second-factor-policy';
import { describe, expect, it } from 'vitest';
import {
  allowedWays,
  enrolWays,
  type FactorStanding,
  missingFactor,
  neededFactor,
  policyRefusals,
  refusePolicy,
} from './needed-factor.ts';

const { FullRead, FullWrite, ViewLog, ReadCustomDeployments, WriteCustomDeployments } = sitePermission;
const user = (permissions: number, more: Partial<FactorStanding> = {}): FactorStanding => ({
  permissions,
  isSystemAdmin: false,
  isBreakGlass: false,
  ...more,
});
const needs = (of: FactorStanding, isCustomSoftwareEnabled: boolean) =>
  secondFactorPolicies.map((policy) => neededFactor(of, { policy, isCustomSoftwareEnabled }));
const customOnly = FullRead | ReadCustomDeployments | WriteCustomDeployments;

describe('the second factor that a user needs', () => {
  it.each<[string, FactorStanding, boolean, string[]]>([
    ['who may do nothing', user(0), true, ['none', 'none', 'none']],
    ['who only reads', user(rolePreset['Read-Only']), true, ['none', 'none', 'none']],
    ['who reads the log too', user(FullRead | ViewLog | ReadCustomDeployments), true, ['none', 'none', 'none']],
    ['who writes', user(FullRead | FullWrite), true, ['none', 'any', 'any']],
    ['who writes where there is no custom software', user(rolePreset['Read & Write']), false, ['none', 'any', 'any']],
    ['who writes custom software too', user(rolePreset['Read & Write']), true, ['none', 'any', 'passkey']],
    ['who writes custom software only', user(customOnly), true, ['none', 'any', 'passkey']],
    ['who would, if there were custom software', user(customOnly), false, ['none', 'none', 'none']],
    ['who administers a site', user(rolePreset.Administer), false, ['none', 'any', 'passkey']],
    ['a system administrator', user(0, { isSystemAdmin: true }), false, ['none', 'any', 'passkey']],
    ['a break-glass account', user(0, { isBreakGlass: true }), false, ['passkey', 'passkey', 'passkey']],
  ])('%s', (_who, of, isCustomSoftwareEnabled, expected) =>
    expect(needs(of, isCustomSoftwareEnabled)).toEqual(expected),
  );

  it.each([
    ['none', false, false, undefined],
    ['any', false, false, 'any'],
    ['any', false, true, undefined],
    ['any', true, false, undefined],
    ['passkey', false, false, 'passkey'],
    ['passkey', false, true, 'passkey'],
    ['passkey', true, false, undefined],
  ] as const)('%s is needed; passkey %s, app %s: missing is %s', (needed, hasPasskey, hasApp, missing) =>
    expect(missingFactor(needed, { hasPasskey, hasApp })).toBe(missing),
  );
});

describe('the ways of the second step', () => {
  const all = ['passkey', 'totp', 'recovery'] as const;
  const both = { hasPasskey: true, hasApp: true };
  it('are all that the account has, where any factor does', () =>
    expect(allowedWays(all, 'any', both, false)).toEqual(all));
  it('are without the app, where a passkey is needed and there is one', () =>
    expect(allowedWays(all, 'passkey', both, false)).toEqual(['passkey', 'recovery']));
  it('are the passkey alone for a break-glass account', () =>
    expect(allowedWays(all, 'passkey', both, true)).toEqual(['passkey']));
  it('are those of before as long as the passkey is not there', () =>
    expect(allowedWays(['totp', 'recovery'], 'passkey', { hasPasskey: false, hasApp: true }, false)).toEqual([
      'totp',
      'recovery',
    ]));
  it('to set something up are those that the server offers and that help', () => {
    expect(enrolWays(['passkey', 'totp'], 'any')).toEqual(['passkey', 'totp']);
    expect(enrolWays(['passkey', 'totp'], 'passkey')).toEqual(['passkey']);
    expect(enrolWays(['totp'], 'passkey')).toEqual([]);
  });
});

it('refuses a policy that asks for what the server cannot set up', () => {
  expect(secondFactorPolicies.map((each) => refusePolicy(each, []))).toEqual([
    undefined,
    policyRefusals.writers,
    policyRefusals.passkeys,
  ]);
  expect(secondFactorPolicies.map((each) => refusePolicy(each, ['totp']))).toEqual([
    undefined,
    undefined,
    policyRefusals.passkeys,
  ]);
  expect(secondFactorPolicies.map((each) => refusePolicy(each, ['passkey']))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
