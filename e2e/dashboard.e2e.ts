import { text as readText } from 'node:stream/consumers';
import { applications } from '@patchkeep/contract/applications';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { dashboards } from '@patchkeep/contract/dashboards';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { withoutSite } from '@patchkeep/rules/site-address';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { furnishOffice } from './support/office-fleet.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, lookAt, type SignedIn, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;
let tab: SignedIn;
let page: Page;

/** Days gone by, which no journey can wait for: each a little worse than the next, as the real counts left them. */
const makeHistory = (days: number) =>
  stack.sql(
    `insert into count_history
       (customer_id, site_id, scope_id, at, hosts, applications, versions, installations, ok, eol, insecure, zeroday,
        ignored, exploited, hosts_ok, hosts_eol, hosts_insecure, hosts_zeroday, hosts_ignored)
     select customer_id, site_id, scope_id, date_trunc('day', now(), 'UTC') - d * interval '1 day', hosts, applications,
            versions, installations, greatest(0, ok - 2 * d), eol + d % 3, insecure + 2 * d, zeroday + d % 4, ignored,
            exploited, hosts_ok, hosts_eol, hosts_insecure, hosts_zeroday, hosts_ignored
     from (select distinct on (customer_id, scope_id) * from count_history order by customer_id, scope_id, at desc) newest
     cross join generate_series(1, $1::int) d`,
    [days],
  );

/**
 * The lists of the same days, as the counts of those days would have left them: until two days ago, every application had
 * one host more that was Insecure, and the totals of yesterday and before are what those lists add up to.
 */
const makeLists = async () => {
  await stack.sql(`update count_states set lists_since = date_trunc('day', now(), 'UTC') - interval '3 days'`);
  await stack.sql(
    `insert into application_changes (customer_id, site_id, scope_id, application_id, until, ok, eol, insecure, zeroday,
       ignored, exploited, fixable, installations, versions)
     select customer_id, site_id, scope_id, application_id, date_trunc('day', now(), 'UTC') - interval '1 day', ok, eol,
       insecure + 1, zeroday, ignored, exploited, fixable, installations + 1, versions
     from application_counts`,
  );
  await stack.sql(
    `update count_history h set ok = c.ok, eol = c.eol, insecure = c.insecure, zeroday = c.zeroday,
       installations = c.installations, applications = c.applications
     from (select customer_id, scope_id, sum(ok)::int as ok, sum(eol)::int as eol, sum(insecure + 1)::int as insecure,
             sum(zeroday)::int as zeroday, sum(installations + 1)::int as installations, count(*)::int as applications
           from application_counts group by 1, 2) c
     where h.customer_id = c.customer_id and h.scope_id = c.scope_id
       and h.at = date_trunc('day', now(), 'UTC') - interval '2 days'`,
  );
};

/** Updates that were proven on those days. */
const makeUpdates = (days: number) =>
  stack.sql(
    `insert into update_history (customer_id, site_id, at, upgrades, security_upgrades)
     select c.customer_id, c.site_id, date_trunc('hour', now()) - d * interval '1 day', 3 + d * 5 % 11, 1 + d * 3 % 7
     from (select distinct customer_id, site_id from count_history) c cross join generate_series(0, $1::int) d`,
    [days],
  );

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  await furnishOffice(stack, administrator);
  await makeHistory(13);
  await makeLists();
  await makeUpdates(13);
  tab = await signedIn(browser, stack.url);
  page = tab.page;
  await goTo(page, '/dashboard', 'Dashboard');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  // They have a journey of their own (hosts).
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await page.reload();
});
afterAll(async () => {
  await tab?.[Symbol.asyncDispose]();
  await browser?.close();
  await stack?.stop();
});

const figure = (title: string) => page.getByRole('figure', { name: title });
const chart = (title: string) => figure(title).getByRole('group', { name: /arrow keys go from part to part/ });
const focused = () => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''");
const numberIn = (text: string | null) =>
  Number(/(?<![\d\u202f])[\d\u202f]+$/.exec((text ?? '').trimEnd())?.[0].replaceAll('\u202f', ''));

describe('the dashboard of a site', () => {
  it('has a heading for those who hear it, and the four charts in three themes [DASH-01] [DASH-02] [DASH-04] [DASH-06]', async () => {
    const heading = page.getByRole('heading', { level: 1, name: 'Dashboard' });
    await expect.poll(async () => (await heading.boundingBox())?.width).toBe(1);
    for (const title of ['Software Installations', 'Summary', 'Vulnerability Status Breakdown'])
      await figure(title).waitFor();
    await chart('Software Installations').waitFor();
    await page.setViewportSize({ width: 1440, height: 1500 });
    await lookAt(page, 'dashboard');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('shows in every row of the summary what its page shows, and leads there [DASH-11] [DASH-12]', async () => {
    const { totals } = await administrator.call(applications.list, {
      query: { limit: 1, sort: 'name', order: 'asc' } as never,
    });
    const { views, licencesInUse } = await administrator.call(hosts.counts, {});
    const { groups: tree } = await administrator.call(groups.list, {});
    const expected: Record<string, [number, string | null]> = {
      'Out-of-Date Approvals': [0, '#/patching/approvals?approvalStatus=out-of-date'],
      Groups: [tree.length, '#/groups'],
      'Active Hosts': [views.active, '#/hosts'],
      'Host Licenses In Use': [licencesInUse, '#/hosts?view=licensed'],
      Products: [totals.applications, '#/applications'],
      Versions: [totals.versions, null],
      Installations: [totals.installations, '#/applications'],
      '0-Day': [totals.split.zeroday, '#/applications?status=zeroday'],
      Insecure: [totals.split.insecure, '#/applications?status=insecure'],
      EoL: [totals.split.eol, '#/applications?status=eol'],
      Ok: [totals.split.ok, '#/applications?status=ok'],
    };
    const listed = figure('Summary').getByRole('listitem');
    await expect.poll(() => listed.count()).toBe(Object.keys(expected).length);
    const rows = await listed.all();
    const shown = await Promise.all(
      rows.map(async (row) => {
        const text = (await row.textContent()) ?? '';
        const link = row.getByRole('link');
        const href = (await link.count()) === 1 ? withoutSite((await link.getAttribute('href')) ?? '') : null;
        return [text.replace(/ [\d\u202f]+$/, ''), [numberIn(text), href]] as const;
      }),
    );
    expect(Object.fromEntries(shown)).toEqual(expected);
    expect(shown.map(([name]) => name)).toEqual(Object.keys(expected));
    await expect.poll(async () => (await listed.first().boundingBox())?.height).toBe(54);
  });

  it('shows on the other cards what their pages show', async () => {
    const { split } = await administrator.call(applications.totals, {});
    const ring = chart('Vulnerability Status Breakdown').getByRole('link');
    const shares = async () => {
      const parts = await ring.all();
      const words = await Promise.all(parts.map((part) => part.getAttribute('aria-label')));
      return words.map((text) => text?.split(',')[0]);
    };
    await expect
      .poll(shares)
      .toEqual([`Ok: ${split.ok}`, `EoL: ${split.eol}`, `Insecure: ${split.insecure}`, `0-Day: ${split.zeroday}`]);
    const { views } = await administrator.call(hosts.counts, {});
    await figure('Hosts that went silent')
      .getByRole('link', { name: `${views.dormant} dormant` })
      .waitFor();
    const query = { limit: 200, sort: 'name', order: 'asc', isExploited: 'true' } as never;
    const listed = (await administrator.call(applications.list, { query })).applications;
    const exploited = listed.filter(({ fixableHosts }) => fixableHosts > 0);
    const pressing = figure('What to do first').getByRole('row').filter({ hasText: 'Exploited, fix on offer' });
    await expect
      .poll(() => pressing.getByRole('rowheader').allTextContents())
      .toEqual(exploited.map(({ name }) => name));
    await expect
      .poll(() => pressing.last().getByRole('cell').nth(2).textContent())
      .toBe(String(exploited.at(-1)?.exploitedHosts));
  });

  it('begins the decision that would help from a row, and applies nothing before its review', async () => {
    const card = figure('What to do first');
    const approve = card.getByRole('link', { name: 'Approve 7-Zip...' });
    await expect.poll(() => approve.getAttribute('href')).toContain('subject=7-zip&decide=approve');
    const calls = approvalCalls.site.app;
    const body = { siteApprovals: [{ channelTag: '7-zip' }] };
    const params = { type: 'block' };
    const { previewToken } = await administrator.call(calls.preview, { params, body });
    await administrator.call(calls.change, { params, body: { ...body, previewToken } });

    // The open page hears of the decision.
    const blocked = card.getByRole('row').filter({ hasText: 'Fix is blocked here' });
    await blocked.getByRole('link', { name: 'Unblock 7-Zip...' }).click();
    await page.getByRole('region', { name: 'Pending changes' }).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog');
    const apply = review.getByRole('button', { name: /hosts?$/ });
    await apply.waitFor();
    const config = { cards: [{ cardId: 'a', chart: 'do-first' }] } as never;
    const acts = async () => {
      const [answer] = (await administrator.call(dashboards.instant, { body: { config } })).cards;
      return answer?.chart === 'do-first' && answer.entries.map(({ act }) => act);
    };
    expect(await acts()).toEqual(['approve', 'unblock']);
    await apply.click();
    await review.waitFor({ state: 'detached' });
    await goTo(page, '/dashboard', 'Dashboard');
    await approve.waitFor();
    await expect.poll(() => blocked.count()).toBe(0);
    expect(await acts()).toEqual(['approve']);
  });

  it('tells every part of a chart to the keys, as a table and as CSV, with the same numbers', async () => {
    const card = figure('Software Installations');
    const counts = (await administrator.call(applications.totals, {})).split;
    await chart('Software Installations').locator('[tabindex="0"]').focus();
    await expect.poll(focused).toMatch(new RegExp(` \\(so far\\), Ok: ${counts.ok}$`));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toMatch(new RegExp(` \\(so far\\), Insecure: ${counts.insecure}$`));
    await expect
      .poll(() => page.locator('svg a:focus').getAttribute('href'))
      .toMatch(/^#\/applications\?status=insecure&site=/);

    await card.getByRole('button', { name: 'Show as table' }).click();
    const lines = card.getByRole('row');
    await expect.poll(() => lines.count()).toBe(15);
    const last = await lines.last().getByRole('cell').allTextContents();
    expect(last.slice(0, 4).map(Number)).toEqual([counts.ok, counts.eol, counts.insecure, counts.zeroday]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const csv = await readText(await download.createReadStream());
    expect(csv.trim().split(/\r?\n/)).toHaveLength(15);
    expect(csv).toContain(`(so far),${last.join(',')}`);
    await card.getByRole('button', { name: 'Show as chart' }).click();
  });

  it('leads from a part of the ring to the applications in that status [DASH-07]', async () => {
    const part = chart('Vulnerability Status Breakdown').getByRole('link', { name: /^0-Day: / });
    const shown = Number(/: (\d+),/.exec((await part.getAttribute('aria-label')) ?? '')?.[1]);
    await part.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/applications\?status=zeroday&site=/);
    await page.getByRole('rowheader', { name: 'VLC media player' }).waitFor();
    expect(shown).toBe((await administrator.call(applications.totals, {})).split.zeroday);
    await goTo(page, '/dashboard', 'Dashboard');
  });

  it('leads from a bar of the past to the list of that day, whose rows add up to the bar', async () => {
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const bars = chart('Software Installations').getByRole('link', { name: /, Insecure: \d+$/ });
    // Today's, and those of the three days of which lists are kept.
    await expect.poll(() => bars.count()).toBe(4);
    const bar = chart('Software Installations').locator(`a[href*="asOf=${day}"][href*="status=insecure"]`);
    const shown = numberIn(await bar.getAttribute('aria-label'));
    await bar.focus();
    await page.keyboard.press('Enter');
    const banner = page.getByRole('region', { name: 'Day of the past' });
    await banner.getByText(/^As of \d+ \w+ \d{4}\.$/).waitFor();
    await page.getByText(`Insecure ${shown} times, once for each host`).waitFor();
    const rows = page.getByRole('main').locator('tbody tr[data-row]');
    const sum = async () => {
      const words = await rows.locator('.visually-hidden', { hasText: /Insecure \d+/ }).allTextContents();
      return words.reduce((all, text) => all + Number(/Insecure (\d+)/.exec(text)?.[1]), 0);
    };
    await expect.poll(sum).toBe(shown);
    const now = (await administrator.call(applications.totals, {})).split.insecure;
    expect(shown).toBeGreaterThan(now);
    await expect.poll(() => rows.getByRole('link').count()).toBe(0);
    await lookAt(page, 'applications-as-of');
    await page.reload();
    await page.getByText(`Insecure ${shown} times, once for each host`).waitFor();
    await banner.getByRole('link', { name: 'Back to now' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`Insecure ${now} times, once for each host`).waitFor();
    await expect.poll(() => page.url()).not.toContain('asOf');

    for (const [path, title] of [
      ['/hosts', 'Hosts'],
      ['/vulnerabilities', 'Vulnerabilities'],
    ] as const) {
      await goTo(page, `${path}?asOf=${day}`, title);
      await banner.getByText(/^As of /).waitFor();
      await page.getByText(' on that day, ').waitFor();
    }
    await goTo(page, `/groups?asOf=${day}`, 'Groups');
    await banner.getByText('This page has no past: it shows now.').waitFor();
  });

  it('shows the numbers of a past day, and keeps the day and the period in the address', async () => {
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    await goTo(page, '/dashboard', 'Dashboard');
    await page.getByRole('button', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Look at a past day' }).click();
    const banner = page.getByRole('region', { name: 'Day of the past' });
    await banner.getByLabel('Day', { exact: true }).fill(day);
    await expect.poll(() => page.url()).toContain(`asOf=${day}`);
    await expect.poll(() => page.getByText('This card has no past').count()).toBe(3);
    const part = chart('Vulnerability Status Breakdown').getByRole('link', { name: /^Insecure: / });
    await expect.poll(() => part.getAttribute('href')).toContain(`asOf=${day}`);
    await expect.poll(() => page.getByRole('button', { name: 'Edit layout' }).count()).toBe(0);
    await page.getByRole('button', { name: /^Daily Period/ }).click();
    await page.getByRole('option', { name: 'Weekly' }).click();
    await figure('Software Installations').getByText('Weekly,').waitFor();
    await lookAt(page, 'dashboard-as-of');
    await page.reload();
    await figure('Software Installations').getByText('Weekly,').waitFor();
    await banner.getByText(/^As of /).waitFor();
    await page.getByRole('link', { name: 'Print' }).click();
    await page.getByText('As it will be printed').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText(new RegExp(`^Dashboard · Contoso Danmark · As of ${day} · `)).waitFor();
    await page.emulateMedia({ media: 'screen' });
    await goTo(page, '/dashboard', 'Dashboard');
  });

  it('shows another period at once without saving it, and lines where there are many [DASH-03] [DASH-15] [DASH-17] [DASH-23]', async () => {
    await page.getByRole('button', { name: /^Daily Period/ }).click();
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/dashboard/instant')),
      page.getByRole('option', { name: 'Live' }).click(),
    ]);
    expect(asked.method()).toBe('POST');
    await figure('Software Installations').getByText('Live,').waitFor();
    await expect.poll(() => chart('Software Installations').locator('polyline').count()).toBe(4);
    await page.getByText('Changed, not saved').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await figure('Software Installations').getByText('Daily,').waitFor();
  });

  it('stacks regular and security updates with their total, and leads to those of their period [DASH-05] [DASH-08]', async () => {
    const newest = chart('Updates Deployed Automatically').locator('[tabindex="0"]');
    const [regular, security] = [/, Regular: (\d+)$/, /, Security: (\d+)$/];
    await newest.focus();
    const first = Number(regular.exec(await focused())?.[1]);
    await page.keyboard.press('ArrowUp');
    const second = Number(security.exec(await focused())?.[1]);
    const totals = await chart('Updates Deployed Automatically').locator('g > text').allTextContents();
    expect(totals).toContain(String(first + second));
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/patching\/activity\?.*endTime=/);
    await page.getByRole('heading', { level: 1, name: 'Patching Activity' }).waitFor();
    await goTo(page, '/dashboard', 'Dashboard');
  });

  it('is arranged by menu and by hand, taken back, kept for oneself and given up', async () => {
    const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    const before = (await titles()).slice(1);
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await page.getByRole('button', { name: 'Move or resize Summary' }).click();
    await page.getByRole('menuitem', { name: 'To the start' }).click();
    await expect.poll(async () => (await titles())[1]).toBe('Summary');
    await page.locator('output', { hasText: 'Summary moved to place 1 of 8.' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Move or resize Summary' }).click();
    await page.getByRole('menuitem', { name: 'Large' }).click();
    // All of it in sight: a drag that has to scroll on its way is the browser's matter.
    await page.setViewportSize({ width: 1280, height: 1900 });
    await page.locator('[data-handle="apps-bar"]').dragTo(figure('Summary'));
    await expect.poll(async () => (await titles()).slice(1, 3)).toEqual(['Software Installations', 'Summary']);
    await page.getByRole('button', { name: 'Take Time to patch away' }).click();
    await figure('Time to patch').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 720 });
    await lookAt(page, 'dashboard-edit');
    await page.getByRole('button', { name: 'Undo' }).click();
    await figure('Time to patch').waitFor();
    await page.getByRole('button', { name: 'Add a card' }).click();
    await page.getByRole('button', { name: 'Add Vulnerability Status Breakdown' }).click();
    await expect.poll(() => figure('Vulnerability Status Breakdown').count()).toBe(2);
    await page.getByRole('button', { name: 'Save for me' }).click();
    await toast(page, 'Saved for you.').waitFor();

    await page.reload();
    await page.getByText('your own layout').waitFor();
    await expect.poll(async () => (await titles()).slice(1, 3)).toEqual(['Software Installations', 'Summary']);
    await expect.poll(titles).toHaveLength(before.length + 2);
    await page.getByRole('button', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Go back to everybody’s layout' }).click();
    await expect.poll(async () => (await titles()).slice(1)).toEqual(before);
  });

  it('shows on a card the numbers of one group or tag, as the page has them that its parts lead to', async () => {
    const title = 'Vulnerability Status Breakdown';
    const choose = async (now: string, place: string) => {
      await page.getByRole('button', { name: `Settings of ${title}` }).click();
      await page.getByRole('button', { name: `${now} Numbers of` }).click();
      await page.getByRole('option', { name: place }).click();
    };
    const applyChoice = () => page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await choose('The whole site', 'Group Lab');
    await lookAt(page, 'dashboard-card-settings');
    await applyChoice();
    await figure(title).getByText('Group Lab ·').waitFor();
    const groupUuid = (await administrator.call(groups.list, {})).groups.find((group) => group.title === 'Lab')?.uuid;
    const query = { limit: 1, sort: 'name', order: 'asc' } as const;
    const params = { id: groupUuid ?? '' };
    const { split } = (await administrator.call(applications.ofGroup, { params, query })).totals;
    const part = chart(title).getByRole('link', { name: `Insecure: ${split.insecure},` });
    await expect
      .poll(() => part.getAttribute('href'))
      .toContain(`#/groups/applications?groupUuid=${groupUuid}&status=insecure&site=`);

    await choose('Group Lab', 'Tag Pilot');
    await applyChoice();
    await figure(title).getByText('Tag Pilot ·').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await figure(title).getByText('Group Lab ·').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await figure(title).getByText('Group Lab ·').waitFor({ state: 'detached' });
  });

  it('can be one of several, with a default for everybody', async () => {
    await page.getByRole('button', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as a new one...' }).click();
    await page.getByLabel('Name').fill('Servers');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Servers', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await page.getByRole('button', { name: 'Take What to do first away' }).click();
    await page.getByRole('button', { name: 'Save for everybody' }).click();
    await toast(page, 'Saved for everybody.').waitFor();
    await expect.poll(() => figure('What to do first').count()).toBe(0);
    await page.getByRole('button', { name: 'Servers', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await figure('What to do first').waitFor();
  });

  it('fits a narrow window', async () => {
    // A button that was busy is announced by a node that axe does not like and that goes by itself.
    await page.reload();
    await chart('Software Installations').waitFor();
    await page.setViewportSize({ width: 360, height: 1600 });
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await lookAt(page, 'dashboard-narrow');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('is printed in cards of 480 by 488 with charts of 1.2, whose links open beside it [DASH-13] [DASH-16] [DASH-32]', async () => {
    const ratio = async () => {
      const [, , width = 0, height = 1] =
        (await chart('Software Installations').getAttribute('viewBox'))?.split(' ').map(Number) ?? [];
      return Math.round((width / height) * 10) / 10;
    };
    await expect.poll(ratio).toBe(2);
    await page.getByRole('link', { name: 'Print' }).click();
    await page.getByText('As it will be printed').waitFor();
    const box = await page
      .getByRole('listitem')
      .filter({ has: figure('Software Installations') })
      .boundingBox();
    expect([box?.width, box?.height]).toEqual([480, 488]);
    await expect.poll(ratio).toBe(1.2);
    await expect
      .poll(() => chart('Software Installations').getByRole('link').first().getAttribute('target'))
      .toBe('_blank');
    await page.emulateMedia({ media: 'print' });
    if (isDrawing)
      await page.screenshot({ path: pictureFile('dashboard-print'), fullPage: true, animations: 'disabled' });
    await page.getByText(/^Dashboard · Contoso Danmark · \d{4}-\d\d-\d\d \d\d:\d\d/).waitFor();
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Edit layout' }).waitFor();
  });
});

describe('a screen on a wall', () => {
  it('shows one dashboard to whoever has its link, until it is revoked [DASH-27] [DASH-28] [DASH-29] [DASH-31]', async () => {
    await page.getByRole('button', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Show on a wall display...' }).click();
    await page.getByRole('button', { name: /^Make a link to/ }).click();
    await page.getByLabel('Name').fill('Hall A');
    await page.getByRole('button', { name: 'Make link' }).click();
    const link = (await page.getByRole('dialog', { name: 'Link made' }).locator('code').textContent()) ?? '';
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('rowheader', { name: 'Hall A' }).waitFor();

    await using context = await browser.newContext({
      viewport: { width: 1440, height: 1100 },
      reducedMotion: 'reduce',
    });
    const wall = await context.newPage();
    const addresses: string[] = [];
    wall.on('request', (request) => addresses.push(request.url()));
    await wall.goto(link);
    await wall.getByRole('heading', { level: 1, name: 'Hall A' }).waitFor();
    const summary = wall.getByRole('figure', { name: 'Summary' });
    await summary.getByRole('link', { name: /^Active Hosts 40$/ }).waitFor();
    await expect.poll(() => summary.getByRole('link').first().getAttribute('target')).toBe('_blank');
    await expect.poll(() => wall.getByRole('navigation').count()).toBe(0);
    await expect.poll(() => wall.getByRole('button').count()).toBe(0);
    const token = new URLSearchParams(link.split('?')[1]).get('accessToken') ?? 'none';
    expect(wall.url()).not.toContain(token);
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    expect(addresses.filter((address) => address.includes('/api/corporate/'))).toEqual([]);
    await lookAt(wall, 'dashboard-detached');
    await wall.reload();
    await wall.getByRole('heading', { level: 1, name: 'Hall A' }).waitFor();

    await page.getByRole('button', { name: 'Revoke Hall A' }).click();
    await page
      .getByRole('row', { name: /Hall A/ })
      .getByText('Revoked')
      .waitFor();
    await page.keyboard.press('Escape');
    await wall.reload();
    await wall.getByRole('alertdialog', { name: 'Permission denied' }).waitFor();
  });
});

describe('the system dashboard', () => {
  it('has a table of the sites, worst first, that leads to the dashboard of each [DASH-24]', async () => {
    await goTo(page, '/system-dashboard', 'System Dashboard');
    // What was announced to screen readers has gone by then.
    await page.reload();
    const sites = page.getByRole('figure', { name: /^Sites / }).getByRole('table');
    await expect.poll(async () => (await sites.getByRole('rowheader').allTextContents())[0]).toBe('Contoso Danmark');
    await sites
      .getByRole('row', { name: /Contoso Norge/ })
      .getByText('No hosts', { exact: true })
      .waitFor();
    const office = sites.getByRole('row', { name: /Contoso Danmark/ });
    await office.getByText('90%', { exact: true }).waitFor();
    await office.getByRole('link', { name: '40', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Hosts', exact: true }).waitFor();
    await page.getByText('Rows 1–40 of 40', { exact: true }).waitFor();
    await page.goBack();
    await sites.getByRole('button', { name: 'Contoso Danmark' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  });
});
