import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '../apps/server/src/demo.ts';
import { launchChromium } from './support/chromium.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, lookAt, settled, signedIn, toast } from './support/signed-in.ts';
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

const path = '/account-configuration';
const title = 'Account Configuration';
const who = 'auditor@contoso.example';
/** The whole page on a phone and on a wide screen, for somebody to look at. */
const drawSizes = async (page: Page): Promise<void> => {
  if (!isDrawing) return;
  for (const [width, height] of [
    [390, 844],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await page.screenshot({ animations: 'disabled', path: pictureFile(`account-${width}x${height}`) });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await settled(page);
};

describe('the account page', () => {
  it('says who one is, ends sessions, and changes the password by keys alone, sending hashes only [ACCT-05]', async () => {
    await using tab = await signedIn(browser, stack.url, who);
    await using second = await signedIn(browser, stack.url, who);
    await using third = await signedIn(browser, stack.url, who);
    const { page } = tab;
    await goTo(second.page, path, title);
    await goTo(third.page, path, title);
    // By the menu of the avatar.
    await goTo(page, '/hosts', 'Hosts');
    await page.getByRole('button', { name: /auditor@contoso\.example/ }).click();
    await page.getByRole('menuitem', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('region', { name: 'You', exact: true }).getByText(who).waitFor();
    await page.getByText('Read who did what').first().waitFor();
    const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
    await expect.poll(() => sessions.count()).toBe(3);
    await expect.poll(() => sessions.first().textContent()).toMatch(/Chrome \d+ on Linux.*This session.*127\.0\.0\.1/);

    await sessions
      .nth(1)
      .getByRole('button', { name: /^End the session of/ })
      .click();
    await toast(page, 'Session ended.').waitFor();
    await expect.poll(() => sessions.count()).toBe(2);

    const [current, chosen] = [page.getByLabel('Current password'), page.getByLabel('New password')];
    await current.focus();
    await page.keyboard.type('not my password at all');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => chosen.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type('passwordpassword');
    await page.getByText('Strength: Very weak. Many people use this password.').waitFor();
    await lookAt(page, 'account-weak');
    await chosen.fill('a lighthouse in the fog');
    await page.getByText(/^Strength: (Good|Strong)\.$/).waitFor();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).click();
    await page.setViewportSize({ width: 1280, height: 1400 });
    await lookAt(page, 'account');
    await page.setViewportSize({ width: 1280, height: 720 });
    await drawSizes(page);
    await chosen.press('Enter');
    await page.getByRole('alert').getByText('The current password is not right.').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await current.fill(demoPassword);
    await current.press('Enter');
    await toast(page, 'Password changed. All your other sessions have ended.').waitFor();
    expect(sent.filter((body) => body.includes('currentPassword'))).toHaveLength(1);
    expect(sent.filter((body) => body.includes(demoPassword) || body.includes('lighthouse'))).toEqual([]);
    await expect.poll(() => sessions.count()).toBe(1);

    // Both others are out; who signs in again is back where they were.
    for (const other of [second.page, third.page]) {
      await other.reload();
      await other.waitForURL(/\/login#\/account-configuration/);
    }
    await second.page.getByLabel('E-mail address').fill(who);
    await second.page.getByLabel('Password', { exact: true }).fill('a lighthouse in the fog');
    await second.page.keyboard.press('Enter');
    await second.page.getByRole('heading', { level: 1, name: title }).waitFor();
  });

  it('keeps how the console looks for the next browser', async () => {
    const themeOf = (page: Page) => page.evaluate('document.documentElement.dataset.theme');
    await using tab = await signedIn(browser, stack.url);
    await goTo(tab.page, path, title);
    const saved = tab.page.waitForResponse((answer) => answer.url().includes('/account/preferences'));
    await tab.page.getByRole('radio', { name: 'Dark' }).check();
    expect((await saved).status()).toBe(200);
    await using other = await signedIn(browser, stack.url);
    await goTo(other.page, '/hosts', 'Hosts');
    await expect.poll(() => themeOf(other.page)).toBe('dark');
  });
});
