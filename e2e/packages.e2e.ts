import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { heldBuild, insertBuilds, setContact } from './support/package-fixtures.ts';
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

it('packages say that none come by themselves, then that none are wanted, then how far each is', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/patching/packages', 'Packages');
  await page.getByText('No packager is connected').waitFor();

  await setContact(stack, { answeredMinutesAgo: 0 });
  await page.reload();
  await page.getByText('No installed application needs an update that the packager knows.').waitFor();

  await insertBuilds(stack);
  await page.reload();
  await page.getByText(/^1 of 9.applications that need an update has a ready package\.$/).waitFor();
  const cellsOf = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
      .allTextContents();
  await expect.poll(() => cellsOf('7-Zip')).toEqual(['26.02', '64-bit, machine, MSI', 'Ready', '', '2 hr ago']);
  await expect.poll(async () => (await cellsOf('Google Chrome')).slice(2, 4)).toEqual(['Fetching 41%', '']);
  await expect
    .poll(async () => (await cellsOf('WinRAR')).slice(1, 4))
    .toEqual(['—', 'Not offered', 'Its installer fetches more while it runs, which nobody vouches for.']);
  // A variant that hosts have and the vendor does not offer is told apart from the one that comes.
  await page.getByRole('cell', { name: '32-bit, machine, MSI' }).waitFor();
  await page.getByText('The manifest of PuTTY.PuTTY 0.84 names no installer for such copies').waitFor();
  await expect
    .poll(async () => (await cellsOf('Mozilla Thunderbird')).slice(2, 4))
    .toEqual(['Waits for the verifier', 'The verifier does not answer (connect ENOENT).']);
  await lookAt(page, 'packages');
});

it('a held package says why, what to do about it and with which command, and what was found out', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/patching/packages', 'Packages');
  await page.getByRole('rowheader', { name: '7-Zip' }).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Value/ }).click();
  await page.getByRole('option', { name: 'Held' }).click();
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await page.waitForURL(/state=held/);
  await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['Notepad++']);

  await page.getByRole('rowheader', { name: 'Notepad++' }).click();
  const panel = page.getByRole('complementary', { name: 'Notepad++ 8.9.1' });
  await panel.getByText('Notepad++ was signed before by GlobalSign nv-sa').waitFor();
  await panel.getByText('Ask the vendor, by another way than this file').waitFor();
  await panel
    .getByText('Only whoever runs the server can lift it, because it holds for all customers.')
    .first()
    .waitFor();
  await panel.getByText('https://notepad-plus-plus.example/8.9.1/npp.8.9.1.Installer.x64.exe').waitFor();
  await panel.getByText('Notepad++ (FR), certified by GlobalSign Root CA').waitFor();
  await panel.getByText('6.43 MB (6 745 088 bytes)').waitFor();
  await lookAt(page, 'packages-panel');
  await panel.getByRole('button', { name: 'Copy command' }).first().click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`bin/patchkeep packages lift ${heldBuild} publisherChanged --reason "…"`);
  await page.setViewportSize({ width: 360, height: 720 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await lookAt(page, 'packages-narrow');
});

it('a packager that is silent, and a provider that is, are told above what stays as it is', async () => {
  const acme = {
    name: 'acme',
    state: 'stopped',
    readAt: '2026-11-10T08:00:00Z',
    reason: 'expired',
    says: null,
  } as const;
  await setContact(stack, { answeredMinutesAgo: 90, silentMinutesAgo: 60, providers: [acme], mode: 'guarded' });
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/patching/packages?q=zip', 'Packages');
  await page.getByText(/The packager has not answered since \d{4}-.*Packages that are ready stay ready/).waitFor();
  await page.getByText('Guarded mode: a verifier on another machine vouches for packages too.').waitFor();
  await page
    .getByText(/No new packages come from the provider acme\. What it publishes has expired\. It was/)
    .waitFor();
  await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['7-Zip']);
  await page.getByRole('rowheader', { name: '7-Zip' }).click();
  const panel = page.getByRole('complementary', { name: '7-Zip 26.02' });
  await panel.getByText('Statement expires').waitFor();
  await panel.getByText('acme', { exact: true }).waitFor();
  await panel.getByText('unsigned: The hash stands on the page of the vendor').waitFor();
  await lookAt(page, 'packages-silent');
});
