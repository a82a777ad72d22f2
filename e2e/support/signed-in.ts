import { randomUUID } from 'node:crypto';
import { wire } from '@patchkeep/contract/constants';
import { uiBase } from '@patchkeep/contract/endpoint';
import { session } from '@patchkeep/contract/session';
import type { Locator, Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoAdmin } from '../../apps/server/src/demo.ts';
import { demoPasswordHash } from '../../tools/administrator.ts';
import { findViolations } from './axe.ts';
import { themes } from './gallery.ts';
import { patienceMs } from './patience.ts';
import { isDrawing, pictureFile } from './pictures.ts';

export interface SignedIn extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
}

/** Signs the browser in without the login page, which takes about a second and has a journey of its own (sign-in). */
const logIn = async (context: BrowserContext, url: string, username: string): Promise<void> => {
  const answer = await context.request.post(`${uiBase}${session.login.path}`, {
    params: { [wire.instanceParam]: randomUUID() },
    headers: { origin: url },
    data: { username, passwordHash: await demoPasswordHash(username), passwordHashVersion: 1 },
  });
  expect(answer.status()).toBe(200);
};

/**
 * A fresh browser on the real stack, signed in, with an empty page: a journey goes to its own page first, and loading
 * Home before that would cost each journey a second. Fails at the end if the page broke its own policy or threw.
 */
export const signedIn = async (browser: Browser, url: string, username = demoAdmin): Promise<SignedIn> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 720 },
    timezoneId: 'Europe/Copenhagen',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted ?type/i.test(message.text())) complaints.push(message.text());
  });
  await logIn(context, url, username);
  return {
    context,
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
};

/** Gives the browser a device that keeps passkeys and verifies its user, without anybody touching it. */
export const holdPasskeys = async (context: BrowserContext, page: Page): Promise<void> => {
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

/** Goes to a page and waits for what shows that it stands. */
export const goTo = async (page: Page, path: string, title: string): Promise<void> => {
  await page.goto(`/#${path}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

/**
 * Waits until the page has drawn what the last input led to: two frames, every finite animation, two frames again.
 * This is how a journey shows that something did not happen, without a fixed wait.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    const frames = async () => {
      for (let i = 0; i < 2; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
    };
    await frames();
    const finite = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((each) => each.finished));
    await frames();
  })()`);

/** Ends the transitions of a theme, which axe would otherwise see halfway. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    for (const each of document.getAnimations())
      if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
  })()`);

/**
 * Looks at a page in the three themes: axe finds nothing; `npm run pictures` draws a named picture anew. The
 * violations name the address, so that a journey may look at many pages.
 */
export const lookAt = async (page: Page, picture?: string): Promise<void> => {
  const found: string[] = [];
  for (const theme of themes) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    if (picture !== undefined && isDrawing)
      await page.screenshot({ animations: 'disabled', path: pictureFile(`${picture}-${theme}`) });
    await endTransitions(page);
    const rules = theme === themes[0] ? 'all' : 'colours';
    for (const violation of await findViolations(page, rules)) found.push(`${page.url()} ${theme}: ${violation}`);
  }
  await page.evaluate('delete document.documentElement.dataset.theme');
  expect(found).toEqual([]);
};

/** What stands in the toast that just came. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Tab by Tab, as somebody without a mouse gets there. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor();
  for (let times = 0; times < 80; times += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
};

/** On a wide screen, a telephone and a small laptop nothing is to be scrolled sideways. */
export const fitsSideways = async (page: Page): Promise<void> => {
  for (const [width, height] of [
    [1920, 1080],
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
};
