import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { goTo, signedIn } from './support/signed-in.ts';
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

describe('the users of a site', () => {
  it('cannot be left without a system administrator who can sign in', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/users', 'Users');
    await page.getByRole('button', { name: 'Actions for Ana Lindqvist' }).click();
    const remove = page.getByRole('menuitem', { name: /Remove.*Another administrator can remove you/ });
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  });
});
