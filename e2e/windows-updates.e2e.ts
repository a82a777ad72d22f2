import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { eventually } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';
import { makeVulnerableFleet, type VulnerableFleet } from './support/vulnerable-fleet.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;
let fleet: VulnerableFleet;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.edge[Symbol.asyncDispose]();
  await stack?.stop();
});

const head = (page: Page) => page.getByLabel('Select all rows on this page');
const ticked = async (page: Page): Promise<string> => {
  const box = head(page);
  if (await page.evaluate(`document.querySelector('thead input').indeterminate`)) return 'some';
  return (await box.isChecked()) ? 'all' : 'none';
};

describe('the Windows updates of a site', () => {
  it('without any say when there will be some', async () => {
    await using tab = await signedIn(browser, stack.url);
    await goTo(tab.page, '/win-updates', 'Windows Updates');
    await tab.page.getByText('No host has reported Windows updates yet').waitFor();
    await lookAt(tab.page);
  });

  it('are listed with what they fix and who misses them; what is replaced is left out [WIN-01]', async () => {
    fleet = await makeVulnerableFleet(stack, administrator);
    const read = () => administrator.call(windowsUpdates.list, { query: {} });
    await eventually(read, ({ updates }) => updates.some(({ issues }) => issues === 2), 'the counts');
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/win-updates', 'Windows Updates');
    const row = page.getByRole('row', { name: /KB5068861/ });
    await row.getByText('Exploited 1').waitFor();
    await expect
      .poll(() => row.getByRole('cell').allTextContents())
      .toEqual(expect.arrayContaining(['Security Updates', 'Critical', '2026-10-13', '2', '1']));
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['KB5068861', 'KB5066133']);
    await page.getByText('2 updates · 4 hosts reporting', { exact: false }).waitFor();
    await lookAt(page, 'windows-updates');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Value/ }).click();
    await page.getByRole('option', { name: 'Security Updates' }).click();
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByText('1 match', { exact: false }).waitFor();
    await page.waitForURL(/classification=Security/);
    await page.getByRole('button', { name: /Remove filter/ }).click();
    await page.getByLabel('KB number or title').fill('.NET');
    await page.getByText('1 match', { exact: false }).waitFor();
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['KB5066133']);
  });

  it('are ticked in three states: none, some, all [WIN-05]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/win-updates', 'Windows Updates');
    await page.getByRole('rowheader', { name: 'KB5068861' }).waitFor();
    await expect.poll(() => ticked(page)).toBe('none');
    await page.getByLabel('Select KB5068861').click();
    await expect.poll(() => ticked(page)).toBe('some');
    await page.getByText('1 of 2 selected').waitFor();
    await page.getByLabel('Select KB5066133').click();
    await expect.poll(() => ticked(page)).toBe('all');
    await page.getByRole('button', { name: 'Copy KB numbers' }).click();
    await toast(page, '2 KB numbers copied.').waitFor();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('KB5068861\nKB5066133');
    await head(page).click();
    await expect.poll(() => ticked(page)).toBe('none');
  });
});

describe('the hosts of a Windows update', () => {
  it('are listed by who misses it and who has it pending, and asked to inspect [WIN-02] [WIN-04]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/win-updates', 'Windows Updates');
    await page.getByRole('link', { name: 'KB5068861' }).click();
    await page.getByRole('heading', { level: 1, name: 'Windows Updates hosts' }).waitFor();
    await page.getByText('KB5068861 · 3 hosts').waitFor();
    await expect
      .poll(() => page.getByRole('rowheader').allTextContents())
      .toEqual(['DT-AAR-0007', 'LT-CPH-0388', 'LT-CPH-0412']);
    const pending = page.getByRole('row', { name: /LT-CPH-0388/ });
    await pending.getByText('Pending').waitFor();
    await pending.getByText('Not yet').waitFor();
    await lookAt(page, 'windows-update-hosts');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Value/ }).click();
    await page.getByRole('option', { name: 'Missing' }).click();
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByText('KB5068861 · 2 hosts').waitFor();
    await page.waitForURL(/state=missing/);
    await head(page).click();
    await expect.poll(() => ticked(page)).toBe('all');
    await page.getByRole('button', { name: 'Inspect & update' }).click();
    await toast(page, 'Inspection requested on 2 hosts.').waitFor();
    await expect.poll(() => ticked(page)).toBe('none');
    await page.setViewportSize({ width: 360, height: 720 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});

describe('the Windows updates of one host', () => {
  const openHost = async (page: Page) => {
    await goTo(page, '/win-updates/hosts?kbArticle=KB5068861', 'Windows Updates hosts');
    await page.getByRole('link', { name: 'LT-CPH-0412' }).click();
    await page.getByRole('tab', { name: /Windows updates/ }).click();
    await page.getByRole('rowheader', { name: 'KB5066133' }).waitFor();
  };

  it('are approved for it alone, and that is taken back [WIN-06]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await openHost(page);
    await head(page).click();
    await expect.poll(() => ticked(page)).toBe('all');
    await page.getByRole('button', { name: 'Approve here' }).click();
    await toast(page, '2 updates approved on LT-CPH-0412.').waitFor();
    await expect.poll(() => ticked(page)).toBe('none');
    await page.getByRole('row', { name: /KB5066133.*Yes, here/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'As it was before.').waitFor();
    await expect.poll(() => page.getByText('Yes, here').count()).toBe(0);

    await page.getByLabel('Select KB5066133').click();
    await page.getByRole('button', { name: 'Withhold here' }).click();
    await page.getByRole('row', { name: /KB5066133.*No, here/ }).waitFor();
    await lookAt(page, 'host-updates-decided');
    await page.getByLabel('Select KB5066133').click();
    await page.getByRole('button', { name: 'Leave to the policy' }).click();
    await toast(page, '1 update on LT-CPH-0412 left to the policy.').waitFor();
  });

  it('are fetched anew, without an error, when the list was an old one [WIN-07]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await openHost(page);
    // The page of somebody who looked before the host reported again: it sends what was found then.
    await page.route('**/updates?*', async (route) => {
      const { agentUuid } = route.request().postDataJSON() as { agentUuid: string };
      const updates = [{ foundUpdateUuid: crypto.randomUUID(), isApproved: true }];
      await route.continue({ postData: JSON.stringify({ agentUuid, updates }) });
    });
    const fetched = page.waitForResponse(/full-results/);
    await page.getByLabel('Select KB5066133').click();
    await page.getByRole('button', { name: 'Approve here' }).click();
    await toast(page, 'LT-CPH-0412 reported anew. Nothing was changed; this is the new list.').waitFor();
    await fetched;
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await expect.poll(() => page.getByText(/, here$/).count()).toBe(0);
  });
});
