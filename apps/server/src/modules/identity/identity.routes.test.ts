import { randomUUID } from 'node:crypto';
import { constants, wire } from '@patchkeep/contract/constants';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testkit/app.ts';
import { clientHash, people } from '../../testkit/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const credentials = (username: string, passwordHash = clientHash) => ({
  body: { username, passwordHash, passwordHashVersion: 1 as const },
});
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const anyReport = {
  showExceptionModal: true,
  exceptionTitle: 'Error' as const,
  exceptionDescription: 'Broken\nin two lines',
  requiresLogin: false,
  requiresReload: false,
  showStandardMessage: true,
};

describe('login', () => {
  it('signs in with the client hash, whatever the case and blanks of the name', async () => {
    const client = app.anonymous();
    const { status, body, headers } = await client.call(session.login, credentials('  Admin@OURS.example '));
    expect([status, body]).toEqual([200, { step: 'signedIn' }]);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^sid=.*Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=.*Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('answers a wrong password, an unknown name and an SSO-only user alike', async () => {
    const answers = [];
    for (const [name, hash] of [
      [people.reader, 'B'.repeat(43)],
      ['nobody@ours.example', clientHash],
      [people.sso, clientHash],
    ] as const)
      answers.push(await app.anonymous().call(session.login, credentials(name, hash)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['401 {"message":"The e-mail address or password is not right."}']),
    );
  });

  it('refuses the stored digest as a password', async () => {
    const pool = app.database.pool('postgres');
    const { rows } = await pool.query('select password_digest from users where username = $1', [people.reader]);
    const stolen = rows[0].password_digest.toString('base64url');
    expect(stolen).toHaveLength(43);
    const { status } = await app.anonymous().call(session.login, credentials(people.reader, stolen));
    expect(status).toBe(401);
  });

  it('gives no access to a Disabled user [PERM-07]', async () => {
    const { status } = await app.anonymous().call(session.login, credentials(people.disabled));
    expect(status).toBe(403);
  });

  it('slows guessing down: the sixth attempt in a row waits, a quarter of an hour later it may try again', async () => {
    const attempt = () => app.anonymous().call(session.login, credentials('guessed@ours.example'));
    for (let i = 0; i < 5; i++) expect((await attempt()).status).toBe(401);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    later(15 * 60_000);
    expect((await attempt()).status).toBe(401);
  });

  it('ends the session that came in with it', async () => {
    const planted = await app.signIn('reader');
    const shared = app.anonymous();
    shared.cookie = planted.cookie;
    await shared.call(session.login, credentials(people.manager));
    expect(shared.cookie).not.toBe(planted.cookie);
    expect((await planted.ehlo()).status).toBe(401);
  });

  it('tells the login page what it offers, the same for everyone', async () => {
    const { body } = await app.anonymous().call(session.loginOptions);
    expect(body).toEqual({
      passwordHashVersion: 1,
      isPasskeyOffered: false,
      isUat: false,
      isSignedIn: false,
    });
  });

  it('tells the login page that there is a session already, and when it is over', async () => {
    const client = await app.signIn('manager');
    const isSignedIn = async () => (await client.call(session.loginOptions)).body.isSignedIn;
    expect(await isSignedIn()).toBe(true);
    await client.call(session.logout);
    expect(await isSignedIn()).toBe(false);
  });

  it('takes no form or text post', async () => {
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: '/api/corporate/ui/login',
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify(credentials(people.admin).body),
    });
    expect(statusCode).toBe(415);
  });
});

describe('the handshake', () => {
  it('takes ts, localTime, utcTime and an optional access token', async () => {
    const client = await app.signIn('manager');
    const query = {
      ts: '1',
      localTime: '2026-11-15T10:00:00+01:00',
      utcTime: '2026-11-15T09:00:00Z',
      accessToken: 'x',
    };
    expect((await client.ehlo(query)).status).toBe(200);
  });

  it('gives the csrf value, and the current version in a header [SES-02]', async () => {
    const client = await app.signIn('manager');
    const { body, headers } = await client.ehlo();
    expect(body.csrf).toMatch(/^[\w-]{43}$/);
    expect(headers[wire.versionHeader]).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('returns all that the session needs, by the required names [SES-03] [SES-05] [SES-07] [SES-08] [SES-09] [SITE-06]', async () => {
    const client = await app.signIn('manager');
    const { body } = await client.ehlo();
    expect(body).toMatchObject({
      username: people.manager,
      userAccountUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      activeAgentCount: 0,
      expiringIgnoreRules: { countExpired: 0, countExpiringSoon: 0 },
      isSystemAdmin: false,
      customerSettings: {
        agentInactivityToDormancyTimeoutDays: 7,
        hostLicenseCount: 0,
        isCustomSoftwareEnabled: true,
        isSoftwareDeploymentEnabled: true,
        allowCustomSoftwareUi: false,
      },
      currentSite: {
        siteName: 'Beta',
        siteSettings: { isDetectionModuleEnabled: true, isPatchingEnabled: true, isPatchProModuleEnabled: true },
        sitePermissions: 115,
      },
    });
    expect(body.sites.map((site) => Object.keys(site).toSorted())).toEqual(
      body.sites.map(() => ['siteAccountUuid', 'siteName']),
    );
    expect(body.defaultSiteAccountUuid).toBe(body.currentSite?.siteAccountUuid);
  });

  it('knows the trial mode, on unless switched off [SES-06]', async () => {
    const { body } = await (await app.signIn('reader')).ehlo();
    expect(body.customerSettings.isTrialModeEnabled).toBe(true);
  });

  it('says to whom results are told as they are before they are verified [ACT-13]', async () => {
    const isInternalUse = async () => (await (await app.signIn('reader')).ehlo()).body.isInternalUse;
    const mark = (isOn: boolean) =>
      app.database.pool('postgres').query(`update customers set is_internal_use = $1 where name = 'Ours'`, [isOn]);
    expect(await isInternalUse()).toBe(false);
    await mark(true);
    expect(await isInternalUse()).toBe(true);
    await mark(false);
  });

  it('lists sites by name, ignoring case; a system administrator has them all [SITE-08] [PERM-01] [PERM-18]', async () => {
    const { body } = await (await app.signIn('admin')).ehlo();
    expect(body.isSystemAdmin).toBe(true);
    expect(body.sites.map((site) => site.siteName)).toEqual(['alpha', 'Beta', 'Closed']);
    const manager = (await (await app.signIn('manager')).ehlo()).body;
    expect(manager.sites.map((site) => site.siteName)).toEqual(['alpha', 'Beta']);
  });

  it('is refused without a session [SES-11]', async () => {
    expect((await app.anonymous().ehlo()).status).toBe(401);
  });
});

describe('the life of a session', () => {
  it('ends with logout [SES-16]', async () => {
    const client = await app.signIn('reader');
    const { cookie } = client;
    expect((await client.call(session.logout)).status).toBe(200);
    expect(client.cookie).toBeUndefined();
    client.cookie = cookie;
    expect((await client.ehlo()).status).toBe(401);
  });

  it('ends after an hour without use, however much the console polls', async () => {
    const client = await app.signIn('reader');
    for (let i = 0; i < 11; i++) {
      later(constants.sessionRefreshMs);
      expect((await client.ehlo()).status).toBe(200);
    }
    later(constants.sessionRefreshMs);
    expect((await client.ehlo()).status).toBe(401);
  });

  it('lives on while somebody really uses it, for twelve hours at most', async () => {
    const client = await app.signIn('reader');
    const used = { [wire.activeHeader]: '1' };
    for (let hour = 0; hour < 23; hour++) {
      later(30 * 60_000);
      expect((await client.call(sites.selectable, {}, used)).status).toBe(200);
    }
    later(30 * 60_000);
    expect((await client.call(sites.selectable, {}, used)).status).toBe(401);
  });
});

describe('the guards of every call', () => {
  it('take a write only with the CSRF value of this very tab [SES-22]', async () => {
    const client = await app.signIn('reader');
    const other = await client.newTab();
    const given = { body: anyReport };
    expect((await client.call(session.reportError, given)).status).toBe(200);
    for (const csrf of ['', 'x'.repeat(43), other.csrf]) {
      const { status } = await client.call(session.reportError, given, { [wire.csrfHeader]: csrf });
      expect(status).toBe(403);
    }
  });

  it('refuse writes from another origin', async () => {
    const client = await app.signIn('reader');
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await client.call(session.logout, {}, headers as Record<string, string>)).status).toBe(403);
    expect((await client.ehlo()).status).toBe(200);
  });

  it('never let an answer be kept by a cache', async () => {
    const { headers } = await (await app.signIn('reader')).ehlo();
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('switching sites', () => {
  const beta = async (client: {
    ehlo: () => Promise<{ body: { sites: { siteName: string; siteAccountUuid: string }[] } }>;
  }) => (await client.ehlo()).body.sites.find((site) => site.siteName === 'Beta')?.siteAccountUuid ?? '';
  const alpha = async (client: Awaited<ReturnType<TestApp['signIn']>>) =>
    (await client.ehlo()).body.sites.find((site) => site.siteName === 'alpha')?.siteAccountUuid ?? '';

  it('lists what may be chosen and where the tab is [SITE-02] [SITE-16]', async () => {
    const { body } = await (await app.signIn('manager')).call(sites.selectable);
    expect(body.currentSite?.siteName).toBe('Beta');
    expect(body.sites.map((site) => site.siteName)).toEqual(['alpha', 'Beta']);
  });

  it('moves the session, with the rights of the new site [SITE-15]', async () => {
    const client = await app.signIn('manager');
    const { status, body } = await client.call(sites.select, { params: { id: (await alpha(client)).toUpperCase() } });
    expect([status, body.currentSite?.sitePermissions]).toEqual([200, 4211]);
    expect((await client.ehlo()).body.currentSite?.siteName).toBe('alpha');
  });

  it('keeps the default site for the next login [SITE-14]', async () => {
    const client = await app.signIn('manager');
    const id = await alpha(client);
    expect((await client.call(sites.setDefault, { params: { id } })).body).toEqual({ defaultSiteAccountUuid: id });
    const next = (await (await app.signIn('manager')).ehlo()).body;
    expect(next.currentSite?.siteAccountUuid).toBe(id);
    await client.call(sites.setDefault, { params: { id: await beta(client) } });
  });

  it('shows no site where the user has no bit, and none of another customer', async () => {
    const client = await app.signIn('manager');
    const closed = (await (await app.signIn('admin')).ehlo()).body.sites.find((site) => site.siteName === 'Closed');
    const foreign = (await (await app.signIn('stranger')).ehlo()).body.sites[0];
    for (const id of [closed?.siteAccountUuid, foreign?.siteAccountUuid, randomUUID(), 'no-id'])
      for (const endpoint of [sites.select, sites.setDefault])
        expect((await client.call(endpoint, { params: { id: id ?? '' } })).status).toBe(404);
  });

  it('leaves other tabs on their site: they read it still, and show the new one when their address names it', async () => {
    const first = await app.signIn('manager');
    const second = await first.newTab();
    await first.call(sites.select, { params: { id: await alpha(first) } });
    expect((await second.call(sites.selectable)).body.currentSite?.siteName).toBe('Beta');
    expect((await second.ehlo()).body.currentSite?.siteName).toBe('Beta');
    const named = { [wire.siteHeader]: await alpha(first) };
    expect((await second.call(session.ehlo, {}, named)).body.currentSite?.siteName).toBe('alpha');
  });

  it('is named by each call: two tabs on two sites each see and enter their own, and the session stays where it is', async () => {
    const first = await app.signIn('manager');
    const second = await first.newTab();
    const tabs = [
      { client: first, name: 'alpha', site: { [wire.siteHeader]: await alpha(first) } },
      { client: second, name: 'Beta', site: { [wire.siteHeader]: (await beta(second)).toUpperCase() } },
    ];
    for (const { client, site } of tabs) await client.call(session.ehlo, {}, site);
    for (const { client, name, site } of [...tabs, ...tabs])
      expect((await client.call(sites.selectable, {}, site)).body.currentSite?.siteName).toBe(name);
    expect((await (await first.newTab()).ehlo()).body.currentSite?.siteName).toBe('Beta');
  });

  it('is none where the user may not enter the one that is named', async () => {
    const client = await app.signIn('manager');
    const { body } = await client.call(session.ehlo, {}, { [wire.siteHeader]: randomUUID() });
    expect(body.currentSite).toBeNull();
    expect(body.sites.map(({ siteName }) => siteName)).toEqual(['alpha', 'Beta']);
  });
});

describe('reported errors', () => {
  it('are kept with title, text, instance and the raw exception [ERR-37]', async () => {
    const client = await app.signIn('reader');
    const body = { ...anyReport, instanceId: client.instanceId, rawException: 'TypeError: x\u0007 is not a function' };
    expect((await client.call(session.reportError, { body })).status).toBe(200);
    const { rows } = await app.database
      .pool('postgres')
      .query('select title, description, raw_exception from error_reports where instance_id = $1', [client.instanceId]);
    expect(rows).toEqual([
      { title: 'Error', description: 'Broken\nin two lines', raw_exception: 'TypeError: x is not a function' },
    ]);
  });

  it('are bounded: ten a minute, eight kilobytes', async () => {
    const client = await app.signIn('reader');
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await client.call(session.reportError, { body: anyReport })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    const big = { ...anyReport, rawException: 'x'.repeat(9_000) };
    expect((await (await app.signIn('reader')).call(session.reportError, { body: big })).status).toBe(413);
  });
});
