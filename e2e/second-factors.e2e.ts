import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { launchChromium } from './support/chromium.ts';
import { patienceMs } from './support/patience.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
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

/** Another browser, in which the password was entered: the next step is shown. */
const afterPassword = async (address: string) => {
  const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByLabel('E-mail address').fill(demoAdmin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  return { page, [Symbol.asyncDispose]: () => context.close() };
};
const type = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.keyboard.press('Enter');
};

describe('a second factor', () => {
  it('is set up by keys alone, asked for at sign-in, replaced by a recovery code, and removed', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/account-configuration', 'Account Configuration');
    const section = page.getByRole('region', { name: 'Second factors' });
    await section.getByText('Your password alone signs you in.').waitFor();
    await section.getByRole('button', { name: 'Set up an authenticator app' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').focus();
    await page.keyboard.type('not my password');
    await page.keyboard.press('Enter');
    await dialog.getByText('The password is not right.').waitFor();
    await type(page, 'Your password', demoPassword);
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await lookAt(page, 'second-factor-scan');
    const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    await type(page, 'Code that the app shows', app.generate());
    await dialog.getByText('Shown once').waitFor();
    await lookAt(page, 'second-factor-codes');
    const codes = await dialog.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I have kept them' }).focus();
    await page.keyboard.press('Enter');
    await section.getByText('Recovery codes left: 10').waitFor();
    await lookAt(page, 'second-factors');

    await using second = await afterPassword('/login#/hosts');
    await lookAt(second.page, 'second-factor-sign-in');
    await type(second.page, 'Code', '000000');
    await second.page.getByText('This code is not right, or was used already.').waitFor();
    // The code of the next half minute: the one of this was used up by setting up.
    await type(second.page, 'Code', app.generate({ timestamp: Date.now() + 30_000 }));
    await second.page.waitForURL(/#\/.*hosts$/);

    await using third = await afterPassword('/login');
    await third.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await lookAt(third.page, 'second-factor-recovery');
    await type(third.page, 'Recovery code', codes[0] ?? '');
    await third.page.waitForURL(/#\//);

    await page.reload();
    await section.getByText('Recovery codes left: 9').waitFor();
    await section.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await lookAt(page, 'second-factor-remove');
    await type(page, 'Code', codes[1] ?? '');
    await section.getByText('Your password alone signs you in.').waitFor();
  });
});
