import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { eventually } from './agent-parts.ts';
import { goTo, lookAt, signedIn, toast } from './signed-in.ts';
import { type Stack, startStack } from './stack.ts';
import { launchChromium } from './stage.ts';
import { makeVulnerableFleet, type VulnerableFleet } from './vulnerable-fleet.ts';

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
    expect(await row.getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['Security Updates', 'Critical', '2026-10-13', '2', '1']),
    );
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['KB5068861', 'KB5066133']);
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
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['KB5066133']);
  });

  it('are ticked in three states: none, some, all [WIN-05]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/win-updates', 'Windows Updates');
    await page.getByRole('rowheader', { name: 'KB5068861' }).waitFor();
    expect(await ticked(page)).toBe('none');
    await page.getByLabel('Select KB5068861').click();
    expect(await ticked(page)).toBe('some');
    await page.getByText('1 of 2 selected').waitFor();
    await page.getByLabel('Select KB5066133').click();
    expect(await ticked(page)).toBe('all');
    await page.getByRole('button', { name: 'Copy KB numbers' }).click();
    await toast(page, '2 KB numbers copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('KB5068861\nKB5066133');
    await head(page).click();
    expect(await ticked(page)).toBe('none');
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
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['DT-AAR-0007', 'LT-CPH-0388', 'LT-CPH-0412']);
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
    expect(await ticked(page)).toBe('all');
    await page.getByRole('button', { name: 'Inspect & update' }).click();
    await toast(page, 'Inspection requested on 2 hosts.').waitFor();
    expect(await ticked(page)).toBe('none');
    await page.setViewportSize({ width: 360, height: 720 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});
