import { configuration } from '@patchkeep/contract/configuration';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { joinFleet } from './support/fake-agent.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  const administrator = await signInAsAdministrator(stack.url);
  const body = { name: 'Fleet', useCap: 5, groupUuid: null, tagUuids: [], expiresInDays: 1 };
  const { secret } = await administrator.call(configuration.createInstallToken, { body });
  await joinFleet(stack.url, secret, [{ facts: { hostName: 'LT-0001' } }, { facts: { hostName: 'LT-0002' } }]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const switcher = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('sites are created, renamed, stripped of a module after a preview, and opened', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/sites', 'Sites');
  await row(page, 'Contoso Danmark').getByText('You are here').waitFor();
  await lookAt(page, 'sites');

  // By the keyboard alone: the name has the focus, and Enter saves.
  await page.getByRole('button', { name: 'New site' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('CONTOSO danmark');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Another site has this name').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Branch office');
  await page.keyboard.press('Enter');
  await toast(page, 'Site "Branch office" created.').waitFor();
  await row(page, 'Branch office').getByText('PatchPro').waitFor();

  await menuOf(page, 'Branch office', 'Edit...');
  await page.getByLabel('Name', { exact: true }).fill('Branch');
  await page.getByRole('button', { name: 'Save site' }).click();
  await row(page, 'Branch').waitFor();

  await menuOf(page, 'Contoso Danmark', 'Edit...');
  await page.getByRole('checkbox', { name: /^Patching/ }).press('Space');
  await page.getByText(/Patching off: updates that wait for one of 2.hosts are taken back/).waitFor();
  await lookAt(page, 'site-modules-off');
  await page.getByRole('button', { name: 'Save site' }).click();
  await toast(page, 'Site "Contoso Danmark" saved.').waitFor();
  // The navigation follows: pages of patching are gone without a reload.
  await expect.poll(() => page.getByRole('link', { name: 'Approvals', exact: true }).count()).toBe(0);

  await page.getByLabel('Find a site').fill('branch');
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
  await switcher(page, 'Branch').click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByRole('link', { name: 'Approvals', exact: true }).waitFor();
});

it('settings for all sites are changed in one place', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/sites', 'Sites');
  await page.getByRole('button', { name: 'Settings for all sites' }).click();
  await page.getByText(/^2.licences in use/).waitFor();
  await page.getByLabel('Days until a silent host is dormant').fill('46');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Write a whole number from 1 to 45.').first().waitFor();
  await lookAt(page, 'customer-settings');
  await page.getByLabel('Days until a silent host is dormant').fill('14');
  await page.getByLabel('Host licences').fill('1234');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await toast(page, 'Settings for all sites saved.').waitFor();
  await page.getByText(/2 of 1.?234 licences in use/).waitFor();
});

it('whoever is no system administrator sees their sites and changes none', async () => {
  await using tab = await signedIn(browser, stack.url, 'auditor@contoso.example');
  const { page } = tab;
  await goTo(page, '/sites', 'Sites');
  await page.getByRole('rowheader').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: /New site|Settings for all sites/ }).count()).toBe(0);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Open', 'Make my default']);
});
