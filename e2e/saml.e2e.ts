import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, dnsServer } from '../apps/server/src/testkit/sso/dns-server.ts';
import { type SamlSite, samlSite } from '../apps/server/src/testkit/sso/saml-site.ts';
import { launchChromium } from './support/chromium.ts';
import { patienceMs } from './support/patience.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
import { askedToProve, isDone, letAdminister, signedOutThere, windowOf } from './support/sso/proof-at-provider.ts';
import { type Stack, startStack } from './support/stack.ts';

let dns: DnsServer;
let site: SamlSite;
let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  dns = await dnsServer();
  site = await samlSite({
    ada: { email: 'ada@contoso.example', name: 'Ada Lovelace', groups: ['patch-managers'] },
    bob: { email: 'bob@contoso.example', name: 'Bob', groups: ['everybody'] },
  });
  const settings = { PATCHKEEP_PUBLIC_URL: '{url}', PATCHKEEP_DNS_SERVERS: dns.address };
  [stack, browser] = await Promise.all([startStack(settings), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await site?.close();
  await dns?.close();
});

/** A browser that nobody has used goes to the identity provider and says who it is there. */
const signInThere = async (name: string) => {
  const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await page.goto('/login#/hosts');
  await page.getByLabel('E-mail address').fill(`${name}@contoso.example`);
  await page.getByRole('button', { name: 'Sign in with your organisation' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return { page, posts, context, [Symbol.asyncDispose]: () => context.close() };
};

const addDomain = async (page: Page): Promise<void> => {
  const domains = page.getByRole('region', { name: 'Mail domains' });
  await domains.getByLabel('Domain').fill('contoso.example');
  await page.keyboard.press('Enter');
  await domains.getByRole('button', { name: 'Copy text' }).click();
  dns.text('_patchkeep.contoso.example', String(await page.evaluate('navigator.clipboard.readText()')));
  await domains.getByRole('button', { name: 'Check now' }).click();
  await domains.getByText('Proven', { exact: true }).waitFor();
};

describe('single sign-on by SAML', () => {
  it('is set up from metadata, lets people in by their groups and turns others away', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/configuration?tab=single-sign-on', 'Configuration');
    await addDomain(page);

    await page.getByRole('button', { name: 'Connect by SAML' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Metadata (XML)').fill('<!DOCTYPE x><x/>');
    await dialog.getByRole('button', { name: 'Read metadata' }).click();
    await dialog.getByText('The metadata cannot be read.').waitFor();
    await dialog.getByLabel('Metadata (XML)').fill(site.metadata);
    await dialog.getByRole('button', { name: 'Read metadata' }).click();
    await expect.poll(() => dialog.getByLabel('Entity ID of the identity provider').inputValue()).toBe(site.issuer);
    await dialog.getByLabel('Name', { exact: true }).fill('Contoso Login');
    await lookAt(page, 'single-sign-on-saml-connect');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const card = page.getByRole('region', { name: 'Contoso Login', exact: true });
    await card.getByText(`${stack.url}/login/sso/`).waitFor();
    const loading = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download XML' }).click();
    expect((await loading).suggestedFilename()).toBe('patchkeep-saml-metadata.xml');

    await card.getByRole('button', { name: 'Map groups' }).click();
    await dialog.getByLabel('Group').fill('patch-managers');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText(/Read-Only in/).waitFor();
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText('A proven domain signs in by it. contoso.example').waitFor();
    await card.scrollIntoViewIfNeeded();
    await lookAt(page, 'single-sign-on-saml');

    await using ada = await signInThere('ada');
    await ada.page.waitForURL(/#\/.*hosts$/);
    await ada.page.getByRole('heading', { level: 1 }).waitFor();
    // The identity provider posted to our page, and our page made the call.
    expect(ada.posts.some((path) => path.startsWith('/login/sso/'))).toBe(true);
    expect(ada.posts).toContain('/api/corporate/ui/login/sso/assertion');
    const cookies = await ada.context.cookies();
    expect(cookies.map(({ name }) => name).filter((name) => name.endsWith('sso'))).toEqual([]);

    await letAdminister(stack, 'ada@contoso.example');
    await askedToProve(ada.page);
    const window = await windowOf(ada.page, 'Sign in again');
    await window.getByLabel('Name').fill('ada');
    await window.getByRole('button', { name: 'Sign in' }).click();
    await isDone(ada.page);
    await signedOutThere(ada.page);
    await ada.page.getByLabel('E-mail address').fill('ada@contoso.example');
    await ada.page.getByRole('button', { name: 'Sign in with your organisation' }).click();
    await ada.page.getByLabel('Name').waitFor();

    await using bob = await signInThere('bob');
    await bob.page.getByText('nobody has given you access yet').waitFor();
    await expect.poll(() => new URL(bob.page.url()).pathname).toBe('/login');
    await bob.page.getByRole('button', { name: 'Start again' }).click();
    await bob.page.getByLabel('E-mail address').waitFor();
  });
});
