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

/** The page on a phone, on a wide screen and on paper, for somebody to look at. */
const drawSizes = async (page: Page, name: string): Promise<void> => {
  if (!isDrawing) return;
  for (const [width, height] of [
    [390, 844],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await page.screenshot({ animations: 'disabled', path: pictureFile(`${name}-${width}`) });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ animations: 'disabled', path: pictureFile(`${name}-print`) });
  await page.emulateMedia({ media: 'screen' });
};

const enterPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail address').fill(demoAdmin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
};

/** Another browser, in which the password was entered: the next step is shown. */
const afterPassword = async (address: string) => {
  const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(address);
  await enterPassword(page);
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
    await drawSizes(page, 'second-factor-scan');
    const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    await type(page, 'Code that the app shows', app.generate());
    await dialog.getByText('Shown once').waitFor();
    await lookAt(page, 'second-factor-codes');
    await drawSizes(page, 'second-factor-codes');
    const codes = await dialog.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I have kept them' }).focus();
    await page.keyboard.press('Enter');
    await section.getByText('Recovery codes left: 10').waitFor();
    await lookAt(page, 'second-factors');

    await using second = await afterPassword('/login#/hosts');
    await lookAt(second.page, 'second-factor-sign-in');
    await drawSizes(second.page, 'second-factor-sign-in');
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

    // Changing the password asks for the factor too.
    const changed = 'a lighthouse in the fog';
    await page.reload();
    await section.getByText('Recovery codes left: 9').waitFor();
    await page.getByLabel('Current password').fill(demoPassword);
    await type(page, 'New password', changed);
    await dialog.getByRole('heading', { name: 'Prove your second factor' }).waitFor();
    await lookAt(page, 'second-factor-password');
    await type(page, 'Code', codes[2] ?? '');
    await toast(page, 'Password changed. All your other sessions have ended.').waitFor();
    await page.getByLabel('Current password').fill(changed);
    await type(page, 'New password', demoPassword);
    await type(page, 'Code', codes[3] ?? '');
    await expect.poll(() => dialog.count()).toBe(0);

    // A quarter of an hour later a dangerous act asks for it again; who cancels finds the form as it was.
    await stack.sql(`update sessions set proved_at = now() - interval '16 minutes'`);
    await page.reload();
    await goTo(page, '/sites', 'Sites');
    await page.getByRole('button', { name: 'New site' }).press('Enter');
    await type(page, 'Name', 'Branch office');
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByLabel('Code').waitFor();
    await lookAt(page, 'step-up');
    await drawSizes(page, 'step-up');
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => confirm.count()).toBe(0);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Branch office');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await confirm.getByLabel('Code').fill(codes[4] ?? '');
    await page.keyboard.press('Enter');
    await toast(page, 'Site "Branch office" created.').waitFor();

    await goTo(page, '/account-configuration', 'Account Configuration');
    await section.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await lookAt(page, 'second-factor-remove');
    await type(page, 'Code', codes[1] ?? '');
    await section.getByText('Your password alone signs you in.').waitFor();
  });

  it('may be a passkey, which the device signs with', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page, context } = tab;
    await holdPasskeys(context, page);
    await goTo(page, '/account-configuration', 'Account Configuration');
    const section = page.getByRole('region', { name: 'Second factors' });
    await section.getByRole('button', { name: 'Add a passkey' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').waitFor();
    await lookAt(page, 'passkey-add');
    await type(page, 'Your password', demoPassword);
    await dialog.getByText('Shown once').waitFor();
    const [code = ''] = await dialog.getByRole('listitem').allTextContents();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await section.getByText('never used').waitFor();

    // The same device, later: without a session it enters the password, and signs.
    await context.clearCookies();
    await page.goto('/login');
    await enterPassword(page);
    await lookAt(page, 'passkey-sign-in');
    await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
    // The console stands: going on before would race with its way to the first page.
    await page.getByRole('button', { name: new RegExp(demoAdmin) }).waitFor();
    await goTo(page, '/account-configuration', 'Account Configuration');
    await section.getByText('last used').waitFor();

    // Or without a name and a password.
    await context.clearCookies();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await lookAt(page, 'passkey-alone');
    await drawSizes(page, 'passkey-alone');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await page.getByRole('button', { name: new RegExp(demoAdmin) }).waitFor();

    // It also confirms before a dangerous act.
    await stack.sql(`update sessions set proved_at = now() - interval '16 minutes'`);
    await page.reload();
    await goTo(page, '/sites', 'Sites');
    await page.getByRole('button', { name: 'New site' }).press('Enter');
    await type(page, 'Name', 'Harbour');
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await lookAt(page, 'step-up-passkey');
    await confirm.getByRole('button', { name: 'Use a passkey' }).press('Enter');
    await toast(page, 'Site "Harbour" created.').waitFor();
    await goTo(page, '/account-configuration', 'Account Configuration');

    // A browser without the passkey is told so, and has another way.
    await using other = await afterPassword('/login');
    await holdPasskeys(other.page.context(), other.page);
    await other.page.getByRole('button', { name: 'Use a passkey' }).click();
    await other.page.getByText('This passkey could not be used.').waitFor();
    await section.getByRole('button', { name: 'Remove Passkey' }).click();
    await type(page, 'Recovery code', code);
    await section.getByText('Your password alone signs you in.').waitFor();
  });
});
