import { describe, expect, it } from 'vitest';
import { sampleHandshake } from '../testkit/sample-handshake.ts';
import { createSessionStore } from './session-store.ts';

describe('the session', () => {
  it('holds isSystemAdmin, isLoggedIn, isSiteRedirect, jumpToLogin, userAccountUuid and username [SES-04]', () => {
    const session = createSessionStore();
    expect(session.get()).toMatchObject({ isLoggedIn: false, jumpToLogin: false, username: '', isSystemAdmin: false });
    session.enter(sampleHandshake({ isSiteRedirect: true }));
    expect(session.get()).toMatchObject({
      isSystemAdmin: true,
      isLoggedIn: true,
      isSiteRedirect: true,
      jumpToLogin: false,
      userAccountUuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      username: 'ana@contoso.example',
    });
  });

  it('exposes the flags and the names of the handshake it entered with [SES-10]', () => {
    const session = createSessionStore();
    session.enter(sampleHandshake({ isUat: true }));
    expect(session.get()).toMatchObject({
      canManageSites: true,
      canViewResults: true,
      canViewPatching: true,
      tabName: 'Patchkeep Corporate UAT',
      headerText: 'Patchkeep Corporate UAT',
    });
  });

  it.each([
    [false, 'Patchkeep Corporate'],
    [true, 'Patchkeep Corporate UAT'],
  ])('of a detached tab, in UAT mode %s, has the product title as its names', (isUat, title) => {
    const session = createSessionStore();
    session.enterDetached({
      dashboardUuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      heading: 'Hall A',
      siteName: 'Contoso DK',
      username: 'ana@contoso.example',
      expires: '2026-12-01T00:00:00.000Z',
      isUat,
    });
    expect(session.get()).toMatchObject({ tabName: title, headerText: title });
  });

  it('keeps the customer settings, the sites and the counts of the handshake [SES-05] [SES-07] [SES-08] [SES-09]', () => {
    const session = createSessionStore();
    const handshake = sampleHandshake();
    session.enter(handshake);
    expect(session.get().handshake).toEqual(handshake);
  });

  it('takes isSystemAdmin from the session only [PERM-18]', () => {
    const session = createSessionStore();
    session.enter(sampleHandshake({ isSystemAdmin: false }));
    expect(session.get().isSystemAdmin).toBe(false);
    expect(session.get().subject?.isSystemAdmin).toBe(false);
  });
});
