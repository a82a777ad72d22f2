import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { patienceMs } from './support/patience.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, lookAt, settled, signedIn } from './support/signed-in.ts';
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

const rowOf = (page: Page, text: RegExp) => page.getByRole('row', { name: text });
const act = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** The page on a phone and on a wide screen, for somebody to look at. */
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
  await settled(page);
};

describe('the users of a site', () => {
  it('are invited by a link, choose a password, sign in, and lose their rights at once', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/users', 'Users');
    await rowOf(page, /Ana Lindqvist \(you\).*Active.*System Administrator/).waitFor();
    // By keys alone: the form opens, takes what is typed, and is sent.
    await page.getByRole('button', { name: 'Add user' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('E-mail address').focus();
    await page.keyboard.type('mette@contoso.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Mette Friis');
    const preview = page.getByRole('region', { name: 'What these rights allow' });
    await preview.getByText('Not: Change groups').waitFor();
    await page.getByRole('checkbox', { name: 'Administer', exact: true }).focus();
    await page.keyboard.press('Space');
    await preview.getByText('Add, change and remove users').waitFor();
    await page.getByRole('button', { name: /Custom/ }).waitFor();
    await lookAt(page, 'users-add');
    await drawSizes(page, 'users-add');
    await page.getByRole('dialog').getByLabel('Full name').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Shown once').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toContain('/login#invitation=vpi_');
    await lookAt(page, 'users-invitation');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await rowOf(page, /Mette Friis.*Invited.*Custom: read.*administer/).waitFor();
    await lookAt(page, 'users');
    await drawSizes(page, 'users');

    await using invited = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 720 } });
    invited.setDefaultTimeout(patienceMs);
    const theirs = await invited.newPage();
    await theirs.goto(link);
    await theirs.getByText('Welcome, Mette Friis').waitFor();
    const password = theirs.getByLabel('Choose a password');
    await password.fill('too short');
    await password.press('Enter');
    await theirs.getByText('Use at least 15 characters.').waitFor();
    await lookAt(theirs, 'invitation');
    await drawSizes(theirs, 'invitation');
    await password.fill('a lighthouse in the fog');
    await password.press('Enter');
    // A sign-in lands on the dashboard, also after an address that is asked for before it has landed.
    await theirs.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await goTo(theirs, '/users', 'Users');
    await rowOf(theirs, /Mette Friis \(you\).*Active/).waitFor();
    // Who administers one site does not touch whoever administers all of them, nor the own rights.
    await theirs.getByRole('button', { name: 'Actions for Ana Lindqvist' }).click();
    await theirs.getByRole('menuitem', { name: /Remove.*Only a system administrator can/ }).waitFor();
    await theirs.keyboard.press('Escape');
    await act(theirs, 'Mette Friis', 'Change name...');
    await theirs.getByText('These are your own rights.').waitFor();
    await theirs.getByRole('button', { name: 'Cancel' }).click();

    // Used once: the same link says so.
    await page.goto(link);
    await page.getByRole('alert').getByText('This invitation is not good any more').waitFor();
    await goTo(page, '/users', 'Users');
    await rowOf(page, /Mette Friis.*Active/).waitFor();
    await act(page, 'Mette Friis', 'Remove...');
    await lookAt(page, 'users-remove');
    await page.getByRole('button', { name: 'Remove 1 user' }).click();
    await rowOf(page, /Mette Friis.*Removed/).waitFor();
    await theirs.reload();
    await theirs.waitForURL(/\/login/);
    await page.getByRole('button', { name: 'Restore Mette Friis' }).click();
    await rowOf(page, /Mette Friis.*Active.*Custom: read/).waitFor();
    await act(page, 'Mette Friis', 'Change rights...');
    await page.getByRole('button', { name: /Custom/ }).click();
    await page.getByRole('option', { name: /Read & Write/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, /Mette Friis.*Active.*Read & Write/).waitFor();
  });

  it('cannot be left without a system administrator who can sign in', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/users', 'Users');
    await page.getByRole('button', { name: 'Actions for Ana Lindqvist' }).click();
    const remove = page.getByRole('menuitem', { name: /Remove.*Another administrator can remove you/ });
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  });
});
