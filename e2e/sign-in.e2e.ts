import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { launchChromium } from './support/chromium.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const open = async (path: string) => {
  const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted ?(type|script|html)/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(path);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
};

/** Only keys from here on: presses Tab until the target has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  // Parts of the header are loaded later: the focus would pass where they come to stand.
  await target.waitFor();
  for (let presses = 0; presses < 40; presses++) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The focus never came to ${String(target)}`);
};
/** The site that the tab says it shows. */
const siteOf = async (page: Page): Promise<string> => (await page.title()).split(' - ')[1] ?? '';
const signIn = async (page: Page, username: string, password: string) => {
  const email = page.getByLabel('E-mail address');
  await email.waitFor();
  await tabTo(page, email);
  await page.keyboard.type(username);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
};

describe('on the real stack', () => {
  it('a page without a session leads to login [SES-11] [SES-19]', async () => {
    await using tab = await open('/#/hosts');
    await tab.page.waitForURL(/\/login#\/hosts$/);
  });

  it('a wrong password is told beside the form', async () => {
    await using tab = await open('/login');
    await signIn(tab.page, demoAdmin, 'not the password');
    await tab.page.getByRole('alert').getByText('The e-mail address or password is not right.').waitFor();
  });

  it('one signs in, is on the dashboard, switches the site and logs out by keys alone [SES-16] [SES-20] [SITE-02] [SITE-15]', async () => {
    await using tab = await open('/login');
    const { page } = tab;
    await signIn(page, demoAdmin, demoPassword);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const name = await siteOf(page);
    await tabTo(page, page.getByRole('button', { name: name ?? '', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.type('norge');
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Contoso Norge']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Contoso Norge', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Contoso Norge', exact: true }).waitFor();

    await tabTo(page, page.getByRole('button', { name: /^User menu of/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login$/);
    await page.goto('/#/hosts');
    await page.waitForURL(/\/login#\/hosts$/);
    expect(tab.complaints).toEqual([]);
  });

  it('two tabs show two sites, each after a reload too, and a new one begins where one switched to [SES-26] [SES-27]', async () => {
    await using tab = await open('/login');
    await signIn(tab.page, demoAdmin, demoPassword);
    await tab.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const other = await tab.page.context().newPage();
    await other.goto('/#/groups');
    await other.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
    const first = await siteOf(tab.page);
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('combobox').fill('deutschland');
    await tab.page.keyboard.press('Enter');
    const shows = (page: Page, name: string | null) =>
      page.getByRole('button', { name: name ?? '', exact: true }).waitFor();
    await shows(tab.page, 'Contoso Deutschland');
    await shows(other, first);
    for (const page of [tab.page, other]) await page.reload();
    await shows(tab.page, 'Contoso Deutschland');
    await shows(other, first);
    const third = await tab.page.context().newPage();
    await third.goto('/#/groups');
    await shows(third, 'Contoso Deutschland');
    // The back button leads back to the site of that page; a link leads to the site that it names.
    await tab.page.goBack();
    await shows(tab.page, first);
    await tab.page.goto(third.url());
    await shows(tab.page, 'Contoso Deutschland');
    await tab.page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  });

  it('a link opens after signing in, on the page and the site that it names', async () => {
    await using sender = await open('/login');
    await signIn(sender.page, demoAdmin, demoPassword);
    await sender.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await sender.page.keyboard.press('Control+k');
    await sender.page.getByRole('combobox').fill('norge');
    await sender.page.keyboard.press('Enter');
    await sender.page.getByRole('button', { name: 'Contoso Norge', exact: true }).waitFor();
    await sender.page.goto('/#/tags');
    await sender.page.waitForURL(/#\/tags\?site=/);
    await using receiver = await open(new URL(sender.page.url()).hash.replace('#', '/#'));
    await receiver.page.waitForURL(/\/login#\/tags\?site=/);
    await signIn(receiver.page, demoAdmin, demoPassword);
    await receiver.page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await receiver.page.getByRole('button', { name: 'Contoso Norge', exact: true }).waitFor();
    expect(receiver.complaints).toEqual([]);
  });

  it('a tab that waits at the login page goes on to its page once another tab has signed in', async () => {
    await using tab = await open('/#/tags');
    await tab.page.waitForURL(/\/login#\/tags$/);
    const other = await tab.page.context().newPage();
    await other.goto('/login');
    await signIn(other, demoAdmin, demoPassword);
    await other.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await tab.page.reload();
    await tab.page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    expect(tab.complaints).toEqual([]);
  });

  it('a link to a site that one may not open says so and offers the others', async () => {
    await using tab = await open('/login');
    await signIn(tab.page, demoAdmin, demoPassword);
    await tab.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await tab.page.goto('/#/hosts?site=00000000-0000-4000-8000-000000000000');
    await tab.page.getByRole('heading', { level: 1, name: 'Site not available' }).waitFor();
    await tab.page.getByRole('link', { name: 'Contoso Norge' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await tab.page.getByRole('button', { name: 'Contoso Norge', exact: true }).waitFor();
  });
});
