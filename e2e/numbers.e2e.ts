import { text as readText } from 'node:stream/consumers';
import { approvalCalls } from '@patchkeep/contract/approvals';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { furnishOffice } from './support/office-fleet.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';
import { insertTask, keepPending, zip } from './support/task-fixtures.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;

const failed = { ...zip, state: 4, result: 'failed', pkgResult: 'Error', exitCode: 1603, attempt: 5 } as const;
const putty = { ...failed, channel: 'putty', from: '0.76', to: '0.84' } as const;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  await furnishOffice(stack, administrator);
  await keepPending(stack);
  // Three wait for a person. The others were done since, are tried again, failed long ago, or are of a job.
  await insertTask(stack, { ...failed, host: 'LT-CPH-0012', minutesAgo: 90 });
  await insertTask(stack, { ...failed, host: 'LT-CPH-0019', minutesAgo: 80 });
  await insertTask(stack, { ...putty, host: 'LT-CPH-0026', minutesAgo: 70 });
  await insertTask(stack, { ...failed, host: 'LT-CPH-0033', minutesAgo: 60 });
  await insertTask(stack, { ...failed, host: 'LT-CPH-0033', state: 3, result: 'verified', minutesAgo: 5 });
  await insertTask(stack, { ...failed, host: 'LT-CPH-0040', state: 0, nextInMinutes: 30, minutesAgo: 20 });
  await insertTask(stack, { ...failed, host: 'LT-CPH-0047', minutesAgo: 45 * 24 * 60 });
  await insertTask(stack, { ...failed, host: 'LT-CPH-0054', kind: 1, minutesAgo: 50 });
  await stack.sql(
    `insert into update_history (customer_id, site_id, at, upgrades, security_upgrades)
     select customer_id, site_id, date_trunc('hour', now()), 0, 1 from hosts limit 1`,
  );
  // Issues of the last weeks, each fixed ten days after it was found.
  await stack.sql(
    `insert into issue_history (customer_id, site_id, cve_no, opened_at, closed_at)
     select h.customer_id, h.site_id, c.cve_no, now() - interval '40 days', now() - interval '30 days'
     from (select customer_id, site_id from hosts limit 1) h, (select cve_no from cves order by cve_no limit 5) c`,
  );
  const calls = approvalCalls.site.app;
  const body = { siteApprovals: [{ channelTag: 'google-chrome' }, { channelTag: 'winscp' }] };
  const { previewToken } = await administrator.call(calls.preview, { params: { type: 'block' }, body });
  await administrator.call(calls.change, { params: { type: 'block' }, body: { ...body, previewToken } });
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** A month ago every host of every site was at risk. */
const makeLastMonth = () =>
  stack.sql(
    `insert into count_history
     select (h).* from (
       select distinct on (customer_id, scope_id) jsonb_populate_record(c, jsonb_build_object(
         'at', date_trunc('hour', now()) - interval '31 days', 'hosts_insecure', hosts - hosts_zeroday)) as h
       from count_history c order by customer_id, scope_id, at desc) newest`,
  );

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const numberIn = (text: string) => Number(/\d[\d\u202f]*/.exec(text)?.[0].replaceAll('\u202f', ''));
const rowsOf = (page: Page) => page.getByRole('main').locator('tbody tr[data-row]');
const needs = (page: Page) => page.getByRole('region', { name: 'Needs you today' });

/** Follows a link of the dashboard, and comes back. Gives the rows of the page it opens, by the names that head them. */
const follow = async (page: Page, link: Locator, expected: number): Promise<string[]> => {
  await link.click();
  await expect.poll(() => rowsOf(page).count()).toBe(expected);
  const names = await rowsOf(page).getByRole('rowheader').allTextContents();
  await page.goBack();
  await needs(page).waitFor();
  return names;
};

describe('what a dashboard says that somebody must do', () => {
  it('leads to just as many rows as it counts', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/dashboard', 'Dashboard');
    const links = needs(page).getByRole('link');
    await expect
      .poll(async () => (await links.allTextContents()).map(plain))
      .toEqual([
        '1 application is exploited and has a fix',
        '1 fix is blocked',
        '3 updates failed',
        '4 applications at risk have no decision',
      ]);
    const found: string[][] = [];
    for (const text of await links.allTextContents())
      found.push(await follow(page, needs(page).getByRole('link', { name: text }), numberIn(text)));
    expect(found[0]?.[0]).toContain('7-Zip');
    expect(found[1]?.[0]).toContain('Google Chrome');
    expect(found[2]?.toSorted()).toEqual(['LT-CPH-0012', 'LT-CPH-0019', 'LT-CPH-0026']);
  });

  it('leads from an application to the hosts that are counted', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/dashboard', 'Dashboard');
    const first = page.getByRole('figure', { name: 'What to do first' });
    const row = (name: string, why: string) =>
      first
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .filter({ hasText: why });
    const countIn = async (name: string, why: string) =>
      numberIn((await row(name, why).getByRole('cell').nth(2).textContent()) ?? '');
    expect(await countIn('7-Zip', 'Update failed')).toBe(2);
    const broken = await follow(
      page,
      row('7-Zip', 'Update failed').getByRole('link', { name: '7-Zip', exact: true }),
      2,
    );
    expect(broken.toSorted()).toEqual(['LT-CPH-0012', 'LT-CPH-0019']);
    const exploited = await countIn('7-Zip', 'Exploited');
    expect(exploited).toBeGreaterThan(2);
    await row('7-Zip', 'Exploited').getByRole('link', { name: '7-Zip', exact: true }).click();
    const table = page.getByRole('table', { name: 'Hosts' });
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(exploited + 1));
    await page.getByText('Mark is Exploited').waitFor();
    await lookAt(page, 'application-hosts-exploited');
  });
});

describe('the patching activity', () => {
  it('is narrowed to a result, which stands in the address', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/patching/activity', 'Patching Activity');
    await rowsOf(page).first().waitFor();
    for (const [result, rows] of [
      ['Failed', 6],
      ['Failed, not planned again', 3],
      ['Failed, is tried again', 1],
      ['Verified', 1],
      ['Updated and verified', 1],
    ] as const) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: /Field/ }).click();
      await page.getByRole('option', { name: 'Result' }).click();
      await page.getByRole('dialog').getByRole('button', { name: /Value/ }).click();
      await page.getByRole('option', { name: result, exact: true }).click();
      await page.getByRole('button', { name: 'Apply filter' }).click();
      await expect.poll(() => rowsOf(page).count()).toBe(rows);
    }
    expect(page.url()).toContain('result=updated');
    await page.goto(page.url().replace('result=updated', 'result=unsolved'));
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await lookAt(page, 'patching-activity-failed');
  });
});

describe('a host that has not said what Windows offers it', () => {
  it('is not said to miss nothing', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/hosts?q=LT-CPH-0019', 'Hosts');
    await page.getByRole('link', { name: 'LT-CPH-0019' }).click();
    await page.getByRole('tab', { name: 'Windows updates', exact: true }).click();
    await page.getByText('Not reported yet', { exact: true }).waitFor();
    await lookAt(page, 'host-updates-unknown');
  });
});

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

describe('the report of a site', () => {
  const figure = (page: Page, title: string) =>
    page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const numberAt = (page: Page, title: string, row: string) =>
    figure(page, title).getByRole('row', { name: row }).getByRole('cell').first();
  const open = async (page: Page) => {
    await goTo(page, `/report?from=${dayOf(60)}&until=${dayOf(0)}`, 'Report');
    await figure(page, 'Hosts not heard of').waitFor();
  };

  it('has a month and any other days, and its numbers lead to as many rows as they count', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/report', 'Report');
    await page.getByText('(days in UTC)').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Another period Month/ }).count()).toBe(0);
    await page.getByRole('button', { name: /Month$/ }).click();
    await page.getByRole('option', { name: 'This month so far' }).click();
    await page.waitForURL(new RegExp(`from=${dayOf(0).slice(0, 8)}01&until=${dayOf(0)}`));

    await open(page);
    for (const [title, row, number] of [
      ['Hosts now', 'Active', 40],
      ['Updates', 'Failed', 6],
      ['Updates', 'Installed and verified', 1],
    ] as const) {
      await expect.poll(() => numberAt(page, title, row).textContent()).toBe(String(number));
      await numberAt(page, title, row).getByRole('link').click();
      await expect.poll(() => rowsOf(page).count()).toBe(number);
      await page.goBack();
      await figure(page, title).waitFor();
    }
    const issues = figure(page, 'Issues found and fixed').getByRole('row', { name: /^All/ });
    // How many were found depends on whether the hourly look has come meanwhile.
    await expect.poll(async () => (await issues.getByRole('cell').allTextContents()).slice(2, 4)).toEqual(['5', '5']);
    await figure(page, 'Hosts at risk')
      .getByText(`Not known before ${dayOf(0)}`)
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 1500 });
    await lookAt(page, 'report');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await lookAt(page, 'report-narrow');
  });

  it('is downloaded by keys alone', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    for (let presses = 0; presses < 80 && (await focused()) !== 'Download CSV'; presses++)
      await page.keyboard.press('Tab');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe(`report-contoso-danmark-${dayOf(60)}-${dayOf(0)}.csv`);
    const lines = (await readText(await download.createReadStream())).split('\r\n');
    expect(lines[0]).toBe('Section,Item,Measure,Value,What is counted');
    expect(lines.some((line) => line.startsWith('Updates,Failed,Number,6,'))).toBe(true);
    expect(lines.some((line) => line.startsWith('Most updated applications,7-Zip,Failed,5,'))).toBe(true);
  });

  it('is printed on whole sheets of A4, with nothing to press and nothing cut', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await page.emulateMedia({ media: 'print' });
    // As wide as A4 without its margins.
    await page.setViewportSize({ width: 688, height: 1000 });
    await page.getByText(/^Report · Contoso Danmark · \d{4}-\d\d-\d\d \d\d:\d\d/).waitFor();
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    const cut = `[...document.querySelectorAll('main figure, main table, main section, main p, main td, main th')]
      .filter((each) => each.getBoundingClientRect().right > 688.5 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.textContent.slice(0, 80))`;
    await expect.poll(() => page.evaluate<string[]>(cut)).toEqual([]);
    if (isDrawing) await page.screenshot({ path: pictureFile('report-print'), fullPage: true, animations: 'disabled' });
    await page.emulateMedia({ media: 'screen' });
    const pdf = (await page.pdf({ preferCSSPageSize: true, outline: true, tagged: true })).toString('latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    const sheets = pdf.match(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/g) ?? [];
    expect(sheets.length).toBeGreaterThanOrEqual(2);
    expect(sheets.length).toBeLessThanOrEqual(5);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(sheets.length);
    // The outline of the file names its headings, from the first to the last.
    for (const heading of ['Summary', 'Issues found and fixed', 'Hosts not heard of'])
      expect(pdf).toContain(`(${heading})`);
  });

  it('is of all sites of the customer where there are several, and leads to each of them', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await page.getByRole('button', { name: /Report of$/ }).click();
    await page.getByRole('option', { name: 'All sites that you may see' }).click();
    const sites = figure(page, 'By site').getByRole('rowheader');
    await expect.poll(() => sites.allTextContents()).toContain('Contoso Norge');
    await lookAt(page, 'report-customer');
    await sites.getByRole('link', { name: 'Contoso Danmark' }).click();
    await page.getByText(`Contoso Danmark · ${dayOf(60)} to ${dayOf(0)}`).waitFor();
    await expect.poll(() => figure(page, 'By site').count()).toBe(0);
  });
});

describe('the sites of the system', () => {
  const sitesOf = (page: Page) => page.getByRole('figure', { name: /^Sites / });
  const namesOn = (page: Page) => sitesOf(page).getByRole('table').getByRole('rowheader').allTextContents();

  it('say how their share at risk moved, are sorted and searched, and lead to the decisions that differ', async () => {
    await makeLastMonth();
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/system-dashboard', 'System Dashboard');
    const office = sitesOf(page).getByRole('row', { name: /Contoso Danmark/ });
    await office.getByText('100% → 90%, better').waitFor();
    await lookAt(page, 'dashboard-system');
    const all = await namesOn(page);
    await sitesOf(page).getByRole('button', { name: 'Site', exact: true }).click();
    await expect.poll(() => namesOn(page)).toEqual(all.toSorted((a, b) => a.localeCompare(b, 'en')));
    await sitesOf(page).getByRole('button', { name: 'At risk', exact: true }).click();
    await expect.poll(() => namesOn(page)).toEqual(all);
    const search = sitesOf(page).getByRole('searchbox', { name: 'Find a site' });
    await search.fill('norge');
    await expect.poll(() => namesOn(page)).toEqual(['Contoso Norge']);
    await search.fill('');
    // The site blocks two applications that the system says nothing about.
    await office.locator('a[href*="approvalStatus=differs"]', { hasText: /^2$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Site Approvals' }).waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    const names = (await rowsOf(page).getByRole('rowheader').allTextContents()).join(' ');
    expect(names).toMatch(/Google Chrome.*WinSCP/s);
  });

  it('are compared two by two under an address that can be given to others', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/system-dashboard', 'System Dashboard');
    await sitesOf(page).getByRole('link', { name: 'Compare two sites' }).click();
    await page.waitForURL(/left=[0-9a-f-]{36}&right=[0-9a-f-]{36}/);
    const compared = page.getByRole('region', { name: 'Compare two sites' });
    const row = (name: string) =>
      compared.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await compared.getByRole('combobox', { name: 'Second site' }).fill('norge');
    await page.getByRole('option', { name: 'Contoso Norge' }).click();
    await expect.poll(() => row('Hosts').getByRole('cell').allTextContents()).toEqual(['40', '0', '−40']);
    await compared.getByText(/decide differently about 2.applications: Google Chrome, WinSCP\./).waitFor();
    // Somebody else opens the same address.
    await page.reload();
    await expect
      .poll(() => row('Share of hosts at risk').getByRole('cell').allTextContents())
      .toEqual(['90%', '–', '–']);
    await lookAt(page, 'dashboard-compare');
    await compared.getByRole('button', { name: 'Close the comparison' }).click();
    await compared.waitFor({ state: 'detached' });
  });
});
