import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAdmin } from '../apps/server/src/demo.ts';
import { type DnsServer, dnsServer } from '../apps/server/src/testkit/sso/dns-server.ts';
import { type HonestProvider, honestProvider } from '../apps/server/src/testkit/sso/honest-provider.ts';
import { launchChromium } from './support/chromium.ts';
import { patienceMs } from './support/patience.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, lookAt, settled, signedIn } from './support/signed-in.ts';
import { askedToProve, isDone, letAdminister, signedOutThere, windowOf } from './support/sso/proof-at-provider.ts';
import { type Stack, startStack } from './support/stack.ts';

let dns: DnsServer;
let provider: HonestProvider;
let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  dns = await dnsServer();
  provider = await honestProvider({
    ada: { email: 'ada@contoso.example', name: 'Ada Lovelace', groups: ['patch-managers'] },
    bob: { email: 'bob@contoso.example', name: 'Bob', groups: ['everybody'] },
    boss: { email: demoAdmin, name: 'Ana', groups: [] },
  });
  const settings = {
    PATCHKEEP_PUBLIC_URL: '{url}',
    PATCHKEEP_SSO_INNER_NETWORKS: 'true',
    PATCHKEEP_DNS_SERVERS: dns.address,
  };
  [stack, browser] = await Promise.all([startStack(settings), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await provider?.close();
  await dns?.close();
});

/** The page on a phone and on a wide screen, for somebody to look at. */
const drawSizes = async (page: Page, name: string): Promise<void> => {
  if (!isDrawing) return;
  for (const [width, height] of [
    [390, 844],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await page.screenshot({ animations: 'disabled', path: pictureFile(`${name}-${width}`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
};

/** At the identity provider, whose pages are its own. */
const signInThere = async (page: Page, login: string): Promise<void> => {
  await page.waitForURL((url) => url.href.startsWith(provider.issuer));
  await page.locator('[name=login]').fill(login);
  await page.locator('[name=password]').fill('any');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** A browser that nobody has used, on the sign-in page with an address typed. */
const typedAddress = async (username: string) => {
  const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto('/login#/hosts');
  await page.getByLabel('E-mail address').fill(username);
  return { page, [Symbol.asyncDispose]: () => context.close() };
};
const organisation = (page: Page) => page.getByRole('button', { name: 'Sign in with your organisation' });

describe('single sign-on', () => {
  it('is set up by an administrator, lets people in by their groups, and hides password and factors from them [ACCT-09]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/configuration?tab=single-sign-on', 'Configuration');
    const domains = page.getByRole('region', { name: 'Mail domains' });
    await domains.getByLabel('Domain').fill('contoso.example');
    await page.keyboard.press('Enter');
    await domains.getByText('_patchkeep.contoso.example').waitFor();
    await domains.getByRole('button', { name: 'Check now' }).click();
    await domains.getByText('There is no such record yet.').waitFor();
    await lookAt(page, 'single-sign-on-domain');
    await drawSizes(page, 'single-sign-on-domain');
    await domains.getByRole('button', { name: 'Copy text' }).click();
    dns.text('_patchkeep.contoso.example', String(await page.evaluate('navigator.clipboard.readText()')));
    await domains.getByRole('button', { name: 'Check now' }).click();
    await domains.getByText('Proven', { exact: true }).waitFor();
    const record = String(await page.evaluate('navigator.clipboard.readText()'));
    dns.text('_patchkeep.contoso.example');
    await domains.getByRole('button', { name: 'Check again' }).click();
    await domains.getByText('The record is not found any more.').waitFor();
    await lookAt(page, 'single-sign-on-record-missing');
    dns.text('_patchkeep.contoso.example', record);
    await domains.getByRole('button', { name: 'Check again' }).click();
    await domains.getByText('Proven', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Connect an identity provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Contoso Login');
    await dialog.getByLabel('Issuer').fill(provider.issuer);
    await dialog.getByLabel('Client ID').fill('patchkeep');
    await dialog.getByLabel('Client secret').fill('a secret of this journey');
    await lookAt(page, 'single-sign-on-connect');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    const card = page.getByRole('region', { name: 'Contoso Login', exact: true });
    const returnAddress = (await card.getByText(`${stack.url}/login/sso/`).textContent()) ?? '';
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText('Not good').waitFor();
    provider.register({ clientId: 'patchkeep', clientSecret: 'a secret of this journey', returnAddress });
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText('The client is known.').waitFor();
    await card.getByRole('button', { name: 'Map groups' }).click();
    await dialog.getByLabel('Group').fill('patch-managers');
    await dialog.getByRole('button', { name: /Rights/ }).click();
    await page.getByRole('option', { name: 'Read & Write' }).click();
    await lookAt(page, 'single-sign-on-groups');
    await drawSizes(page, 'single-sign-on-groups');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText(/Read & Write in/).waitFor();
    await card.scrollIntoViewIfNeeded();
    await lookAt(page, 'single-sign-on');
    await drawSizes(page, 'single-sign-on');

    await using ada = await typedAddress('ada@contoso.example');
    await organisation(ada.page).waitFor();
    await lookAt(ada.page, 'single-sign-on-offer');
    await drawSizes(ada.page, 'single-sign-on-offer');
    await organisation(ada.page).click();
    await signInThere(ada.page, 'ada');
    await ada.page.waitForURL(/#\/.*hosts$/);
    await ada.page.getByRole('heading', { level: 1 }).waitFor();
    await goTo(ada.page, '/account-configuration', 'Account Configuration');
    await ada.page.getByText('By single sign-on only').waitFor();
    await settled(ada.page);
    await expect.poll(() => ada.page.getByRole('region', { name: 'Password' }).count()).toBe(0);
    await expect.poll(() => ada.page.getByRole('button', { name: 'Set up an authenticator app' }).count()).toBe(0);

    // Without a password here, whoever signs in anew at the identity provider proves that it is them.
    await letAdminister(stack, 'ada@contoso.example');
    await askedToProve(ada.page);
    await lookAt(ada.page, 'step-up-provider');
    await drawSizes(ada.page, 'step-up-provider');
    const wrong = await windowOf(ada.page, 'Sign in again');
    await signInThere(wrong, 'bob');
    await wrong.getByText('Somebody else signed in at your organisation.').waitFor();
    await wrong.close();
    const window = await windowOf(ada.page, 'Open the window again');
    await signInThere(window, 'ada');
    await isDone(ada.page);
    await signedOutThere(ada.page, () => ada.page.getByRole('button', { name: 'Yes, sign me out' }).click());
    await lookAt(ada.page, 'signed-out-provider');
    await drawSizes(ada.page, 'signed-out-provider');
    // The identity provider knows nobody any more.
    await ada.page.getByLabel('E-mail address').fill('ada@contoso.example');
    await organisation(ada.page).click();
    await ada.page.locator('[name=login]').waitFor();

    await using bob = await typedAddress('bob@contoso.example');
    await organisation(bob.page).click();
    await signInThere(bob.page, 'bob');
    await bob.page.getByText('nobody has given you access yet').waitFor();
    await lookAt(bob.page, 'single-sign-on-refused');
    await bob.page.getByRole('button', { name: 'Start again' }).click();
    await bob.page.getByLabel('E-mail address').waitFor();

    // An account of before is connected by who has signed in with its password.
    await goTo(page, '/account-configuration', 'Account Configuration');
    const account = page.getByRole('region', { name: 'Single sign-on' });
    await account.scrollIntoViewIfNeeded();
    await lookAt(page, 'single-sign-on-account');
    await account.getByRole('button', { name: 'Connect with your organisation' }).click();
    await signInThere(page, 'boss');
    await account.getByText('Your account is connected with Contoso Login').waitFor();

    await goTo(page, '/configuration?tab=single-sign-on', 'Configuration');
    await card.getByText('2 users').waitFor();
    await card.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('Ada Lovelace').waitFor();
    await lookAt(page, 'single-sign-on-remove');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});
