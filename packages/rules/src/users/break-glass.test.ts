import { expect, it } from 'vitest';
import { type BreakGlassCandidate, breakGlassRefusals, refuseBreakGlass, usedSince } from './break-glass.ts';

const good: BreakGlassCandidate = {
  isSystemAdmin: true,
  hasPassword: true,
  isSsoLoginOnly: false,
  isGuest: false,
  isDisabled: false,
  passkeys: [{ isSynced: false }],
  others: 1,
};

it.each<[string, Partial<BreakGlassCandidate>, string | undefined]>([
  ['with a passkey that stays on its device', {}, undefined],
  ['who is no system administrator', { isSystemAdmin: false }, breakGlassRefusals.administrator],
  ['without a password', { hasPassword: false }, breakGlassRefusals.administrator],
  ['by single sign-on only', { isSsoLoginOnly: true }, breakGlassRefusals.administrator],
  ['of a service provider', { isGuest: true }, breakGlassRefusals.administrator],
  ['who is disabled', { isDisabled: true }, breakGlassRefusals.administrator],
  ['as the third one', { others: 2 }, breakGlassRefusals.tooMany],
  ['without a passkey', { passkeys: [] }, breakGlassRefusals.noPasskey],
  ['with a synced passkey', { passkeys: [{ isSynced: true }] }, breakGlassRefusals.synced],
  ['with a synced one besides', { passkeys: [{ isSynced: false }, { isSynced: true }] }, breakGlassRefusals.synced],
])('a break-glass account of somebody %s', (_who, given, refusal) =>
  expect(refuseBreakGlass({ ...good, ...given })).toBe(refusal),
);

it('counts as tried for 30 days', () =>
  expect(usedSince(new Date('2026-12-31T08:00:00Z'))).toEqual(new Date('2026-12-01T08:00:00Z')));
