import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { describe, expect, it } from 'vitest';
import { mayInvite, refuseUserChange, type UserChange, userRefusals, type UserStanding } from './user-change.ts';

const { Administer, Disabled } = rolePreset;
const [readOnly, readWrite] = [rolePreset['Read-Only'], rolePreset['Read & Write']];
const standing = (sitePermissions: number, more: Partial<UserStanding> = {}): UserStanding => ({
  sitePermissions,
  isSystemAdmin: false,
  isSsoLoginOnly: false,
  hasPassword: true,
  ...more,
});
const systemAdmin = standing(0, { isSystemAdmin: true });
const bySiteAdmin = { isSystemAdmin: false, sitePermissions: Administer };
const bySystemAdmin = { isSystemAdmin: true, sitePermissions: 0 };
const judge = (given: Partial<UserChange>) =>
  refuseUserChange({
    before: standing(readOnly),
    after: standing(readOnly),
    caller: bySiteAdmin,
    isSelf: false,
    administersElsewhere: false,
    otherUsableAdministrators: 1,
    ...given,
  });

describe('a change of a user', () => {
  it.each<[string, Partial<UserChange>, string | undefined]>([
    ['somebody new as Read-Only', { before: null }, undefined],
    ['up to what the caller holds', { after: standing(Administer) }, undefined],
    ['down to Disabled', { before: standing(Administer), after: standing(Disabled) }, undefined],
    ['removal', { before: standing(Administer), after: null }, undefined],
    ['write without read', { after: standing(sitePermission.FullWrite) }, 'Write access needs read access'],
    ['bits that do not exist', { after: standing(8) }, 'Unknown permission bits'],
    [
      'more than the caller holds',
      { after: standing(readWrite), caller: { isSystemAdmin: false, sitePermissions: 1 | 4096 } },
      userRefusals.moreThanOwn,
    ],
    [
      'somebody who held more before keeps it',
      {
        before: standing(readWrite),
        after: standing(readWrite),
        caller: { isSystemAdmin: false, sitePermissions: 4097 },
      },
      undefined,
    ],
    ['a system administrator, by a site administrator', { after: systemAdmin }, userRefusals.systemAdministrator],
    ['a new one, by a site administrator', { before: null, after: systemAdmin }, userRefusals.systemAdministrator],
    ['removing one, by a site administrator', { before: systemAdmin, after: null }, userRefusals.systemAdministrator],
    ['a system administrator, by another', { after: systemAdmin, caller: bySystemAdmin }, undefined],
    [
      'single sign-on only, by a site administrator',
      { after: standing(readOnly, { isSsoLoginOnly: true }) },
      userRefusals.singleSignOn,
    ],
    [
      'single sign-on only, by a system administrator',
      { after: standing(readOnly, { isSsoLoginOnly: true }), caller: bySystemAdmin },
      undefined,
    ],
  ])('%s', (_what, given, expected) => expect(judge(given)).toBe(expected));

  it.each<[string, UserStanding | null]>([
    ['removed', null],
    ['lowered', standing(Administer)],
    ['kept from the password', standing(0, { isSystemAdmin: true, isSsoLoginOnly: true })],
  ])('never leaves a customer without a system administrator who can sign in: %s', (_what, after) => {
    const given = { before: systemAdmin, after, caller: bySystemAdmin };
    expect(judge({ ...given, otherUsableAdministrators: 0 })).toBe(userRefusals.lastAdministrator);
    expect(judge({ ...given, otherUsableAdministrators: 1 })).toBeUndefined();
  });

  it('leaves a break-glass account as it is, as long as it has the mark', () => {
    const marked = standing(0, { isSystemAdmin: true, isBreakGlass: true });
    for (const after of [
      null,
      { ...marked, isSystemAdmin: false, sitePermissions: Administer },
      { ...marked, isSsoLoginOnly: true },
    ])
      expect(judge({ before: marked, after, caller: bySystemAdmin })).toBe(userRefusals.breakGlass);
    expect(judge({ before: marked, after: { ...marked, sitePermissions: readOnly }, caller: bySystemAdmin })).toBe(
      undefined,
    );
  });

  it('may lower a system administrator who cannot sign in, however few there are', () => {
    const invited = standing(0, { isSystemAdmin: true, hasPassword: false });
    expect(
      judge({ before: invited, after: null, caller: bySystemAdmin, otherUsableAdministrators: 0 }),
    ).toBeUndefined();
  });

  it('of oneself keeps the last right to administer', () => {
    const own = { before: standing(Administer), isSelf: true };
    for (const after of [standing(readWrite), standing(Disabled), null]) {
      expect(judge({ ...own, after })).toBe(userRefusals.ownLast);
      expect(judge({ ...own, after, administersElsewhere: true })).toBeUndefined();
    }
    expect(judge({ ...own, after: standing(4097) })).toBeUndefined();
    const lowered = { before: systemAdmin, caller: bySystemAdmin, isSelf: true };
    expect(judge({ ...lowered, after: standing(readOnly) })).toBe(userRefusals.ownLast);
    expect(judge({ ...lowered, after: standing(Administer) })).toBeUndefined();
  });
});

describe('the link of an invitation', () => {
  const holds = (bits: Record<string, number>, isSystemAdmin = false) => ({
    isSystemAdmin,
    permissions: new Map(Object.entries(bits)),
  });
  it.each<[string, ReturnType<typeof holds>, ReturnType<typeof holds>, boolean]>([
    ['of somebody who may do less', holds({ a: Administer }), holds({ a: readOnly }), true],
    ['of somebody who may do more in the site', holds({ a: 4097 }), holds({ a: readWrite }), false],
    ['of somebody of another site', holds({ a: Administer }), holds({ a: readOnly, b: readOnly }), false],
    ['of a system administrator', holds({ a: Administer }), holds({}, true), false],
    ['by a system administrator', holds({}, true), holds({ a: Administer }, true), true],
  ])('%s', (_what, caller, invited, expected) => expect(mayInvite(caller, invited)).toBe(expected));
});
