import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { launchChromium } from './support/chromium.ts';
import { patienceMs } from './support/patience.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, holdPasskeys, lookAt, settled, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  // Passkeys are bound to the address that users type.
  [stack, browser] = await Promise.all([startStack({ PATCHKEEP_PUBLIC_URL: '{url}' }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** The page on a phone, for somebody to look at. */
const drawPhone = async (page: Page, name: string): Promise<void> => {
  if (!isDrawing) return;
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  await page.screenshot({ animations: 'disabled', path: pictureFile(`${name}-390`) });
  await page.setViewportSize({ width: 1280, height: 720 });
};

/** Another browser, in which the password was entered. */
const afterPassword = async (heading: string) => {
  const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await holdPasskeys(context, page);
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(demoAdmin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: heading }).waitFor();
  return { page, [Symbol.asyncDispose]: () => context.close() };
};

const choosePolicy = async (page: Page, label: string) => {
  await goTo(page, '/sites', 'Sites');
  await page.getByRole('button', { name: 'Second factors' }).click();
  const dialog = page.getByRole('dialog', { name: 'Second factors' });
  await dialog.getByRole('button', { name: 'Who needs a second factor' }).click();
  await page.getByRole('option', { name: label }).first().click();
  return dialog;
};

describe('a policy of second factors', () => {
  it('is previewed, saved, and makes users set a second factor up before they get in', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const dialog = await choosePolicy(page, 'Who may write Any second factor');
    await dialog.getByText('At their next sign-in they set one up before they get in.').waitFor();
    await lookAt(page, 'second-factor-policy');
    await drawPhone(page, 'second-factor-policy');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved. It counts at the next sign-in of each user.').waitFor();

    await using enrolling = await afterPassword('Set up a second factor');
    const second = enrolling.page;
    await lookAt(second, 'enrol-choice');
    await drawPhone(second, 'enrol-choice');
    await second.getByRole('button', { name: 'Set up an authenticator app' }).press('Enter');
    await second.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await lookAt(second, 'enrol-app');
    await drawPhone(second, 'enrol-app');
    const key = ((await second.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    const code = second.getByLabel('Code that the app shows');
    await code.fill('000000');
    await code.press('Enter');
    await second.getByText('This code is not right, or was used already.').waitFor();
    await code.fill(app.generate());
    await code.press('Enter');
    await second.getByText('Shown once').waitFor();
    await lookAt(second, 'enrol-codes');
    await drawPhone(second, 'enrol-codes');
    await expect.poll(() => second.getByRole('listitem').count()).toBe(10);
    await second.getByRole('button', { name: 'I have kept them' }).press('Enter');
    await second.getByRole('button', { name: new RegExp(demoAdmin) }).waitFor();

    // The account page says that it cannot be removed.
    await goTo(second, '/account-configuration', 'Account Configuration');
    const section = second.getByRole('region', { name: 'Second factors' });
    await section.getByText('Your organisation asks for it.').waitFor();
    await expect.poll(() => section.getByRole('button', { name: 'Remove Authenticator app' }).isDisabled()).toBe(true);
    await lookAt(second, 'second-factor-needed');

    // Stricter: the app signs in to the set-up of a passkey, which the device makes.
    const stricter = await choosePolicy(page, 'Who may write, and administrators a passkey');
    await stricter.getByText('(passkey)').waitFor();
    await stricter.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => stricter.count()).toBe(0);
    await using third = await afterPassword('One more step');
    await third.page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await third.page.keyboard.press('Enter');
    await third.page.getByRole('heading', { name: 'Set up a passkey' }).waitFor();
    await lookAt(third.page, 'enrol-passkey');
    await third.page.getByRole('button', { name: 'Set up a passkey' }).press('Enter');
    await third.page.getByRole('button', { name: new RegExp(demoAdmin) }).waitFor();

    // The page Users: who has none, and the mark of a break-glass account.
    const users = third.page;
    await goTo(users, '/users', 'Users');
    const row = users.getByRole('row', { name: /Ana Lindqvist/ });
    await row.getByText('Passkey').waitFor();
    await users.getByText(/Only without a second factor \(\d+\)/).click();
    await expect.poll(() => row.count()).toBe(0);
    await lookAt(users, 'users-second-factor');
    await users.getByText(/Only without a second factor/).click();
    await users.getByRole('button', { name: 'Actions for Ana Lindqvist' }).click();
    await users.getByRole('menuitem', { name: /Mark as break-glass account/ }).click();
    await users.getByText('Every system administrator gets a mail.').waitFor();
    await lookAt(users, 'break-glass-preview');
    await users.getByRole('button', { name: 'Mark 1 user' }).click();
    await toast(users, 'Ana Lindqvist is a break-glass account now.').waitFor();
    await row.getByText('Break-glass, never used').waitFor();
    await lookAt(users, 'users-break-glass');
    await drawPhone(users, 'users-break-glass');
    // Its sign-in asks for the passkey and nothing else.
    await using fourth = await afterPassword('One more step');
    await fourth.page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expect.poll(() => fourth.page.getByRole('button', { name: 'Use a recovery code' }).count()).toBe(0);
    await users.getByRole('button', { name: 'Actions for Ana Lindqvist' }).click();
    await users.getByRole('menuitem', { name: 'Take break-glass mark away' }).click();
    await toast(users, 'Ana Lindqvist is no break-glass account any more.').waitFor();
  });
});
