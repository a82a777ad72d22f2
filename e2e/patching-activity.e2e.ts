import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';
import {
  changeTask,
  keepPending,
  minutes,
  insertJob,
  insertTask,
  type TaskFixture,
  tasksOfEveryOutcome,
  zip,
} from './support/task-fixtures.ts';
import { makeVulnerableFleet, type VulnerableFleet } from './support/vulnerable-fleet.ts';

let stack: Stack;
let browser: Browser;
let fleet: VulnerableFleet;

const addTask = (task: TaskFixture) => insertTask(stack, task);

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  fleet = await makeVulnerableFleet(stack, await signInAsAdministrator(stack.url));
  await keepPending(stack);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.edge[Symbol.asyncDispose]();
  await stack?.stop();
});

const table = (page: Page) => page.getByRole('table', { name: 'Patching activity' });
const rowsOf = (page: Page) => table(page).locator('tbody tr[data-row]');
const rowOf = (page: Page, host: string, title: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: host }) })
    .filter({ hasText: title });
const hostsShown = (page: Page) => table(page).getByRole('rowheader').allTextContents();
const open = async (page: Page, search = '') => {
  await goTo(page, `/patching/activity${search}`, 'Patching Activity');
  await rowsOf(page).first().waitFor();
};

describe('the patching activity of a site', () => {
  it('says when there will be some', async () => {
    await using tab = await signedIn(browser, stack.url);
    await goTo(tab.page, '/patching/activity', 'Patching Activity');
    await tab.page.getByText('No updates yet').waitFor();
    await lookAt(tab.page, 'patching-activity-empty');
  });

  it('shows each task with its time, host, versions, label and cause [ACT-05]', async () => {
    for (const task of tasksOfEveryOutcome) await addTask(task);
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await expect.poll(() => rowsOf(page).count()).toBe(8);
    const verified = rowOf(page, 'LT-CPH-0412', '7-Zip');
    await expect
      .poll(() => verified.getByRole('cell').allTextContents())
      .toEqual(expect.arrayContaining(['Sales', '7-Zip', '25.01from 23.01', 'Updated']));
    await expect
      .poll(() => verified.getByRole('cell').first().textContent())
      .toMatch(/^1 hr ago\d{4}-\d\d-\d\d \d\d:\d\d$/);
    await rowOf(page, 'LT-CPH-0412', 'Google Chrome').getByText('not yet verified').waitFor();
    const again = rowOf(page, 'LT-CPH-0412', 'WinRAR');
    await again.getByText('Applying').waitFor();
    await again.getByText(/^attempt 2, next try .*\d\d:\d\d$/).waitFor();
    await rowOf(page, 'DT-AAR-0007', 'WinRAR').getByText('Failed', { exact: true }).waitFor();
    await rowOf(page, 'DT-AAR-0007', 'WinRAR').getByText('fatal error (1603)').waitFor();
    await rowOf(page, 'LT-CPH-0388', '7-Zip').getByText('Disk Full').waitFor();
    await rowOf(page, 'DT-AAR-0019', 'Notepad++').getByText('Reboot Required').waitFor();
    await rowOf(page, 'DT-AAR-0019', 'Google Chrome').getByText('Pending').waitFor();
    await lookAt(page, 'patching-activity');
  });

  it('opens one beside the list, and narrows the list to its host or application [ACT-10]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, 'DT-AAR-0007', 'WinRAR').getByRole('cell').last().click();
    const panel = page.getByRole('complementary', { name: 'WinRAR' });
    await panel.getByText('1603', { exact: true }).waitFor();
    await panel.getByText(/Restart the host and retry/).waitFor();
    await panel.getByText('Waits for a retry').waitFor();
    await lookAt(page, 'patching-activity-panel');
    await panel.getByRole('button', { name: 'Retry WinRAR on DT-AAR-0007' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry WinRAR on DT-AAR-0007' });
    await dialog.getByText(/fatal error \(1603\).*Restart the host and retry/).waitFor();
    await lookAt(page, 'retry');
    await dialog.getByRole('button', { name: 'Retry on 1 host' }).click();
    await page.getByText('Retry requested on 1 host.').waitFor();
    await panel.getByText('Retry requested', { exact: true }).first().waitFor();
    await expect.poll(() => panel.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Only this application' }).click();
    await page.waitForURL(/channelTag=winrar/);
    await page.keyboard.press('Escape');
    await expect.poll(() => hostsShown(page)).toEqual(['LT-CPH-0412', 'DT-AAR-0007']);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(8);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Value').fill('DT-AAR-00');
    await page.getByRole('option', { name: /DT-AAR-0019/ }).click();
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByRole('button', { name: /^Host is DT-AAR-0019/ }).waitFor();
    await expect.poll(() => hostsShown(page)).toEqual(['DT-AAR-0019', 'DT-AAR-0019', 'DT-AAR-0019']);
    await page.waitForURL(/hostUuid=/);
    await page.getByLabel('Part of the application').fill('note');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByLabel('Part of the application').fill('nothing of the kind');
    await page.getByText('No activities match these filters').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(8);
  });

  it('keeps what was superseded behind a toggle [ACT-23]', async () => {
    await addTask({
      ...zip,
      to: '24.09',
      host: 'LT-CPH-0412',
      state: 5,
      result: 'pending',
      attempt: 0,
      minutesAgo: 200,
    });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await expect.poll(() => table(page).getByText('Superseded').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Show superseded' }).click();
    await table(page).getByText('Superseded').waitFor();
    await page.waitForURL(/showSuperseded=true/);
  });

  it('switches to Windows updates, by article and title [ACT-06]', async () => {
    const update = { kind: 3, host: 'LT-CPH-0412' } as const;
    await addTask({ ...update, channel: 'kb:5068861', state: 0, result: 'pending', attempt: 0, minutesAgo: 9 });
    await addTask({ ...update, channel: 'kb:5066133', state: 3, result: 'verified', minutesAgo: 70 });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await expect.poll(() => table(page).getByText('Cumulative').count()).toBe(0);
    await page.getByRole('link', { name: 'Windows updates', exact: true }).last().click();
    await page.getByRole('columnheader', { name: 'Windows update' }).waitFor();
    await table(page).getByText('KB5068861', { exact: true }).waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await lookAt(page, 'patching-activity-updates');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Field/ }).click();
    await page.getByRole('option', { name: 'KB' }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('5066133');
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.waitForURL(/kbArticle=KB5066133/);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByLabel('Part of the title').fill('SECURITY update');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await rowsOf(page).getByText('KB5068861', { exact: true }).waitFor();
  });
});

describe('a longer activity', () => {
  const days = 24 * 60;

  it('is loaded page by page, and opened at a day, whose zone is told [ACT-27]', async () => {
    for (let index = 0; index < 70; index += 1)
      await addTask({
        host: index % 2 ? 'LT-CPH-0388' : 'DT-AAR-0007',
        channel: 'putty',
        from: '0.82',
        to: '0.83',
        state: 3,
        result: 'verified',
        minutesAgo: 10 * days + index * 60,
      });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await expect.poll(() => rowsOf(page).count()).toBe(50);
    await page.getByText('The newest 50; there are older ones').first().waitFor();
    await page.getByRole('button', { name: 'Load older' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(78);
    await expect.poll(() => page.getByRole('button', { name: 'Load older' }).count()).toBe(0);
    const all = await table(page)
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    expect(all).toEqual(all.toSorted().toReversed());

    // The last of yesterday in Copenhagen, not in Greenwich.
    const day = new Date(Date.now() - minutes(11 * days));
    const words = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Copenhagen' }).format(day);
    await page.getByLabel('Until', { exact: true }).fill(words);
    await page.getByText('Europe/Copenhagen').first().waitFor();
    await page.waitForURL(/endTime=/);
    const end = new Date(new URL(page.url().replace('#/', '')).searchParams.get('endTime') ?? '');
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Copenhagen', timeStyle: 'medium' });
    expect(clock.format(end)).toBe('23:59:59');
    await page.getByText(`until ${words} 23:59:59`, { exact: false }).waitFor();
    const shown = () =>
      table(page)
        .locator('time')
        .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
    await expect.poll(async () => (await shown()).every((time) => time <= end.toISOString())).toBe(true);
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(20);
    await page.reload();
    await rowsOf(page).first().waitFor();
    await expect.poll(() => page.getByLabel('Until', { exact: true }).inputValue()).toBe(words);
    await page.getByLabel('Until', { exact: true }).fill('2019-12-31');
    await page.getByText('Between 2020-01-01 and', { exact: false }).waitFor();
  });

  it('keeps its order for the next visit [ACT-28]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await page.getByRole('button', { name: 'Host', exact: true }).click();
    await page.waitForURL(/sort=host&order=asc/);
    const sorted = async () => {
      const names = await hostsShown(page);
      return names.length > 1 && names.join() === names.toSorted().join();
    };
    await expect.poll(sorted).toBe(true);
    await goTo(page, '/hosts', 'Hosts');
    await open(page);
    expect(page.url()).not.toContain('sort=');
    await expect.poll(sorted).toBe(true);
    await page.getByRole('columnheader', { name: 'Host', exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Host', exact: true }).getAttribute('aria-sort'))
      .toBe('ascending');
  });

  it('follows the hosts live, unless it is held still', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, 'DT-AAR-0019', 'Google Chrome').getByText('Pending').waitFor();
    const change = (result: string, state: number) =>
      changeTask(stack, { host: 'DT-AAR-0019', channel: 'google-chrome' }, { result, state });
    await change('attempting', 1);
    await rowOf(page, 'DT-AAR-0019', 'Google Chrome').getByText('Applying').waitFor();
    await page.getByRole('checkbox', { name: 'Live' }).click();
    await page.getByText('held still', { exact: false }).waitFor();
    await change('verified', 3);
    // Once a live page shows the change, the hint has reached this one too.
    await using other = await signedIn(browser, stack.url);
    await open(other.page);
    await rowOf(other.page, 'DT-AAR-0019', 'Google Chrome').getByText('Updated').waitFor();
    await rowOf(page, 'DT-AAR-0019', 'Google Chrome').getByText('Applying').waitFor();
    await page.getByRole('checkbox', { name: 'Live' }).click();
    await rowOf(page, 'DT-AAR-0019', 'Google Chrome').getByText('Updated').waitFor();
  });

  it('is exported whole', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('Time,Host,Group,Application,Version,Result,Cause');
    expect(lines).toHaveLength(79);
    expect(lines.find((line) => line.includes('1603'))).toMatch(/DT-AAR-0007,Lab,WinRAR,6.22 → 7.13,Failed/);
  });

  it('says what it could not fetch, and fits a narrow window', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await page.route('**/package-activities?*', (route) => route.abort());
    await goTo(page, '/patching/activity', 'Patching Activity');
    await page.getByText('The activities could not be loaded').waitFor();
    await page.unroute('**/package-activities?*');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowsOf(page).first().waitFor();
    await stack.sql(
      `update channels set name = 'Ledger Studio 214 Enterprise Edition with the Extended Reporting Pack for Windows' where channel_tag = 'putty'`,
    );
    await page.setViewportSize({ width: 360, height: 720 });
    await page.reload();
    await rowsOf(page).first().waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await lookAt(page, 'patching-activity-narrow');
  });
});

describe('the tasks of a host', () => {
  it('tell for every wait its cause, since when, and what comes next', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page, '?title=winrar');
    await page.getByRole('link', { name: 'LT-CPH-0412' }).click();
    await page.getByRole('heading', { level: 1, name: 'LT-CPH-0412' }).waitFor();
    await page.getByRole('tab', { name: 'Tasks 3' }).waitFor();
    const tasks = page.getByRole('table', { name: 'Tasks' });
    const task = (name: string) => tasks.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await task('WinRAR').getByText('the mirror did not answer', { exact: false }).waitFor();
    await task('WinRAR')
      .getByText(/^Another try at .*\d\d:\d\d$/)
      .waitFor();
    await task('Google Chrome').getByText('The next inventory').waitFor();
    await task('KB5068861').getByText('The next check-in', { exact: true }).waitFor();
    await task('7-Zip').getByText('Updated').waitFor();
    await lookAt(page, 'host-tasks');
    await page.setViewportSize({ width: 360, height: 720 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('checkbox', { name: 'Include finished' }).click();
    await task('7-Zip').waitFor({ state: 'detached' });
    await expect.poll(() => tasks.getByRole('rowheader').count()).toBe(3);
    await page.getByRole('link', { name: 'All activity of this host' }).click();
    await page.getByRole('button', { name: /^Host is LT-CPH-0412/ }).waitFor();
  });
});

describe('the activity of a group', () => {
  it('is one press away from its hosts', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, `/groups/hosts?groupUuid=${fleet.sales}`, 'Group Hosts');
    const asked = page.waitForRequest(/\/group\/[0-9a-f-]{36}\/package-activities/);
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await asked;
    await page.getByRole('button', { name: /^Group under Sales/ }).waitFor();
    await rowsOf(page).first().waitFor();
    await expect.poll(async () => new Set(await hostsShown(page))).toEqual(new Set(['LT-CPH-0388', 'LT-CPH-0412']));
  });
});

describe('the activity of jobs', () => {
  it('is read by application, job, group and host [ACT-29]', async () => {
    const archivers = { title: 'Archivers for everybody', isRemoval: false, hosts: ['LT-CPH-0412', 'LT-CPH-0388'] };
    await insertJob(stack, archivers);
    await insertJob(stack, { title: 'Lab: no more WinRAR', isRemoval: true, hosts: ['DT-AAR-0007'] });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const list = page.getByRole('table', { name: 'Job activity' });
    const shown = () => list.getByRole('rowheader').allTextContents();
    const openAll = async () => {
      await goTo(page, '/deployment/activity', 'Job Activity');
      await expect.poll(async () => (await shown()).length).toBe(3);
    };
    await openAll();
    await list.getByText('Uninstalled').waitFor();
    await lookAt(page, 'job-activity');
    const narrowedBy = async (link: string, words: string, hosts: readonly string[]) => {
      await openAll();
      await list.getByRole('link', { name: link, exact: true }).first().click();
      await page.getByText(words).waitFor();
      await expect.poll(async () => (await shown()).toSorted()).toEqual(hosts);
    };
    await narrowedBy(archivers.title, `Job ${archivers.title}`, ['LT-CPH-0388', 'LT-CPH-0412']);
    await narrowedBy('Sales', 'One group and those below it', ['LT-CPH-0388', 'LT-CPH-0412']);
    await narrowedBy('DT-AAR-0007', 'Host DT-AAR-0007', ['DT-AAR-0007']);
    await narrowedBy('WinRAR', 'Application WinRAR', ['DT-AAR-0007', 'LT-CPH-0388', 'LT-CPH-0412']);
    await page.getByRole('link', { name: 'All job activity' }).click();
    await page.waitForURL(/deployment\/activity\?site=/);
  });
});
