import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { joinFleet } from './support/fake-agent.ts';
import { goTo, lookAt, settled, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** The tree as it is shown: level and title of each row. */
const treeOf = async (page: Page) =>
  page
    .getByRole('treegrid')
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('a')?.textContent}`),
    );
const rowOf = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(`(^| )${title} \\d`) });
const menuOf = async (page: Page, title: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const make = async (page: Page, title: string) => {
  await page.getByRole('dialog').getByLabel('Name').fill(title);
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  await page.getByRole('link', { name: title, exact: true }).waitFor();
};
const idOf = async (title: string) => {
  const { groups: all } = await administrator.call(groups.list);
  const found = all.find((group) => group.title === title);
  if (!found) throw new Error(`No group ${title}`);
  return found.uuid;
};

it('a tree is made, renamed with undo, and refused names are told beside the field', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/groups', 'Groups');
  await page.getByText('No groups yet').waitFor();
  await page.getByRole('button', { name: 'New group' }).click();
  await make(page, 'Servers');
  await menuOf(page, 'Servers', 'New group below...');
  await make(page, 'ERP');
  await page.getByRole('button', { name: 'New group' }).click();
  await make(page, 'Offices');
  await expect.poll(() => treeOf(page)).toEqual(['1 Offices', '1 Servers', '2 ERP']);

  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Offices');
  await page.getByRole('button', { name: 'Make group' }).click();
  await page.getByText('A group of this name is already there').waitFor();
  await page.keyboard.press('Escape');

  await menuOf(page, 'Offices', 'Rename...');
  await page.getByRole('dialog').getByLabel('Name').fill('Branches');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('link', { name: 'Branches' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('link', { name: 'Offices' }).waitFor();
});

it('a group moves by its menu and by drag, and never into itself', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/groups', 'Groups');
  await menuOf(page, 'ERP', 'Move to...');
  await page.getByRole('dialog').getByRole('button', { name: /Below/ }).click();
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Top level', 'Offices']);
  await page.getByRole('option', { name: 'Offices' }).click();
  await page.getByRole('button', { name: 'Move group' }).click();
  await expect.poll(() => treeOf(page)).toEqual(['1 Offices', '2 ERP', '1 Servers']);

  await rowOf(page, 'ERP').dragTo(rowOf(page, 'Servers'));
  await toast(page, '"ERP" moved to "Servers".').waitFor();
  await expect.poll(() => treeOf(page)).toEqual(['1 Offices', '1 Servers', '2 ERP']);
  await rowOf(page, 'Servers').dragTo(rowOf(page, 'ERP'));
  await settled(page);
  await expect.poll(() => treeOf(page)).toEqual(['1 Offices', '1 Servers', '2 ERP']);
});

it('the tree is walked by keys', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/groups', 'Groups');
  await rowOf(page, 'Offices').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => treeOf(page)).toEqual(['1 Offices', '1 Servers']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: 'Rename "ERP"' }).waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'ERP').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Group Hosts' }).waitFor();
  await page.getByText('Servers / ERP').waitFor();
});

it('a group shows its hosts and those below, asks them to inspect, and is deleted without losing a host', async () => {
  const body = { name: 'ERP', useCap: 20, groupUuid: await idOf('ERP'), tagUuids: [], expiresInDays: 1 };
  const { secret } = await administrator.call(configuration.createInstallToken, { body });
  const fleet = Array.from({ length: 12 }, (_, index) => ({ facts: { hostName: `SRV-ERP-${index + 10}` } }));
  await joinFleet(stack.url, secret, fleet);
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/groups', 'Groups');
  await page.getByRole('row', { name: 'Servers 0 12' }).waitFor();
  await lookAt(page, 'groups');
  await page.getByRole('link', { name: 'Servers', exact: true }).click();
  await page.getByText('Rows 1–12 of 12', { exact: true }).waitFor();
  await lookAt(page, 'group-hosts');
  await page.getByRole('button', { name: 'Inspect & update group' }).click();
  await page.getByRole('button', { name: /Inspect up to 12/ }).click();
  await toast(page, 'Inspection requested on 12 hosts.').waitFor();
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Pending' }).count()).toBe(12);

  await goTo(page, '/groups', 'Groups');
  await menuOf(page, 'ERP', 'Delete...');
  await page.getByText('The group holds 12').waitFor();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Its hosts go to/ })
    .click();
  await page.getByRole('option', { name: 'Offices' }).click();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('row', { name: 'Offices 12 12' }).waitFor();
  await expect.poll(() => treeOf(page)).toEqual(['1 Offices', '1 Servers']);
});

it('those who may only look see the tree without its menus', async () => {
  await using tab = await signedIn(browser, stack.url, 'auditor@contoso.example');
  const { page } = tab;
  await goTo(page, '/groups', 'Groups');
  await page.getByRole('link', { name: 'Offices' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /Actions for|New group/ }).count()).toBe(0);
  await expect.poll(() => page.locator('tr[draggable=true]').count()).toBe(0);
});
