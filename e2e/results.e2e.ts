import { results } from '@patchkeep/contract/results';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { eventually, hostNamed } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';
import { cves, makeVulnerableFleet, type VulnerableFleet } from './support/vulnerable-fleet.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;
let fleet: VulnerableFleet;
let hostUuid: string;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  fleet = await makeVulnerableFleet(stack, administrator);
  hostUuid = (await hostNamed(administrator, 'LT-CPH-0412')).uuid;
  const read = () => administrator.call(results.full, { params: { id: hostUuid }, query: {} });
  await eventually(read, ({ split }) => split.insecure === 3 && split.eol === 1, 'the verdicts');
});
afterAll(async () => {
  await browser?.close();
  await fleet?.edge[Symbol.asyncDispose]();
  await stack?.stop();
});

const table = (page: Page) => page.getByRole('table', { name: 'Applications' });
const rowOf = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const names = (page: Page) => table(page).getByRole('rowheader').allTextContents();
const open = (page: Page, search = '') =>
  goTo(page, `/hosts/host-results?hostUuid=${hostUuid}${search}`, 'LT-CPH-0412');

describe('the results of a host', () => {
  it('have their page title before the name of the host, and in the tab [SHELL-13]', async () => {
    await using tab = await signedIn(browser, stack.url);
    await open(tab.page);
    await expect.poll(() => tab.page.getByRole('heading', { level: 1 }).textContent()).toBe('Results LT-CPH-0412');
    await expect.poll(() => tab.page.title()).toBe('Results - Contoso Danmark - Patchkeep Corporate');
  });

  it('begin with what is wrong, each application once in its worst status [APP-02] [APP-09]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, 'WinRAR').getByText('Exploited').waitFor();
    await expect
      .poll(() => names(page))
      .toEqual(['7-Zip', 'Google Chrome', 'WinRAR', 'Python 3.8', 'Acme Warehouse Client', 'Notepad++']);
    await expect
      .poll(() => rowOf(page, '7-Zip').getByRole('cell').allTextContents())
      .toEqual(expect.arrayContaining(['23.01', 'Insecure', '2', '25.01']));
    await page.getByRole('button', { name: 'Insecure 3' }).waitFor();
    await page.getByRole('button', { name: 'EoL 1' }).waitFor();
    await lookAt(page, 'host-results');
  });

  it('show drivers, suite members, children and healthy ones as asked for, and the address keeps it [APP-10]', async () => {
    // The boxes show what the address says, which is a moment after the press.
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, '7-Zip').waitFor();
    for (const [label, name] of [
      [/Drivers 1/, 'PuTTY'],
      [/Suite members 1/, 'Git for Windows'],
      [/Children 1/, 'VLC media player'],
    ] as const) {
      await expect.poll(() => rowOf(page, name).count()).toBe(0);
      await page.getByRole('checkbox', { name: label }).click();
      await rowOf(page, name).waitFor();
    }
    await page.waitForURL(/showDrivers=true.*showSuiteMembers=true.*showChildren=true/);
    await page.getByRole('checkbox', { name: /Without problems/ }).click();
    await rowOf(page, 'Notepad++').waitFor({ state: 'detached' });
    await expect.poll(() => names(page)).toEqual(['7-Zip', 'Google Chrome', 'WinRAR', 'Python 3.8']);
    await page.reload();
    await rowOf(page, '7-Zip').waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: /Drivers/ }).isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: /Without problems/ }).click();
    await rowOf(page, 'Notepad++').waitFor();
    await page.getByRole('checkbox', { name: 'Problems first' }).click();
    await expect.poll(async () => (await names(page))[1]).toBe('Acme Warehouse Client');
    await page.waitForURL(/order=name/);
  });

  it('say where the records could not be fetched, and fetch them when asked again [ERR-35]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const calls = '**/application-version-update-info/**';
    await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    await open(page);
    await rowOf(page, 'WinRAR').getByRole('rowheader').click();
    const why = page.getByRole('region', { name: /WinRAR 6.22/ });
    await why.getByText('Unable to fetch update info.').waitFor();
    await page.unroute(calls);
    await why.getByRole('button', { name: 'Try again' }).click();
    await why.getByRole('link', { name: cves.rar }).waitFor();
  });

  it('answer why we say so: the record and its words, the path, the versions and when', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, 'WinRAR').getByRole('rowheader').click();
    const why = page.getByRole('region', { name: /WinRAR 6.22/ });
    await why.getByRole('link', { name: cves.rar }).waitFor();
    await why.getByText('EPSS 94.2%', { exact: false }).waitFor();
    await why.getByText('before 7.13; this is 6.22.0', { exact: false }).waitFor();
    await why.getByText('CVE record, by its maker, revision 1', { exact: false }).waitFor();
    await why.getByText('First fixed in 7.13', { exact: false }).waitFor();
    await why.getByText('C:\\Program Files\\WinRAR').waitFor();
    await why.getByText('Recognised by its name and publisher').waitFor();
    await page.getByText(/Detected/).waitFor();
    await lookAt(page, 'host-evidence');
    // By keys: the row closes and another opens.
    await rowOf(page, 'WinRAR').focus();
    await page.keyboard.press('Enter');
    await why.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: /Python 3.8.10/ })
      .getByText('ended support on 2024-10-07', { exact: false })
      .waitFor();
    await page.setViewportSize({ width: 360, height: 720 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await lookAt(page);
  });

  it('can be reported as wrong from the row: in force at once, with undo', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await page.getByRole('button', { name: 'Actions for WinRAR' }).click();
    await page.getByRole('menuitem', { name: 'Report wrong detection...' }).click();
    await page.getByRole('radio', { name: /The match is wrong/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Correct the match' }).click();
    await rowOf(page, 'WinRAR').getByText('Insecure').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Insecure 2' }).waitFor();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Insecure 3' }).waitFor();
  });

  it('are ignored from the row, with a preview, counted apart, and counted again after undo', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, '7-Zip').getByRole('rowheader').click();
    await page.getByRole('region', { name: /7-Zip 23.01/ }).waitFor();
    await page.getByRole('button', { name: 'Ignore...', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Ignore 7-Zip' });
    await dialog.getByRole('button', { name: 'Ignore on 1 host' }).waitFor();
    await dialog.getByRole('button', { name: /Where/ }).click();
    await page.getByRole('option', { name: 'The whole site' }).click();
    await dialog.getByText('2 installations of 1 application').waitFor();
    await dialog.getByRole('link', { name: 'LT-CPH-0388' }).waitFor();
    await dialog.getByLabel('Comment').fill('Replaced next week');
    await lookAt(page, 'ignore-dialog');
    await dialog.getByRole('button', { name: 'Ignore on 2 hosts' }).click();
    await toast(page, 'Ignored from now on, and counted apart.').waitFor();
    await rowOf(page, '7-Zip').getByText('Ignored').waitFor();
    await page.getByRole('button', { name: 'Ignored 1' }).waitFor();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, '7-Zip').getByText('Insecure').waitFor();
  });
});

describe('the Windows updates of a host', () => {
  it('stand in their own tab, without what a newer one replaces [WIN-03]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page, '&tab=updates');
    const updates = page.getByRole('table', { name: 'Windows updates' });
    await updates.getByRole('rowheader', { name: 'KB5068861' }).waitFor();
    await expect.poll(() => updates.getByRole('rowheader').allTextContents()).toEqual(['KB5068861', 'KB5066133']);
    await lookAt(page, 'host-updates');
  });
});
