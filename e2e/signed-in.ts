import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { findViolations, themes } from './gallery.ts';

export interface SignedIn extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
}

/** A fresh browser on the real stack, signed in. Fails at the end if the page broke its own policy or threw. */
export const signedIn = async (browser: Browser, url: string, username = demoAdmin): Promise<SignedIn> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 720 },
    timezoneId: 'Europe/Copenhagen',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted ?type/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  return {
    context,
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
};

/** Goes to a page and waits for what shows that it stands. */
export const goTo = async (page: Page, path: string, title: string): Promise<void> => {
  await page.goto(`/#${path}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

/** Looks at a page in the three themes: axe finds nothing; with KEEP_PICTURES set, a named picture is drawn anew. */
export const lookAt = async (page: Page, picture?: string): Promise<void> => {
  const found: string[] = [];
  for (const theme of themes) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    // Taken in any case: it ends the transitions of the theme, which axe would otherwise see halfway.
    const isKept = picture !== undefined && process.env['KEEP_PICTURES'] !== undefined;
    await page.screenshot({ animations: 'disabled', ...(isKept && { path: `docs/visual/${picture}-${theme}.png` }) });
    for (const violation of await findViolations(page)) found.push(`${theme}: ${violation}`);
  }
  await page.evaluate('delete document.documentElement.dataset.theme');
  expect(found).toEqual([]);
};

/** What stands in the toast that just came. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);
