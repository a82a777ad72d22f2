import { constants, wire } from '@patchkeep/contract/constants';
import { defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import { detachedBase } from '@patchkeep/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginTexts } from '../apps/console/src/login/login-flow.ts';
import { sampleHandshake, sampleSites } from '../apps/console/src/testkit/sample-handshake.ts';
import { noDashboard, noNumbers, type Stage, startStage, screenHandshake } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('before the session stands', () => {
  it('an overlay covers the whole page with Please wait... [SES-21]', async () => {
    const answers = { 'GET /ehlo': { body: sampleHandshake(), delayMs: 8_000 } };
    await using scene = await stage.open('/#/hosts', { answers });
    const words = scene.page.getByText('Please wait...', { exact: true });
    await words.waitFor();
    await expect.poll(() => scene.page.getByRole('navigation').count()).toBe(0);
    const size = await scene.page.evaluate<number[]>(
      `(() => { const { width, height } = document.elementFromPoint(600, 20).getBoundingClientRect(); return [width, height] })()`,
    );
    expect(size).toEqual([1280, 720]);
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await expect.poll(() => words.count()).toBe(0);
  });

  it('a long wait says what it waits for, and then offers to try again', async () => {
    const context = await stage.browser.newContext({ baseURL: stage.url });
    const page = await context.newPage();
    await page.clock.install();
    await page.route('**/api/corporate/ui/**', () => undefined);
    await page.goto('/#/hosts');
    await page.locator('output', { hasText: 'Please wait...' }).waitFor();
    await page.clock.runFor(11_000);
    await page.getByText('Waiting for the server to confirm your session.').waitFor();
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    await page.clock.runFor(20_000);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.close();
  });

  it('a 401 to the handshake leads to login [SES-11] [SES-19]', async () => {
    await using scene = await stage.open('/#/hosts', { answers: { 'GET /ehlo': { status: 401 } } });
    // The page that was asked for goes along, so that signing in leads there.
    await scene.page.waitForURL(/\/login#\/hosts$/);
    expect(scene.calls.filter(({ path }) => path === '/ehlo')).toHaveLength(1);
  });

  it('another failure is tried again [SES-13]', async () => {
    let times = 0;
    const answers = {
      'GET /ehlo': () => (++times < 3 ? { status: 500 } : { body: sampleHandshake() }),
    };
    await using scene = await stage.open('/#/hosts', { answers });
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    expect(times).toBe(3);
  });
});

describe('a running session', () => {
  it('sends the CSRF header and the instance id with every call, and who was active [SES-22]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
    await scene.page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
    await scene.page.getByRole('button', { name: 'Contoso Norge' }).waitFor();
    const [ehlo, ...later] = scene.calls.filter(({ path }) => path !== '/events');
    expect([...(ehlo?.query.keys() ?? [])].toSorted()).toEqual(['instanceId', 'localTime', 'ts', 'utcTime']);
    expect(new Set(scene.calls.map(({ query }) => query.get('instanceId'))).size).toBe(1);
    expect(later.length).toBeGreaterThan(1);
    for (const { headers } of later) expect(headers['x-csrf-token']).toBe('sample-csrf');
    expect(ehlo?.headers['x-user-active']).toBeUndefined();
    expect(later.find(({ path }) => path === '/ehlo')?.headers['x-user-active']).toBe('1');
  });

  it('refreshes every five minutes, silently when that fails [SES-12]', async () => {
    const context = await stage.browser.newContext({ baseURL: stage.url });
    const page = await context.newPage();
    await page.clock.install();
    let times = 0;
    await page.route('**/api/corporate/ui/**', (route) => {
      if (!route.request().url().includes('/ehlo')) return route.fulfill({ json: {} });
      times += 1;
      return times === 2 ? route.fulfill({ status: 500, body: '' }) : route.fulfill({ json: sampleHandshake() });
    });
    // A page that asks nothing of its own: only the handshake is the subject here.
    await page.goto('/#/patchpro');
    await page.getByRole('heading', { level: 1, name: 'PatchPro' }).waitFor();
    // The clock also runs by itself, so a minute is left for a busy machine between "not yet" and "now".
    for (const done of [1, 2]) {
      await page.clock.runFor(240_000);
      expect(times).toBe(done);
      await page.clock.runFor(61_000);
      await expect.poll(() => times).toBe(done + 1);
    }
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await context.close();
  });

  it('ends at /logout: Please wait..., the call, then login [SES-16] [SES-18] [SES-20]', async () => {
    await using scene = await stage.open('/#/logout', { answers: { 'POST /logout': { body: {}, delayMs: 1_000 } } });
    await scene.page.getByText('Please wait...', { exact: true }).waitFor();
    await expect.poll(() => scene.calls.some(({ path }) => path === '/logout')).toBe(true);
    await scene.page.getByText('Please wait...', { exact: true }).waitFor();
    await scene.page.waitForURL(/\/login$/);
    expect(scene.calls.filter(({ path }) => path === '/logout')).toHaveLength(1);
  });

  it('ends here though the logout call fails [SES-17]', async () => {
    await using scene = await stage.open('/#/logout', { answers: { 'POST /logout': { status: 500 } } });
    await scene.page.waitForURL(/\/login$/);
    expect(scene.complaints).toEqual([]);
  });
});

describe('the tabs of one browser', () => {
  it('hear of a site switch, refresh, and keep their own site [SES-26] [SES-27]', async () => {
    await using scene = await stage.open('/#/hosts');
    const other = await scene.tab('/#/groups');
    await other.getByRole('button', { name: 'Contoso DK' }).waitFor();
    await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
    await scene.page.getByRole('menuitem', { name: 'Contoso Sverige' }).click();
    await scene.page.getByRole('button', { name: 'Contoso Sverige' }).waitFor();
    const [own] = scene.calls;
    const ofOther = () => scene.calls.filter(({ query }) => query.get('instanceId') !== own?.query.get('instanceId'));
    const hellos = () => ofOther().filter(({ path }) => path === '/ehlo');
    await expect.poll(() => hellos().length).toBe(2);
    expect(hellos().at(-1)?.headers['x-site']).toBe(sampleSites[0]?.siteAccountUuid);
    await other.getByRole('button', { name: 'Contoso DK' }).waitFor();
  });

  it('refresh after consent was given in one of them [SES-26] [SES-27]', async () => {
    await using scene = await stage.open('/#/patchpro');
    await scene.page.getByRole('heading', { level: 1, name: 'PatchPro' }).waitFor();
    const [own] = scene.calls;
    const before = scene.calls.length;
    await scene.tab('/patchpro/admin_consent?admin_consent=True&tenant=t&state=s');
    const again = () =>
      scene.calls
        .slice(before)
        .some(({ path, query }) => path === '/ehlo' && query.get('instanceId') === own?.query.get('instanceId'));
    await expect.poll(again).toBe(true);
  });

  it('share one stream of events [SES-25]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.tab('/#/hosts');
    await scene.tab('/#/groups');
    await wait(500);
    expect(scene.calls.filter(({ path }) => path === '/events')).toHaveLength(1);
  });
});

describe('a dashboard', () => {
  it('asks again by itself after the time its data names, which is no activity, and is silent when that fails [DASH-22] [DASH-25] [DASH-26]', async () => {
    expect(noNumbers.refreshMs).toBe(constants.dashboardRefreshMs);
    const counted = (active: number) => ({
      body: {
        ...noDashboard,
        data: {
          ...noNumbers,
          refreshMs: 150,
          cards: [{ cardId: 'silent-hosts', chart: 'silent-hosts', total: active, hosts: [] }],
        },
      },
    });
    await using scene = await stage.open('/#/dashboard', { answers: { 'GET /dashboard/:id/data': counted(1) } });
    const card = scene.page.getByRole('figure', { name: 'Hosts that went silent' });
    await card.getByText('1 dormant').waitFor();
    scene.answer({ 'GET /dashboard/:id/data': counted(2) });
    await card.getByText('2 dormant').waitFor();
    const asked = () => scene.calls.filter(({ path }) => path.endsWith('/data'));
    expect(
      asked()
        .map(({ query }) => query.get('periodic'))
        .slice(0, 2),
    ).toEqual(['false', 'true']);
    expect(asked().some(({ headers }) => wire.activeHeader in headers)).toBe(false);
    expect(asked()[0]?.path).toBe(`/dashboard/${defaultDashboardUuid}/data`);
    const before = asked().length;
    scene.answer({ 'GET /dashboard/:id/data': { status: 500, body: {} } });
    await expect.poll(() => asked().length).toBeGreaterThan(before + 3);
    await expect.poll(() => scene.page.getByRole('alertdialog').count()).toBe(0);
    await card.getByText('2 dormant').waitFor();
  });
});

describe('a detached tab', () => {
  it('hides the togglers: a title and the username instead of menus, and the token leaves the address [SHELL-43] [DASH-29]', async () => {
    await using scene = await stage.open('/?accessToken=secret#/detached/dashboard?heading=Hall%20A');
    await scene.page.getByRole('heading', { level: 1, name: 'Hall A' }).waitFor();
    expect(scene.page.url()).not.toContain('secret');
    const banner = scene.page.getByRole('banner');
    await expect.poll(() => banner.textContent()).toBe('Patchkeep Corporateana@contoso.example');
    await expect.poll(() => scene.page.getByRole('button').count()).toBe(0);
    await expect.poll(() => scene.page.getByRole('navigation').count()).toBe(0);
    expect(scene.calls[0]?.path).toBe(`${detachedBase}/ehlo`);
    expect(scene.calls[0]?.headers['authorization']).toBe('Bearer secret');
    expect(scene.calls.some(({ query }) => query.has('accessToken'))).toBe(false);
    expect(scene.complaints).toEqual([]);
  });

  it.each([
    [false, 'Patchkeep Corporate'],
    [true, 'Patchkeep Corporate UAT'],
  ])('is named after the product, in UAT mode %s [SHELL-23]', async (isUat, title) => {
    const ehlo = { body: { ...screenHandshake, isUat } };
    await using scene = await stage.open('/?accessToken=secret#/detached/dashboard', {
      answers: { [`GET ${detachedBase}/ehlo`]: ehlo },
    });
    await expect.poll(() => scene.page.title()).toBe(title);
  });

  it('has no other page [DASH-30]', async () => {
    await using scene = await stage.open('/?access-token=secret#/hosts');
    await scene.page.waitForURL(/#\/detached\/dashboard/);
    await scene.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  it('whose handshake fails shows Permission denied and stays [SES-15]', async () => {
    await using scene = await stage.open('/?accessToken=old#/detached/dashboard', {
      answers: { [`GET ${detachedBase}/ehlo`]: { status: 401 } },
    });
    await scene.page.getByRole('alertdialog', { name: 'Permission denied' }).waitFor();
    expect(scene.page.url()).not.toContain('/login');
  });
});

describe('the login page', () => {
  it('has labels, autocomplete, paste, and shows the password when asked', async () => {
    await using scene = await stage.open('/login');
    const { page } = scene;
    const [email, password] = [page.getByLabel('E-mail address'), page.getByLabel('Password', { exact: true })];
    await expect.poll(() => email.getAttribute('autocomplete')).toBe('username');
    await expect.poll(() => password.getAttribute('autocomplete')).toBe('current-password');
    await password.fill('secret');
    await expect.poll(() => password.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    expect(scene.complaints).toEqual([]);
  });

  it('sends a hash, never the password, and goes to the console', async () => {
    await using scene = await stage.open('/login', { answers: { 'POST /login': { body: { step: 'signedIn' } } } });
    await scene.page.getByLabel('E-mail address').fill('Ana@contoso.example');
    await scene.page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await scene.page.keyboard.press('Enter');
    await scene.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const sent = scene.calls.find(({ path }) => path === '/login')?.body as { passwordHash: string };
    expect(sent.passwordHash).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(sent)).not.toContain('horse');
  });

  it.each([
    [401, loginTexts.wrong],
    [429, loginTexts.throttled],
    [503, loginTexts.busy],
  ])('says inline why a %i was refused', async (status, text) => {
    await using scene = await stage.open('/login', { answers: { 'POST /login': { status } } });
    await scene.page.getByLabel('E-mail address').fill('ana@contoso.example');
    await scene.page.getByLabel('Password', { exact: true }).fill('wrong');
    await scene.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await scene.page.getByRole('alert').getByText(text).waitFor();
    await expect.poll(() => scene.page.getByLabel('Password', { exact: true }).inputValue()).toBe('wrong');
  });

  it('asks for a second factor of those that the account has, and offers single sign-on when there is any', async () => {
    const answers = {
      'POST /login': { body: { step: 'secondFactor', methods: ['totp', 'recovery'] } },
      'POST /login/sso/ways': { body: { singleSignOn: { label: 'Contoso Entra', isRequired: false } } },
    };
    await using scene = await stage.open('/login', { answers });
    await scene.page.getByLabel('E-mail address').fill('ana@contoso.example');
    await scene.page.getByRole('button', { name: 'Sign in with your organisation' }).waitFor();
    await scene.page.getByText('Contoso Entra').waitFor();
    await scene.page.getByLabel('Password', { exact: true }).fill('right');
    await scene.page.keyboard.press('Enter');
    await scene.page.getByRole('heading', { name: 'One more step' }).waitFor();
    await scene.page.getByLabel('Code', { exact: true }).waitFor();
    await scene.page.getByRole('button', { name: 'Use a recovery code' }).waitFor();
  });
});
