import { applications } from '@patchkeep/contract/applications';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { furnishOffice } from './support/office-fleet.ts';
import { goTo, lookAt, settled, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;
let office: Awaited<ReturnType<typeof furnishOffice>>;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  office = await furnishOffice(stack, administrator);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const listed = async () => {
  const query = { limit: 200, sort: 'name', order: 'asc' } as never;
  return (await administrator.call(applications.list, { query })).applications;
};
const idOf = async (name: string) => (await listed()).find((each) => each.name === name)?.applicationId ?? 0;
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const names = (page: Page) => page.getByRole('rowheader').allTextContents();
const hideBanner = (page: Page) => page.getByRole('button', { name: 'Dismiss' }).click();

describe('the list of applications', () => {
  it('shows each once with its hosts by status, worst first, and is narrowed by status in the address [APP-08]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications', 'Applications');
    await page.getByText(/11 applications · \d+\sinstallations · counted/).waitFor();
    // Feeds that nobody ever read are as stale as can be: wherever counts are shown, the page says so.
    await page.getByText('too old to be relied on').waitFor();
    await hideBanner(page);
    // Read for today: a reload does not bring it back.
    const asked = page.waitForResponse(/\/feeds\b/);
    await page.reload();
    await asked;
    await settled(page);
    await expect.poll(() => page.getByText('too old to be relied on').count()).toBe(0);
    await expect
      .poll(async () => (await names(page)).slice(0, 3))
      .toEqual(['VLC media player', 'Google Chrome', '7-Zip']);
    await row(page, '7-Zip').getByText('Insecure 16, Ok 24').waitFor();
    await row(page, '7-Zip').getByText('Exploited 8').waitFor();
    await row(page, '7-Zip').getByText('94.2%').waitFor();
    await lookAt(page, 'applications');

    for (const [status, expected] of [
      ['zeroday', ['VLC media player']],
      ['eol', ['LibreOffice']],
      ['insecure', ['Google Chrome', '7-Zip', 'Notepad++', 'PuTTY']],
    ] as const) {
      await page.goto(`/#/applications?status=${status}`);
      await expect.poll(() => names(page)).toEqual(expected);
    }
    await page.goto('/#/applications?status=ok&q=winscp');
    await expect.poll(() => names(page)).toEqual(['WinSCP']);

    // A filter chosen on the screen stands in the address, so that it can be sent to a colleague.
    await page.goto('/#/applications');
    await page.getByRole('button', { name: 'View: All applications' }).click();
    await page.getByRole('menuitemradio', { name: 'Exploited' }).click();
    await expect.poll(() => names(page)).toEqual(['7-Zip']);
    await page.waitForURL(/mark=exploited/);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('searchbox', { name: 'Name or vendor' }).fill('nothing is called so');
    await page.getByText('No applications match these filters').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();

    await page.getByRole('button', { name: 'Hosts', exact: true }).click();
    await expect.poll(async () => (await names(page))[0]).toBe('7-Zip Packaged for Contoso');
  });

  it('opens beside the list by keyboard, and leads to versions and hosts', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications?q=7-zip', 'Applications');
    await row(page, '7-Zip').focus();
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('heading', { level: 2, name: '7-Zip' }).waitFor();
    await lookAt(page);
    await page.keyboard.press('Escape');
    // The panel closes with the address; until then the key would be the panel's.
    await row(page, '7-Zip').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
    await page.goBack();
    await row(page, '7-Zip').getByRole('link', { name: '40' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await page.getByText('Rows 1–40 of 40', { exact: true }).waitFor();
  });

  it('has rows to tick and decide about together, after a review and with undo', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications?status=insecure', 'Applications');
    await hideBanner(page);
    await page.getByLabel('Select PuTTY', { exact: true }).click();
    await page.getByLabel('Select Notepad++', { exact: true }).click();
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Block' }).click();
    const review = page.getByRole('dialog', { name: 'Block 2 applications at Site level' });
    const confirm = review.getByRole('button', { name: /^Block on \d+ hosts?$/ });
    await confirm.waitFor();
    await lookAt(page, 'applications-decide');
    await confirm.click();
    await toast(page, /hosts?\.$/).waitFor();
    await expect.poll(() => page.getByRole('group', { name: 'Selected rows' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, /Undone/).waitFor();
  });

  it('says so when the hosts that match cannot be read, and offers no act on them', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, `/applications/hosts?applicationId=${await idOf('7-Zip')}`, 'Hosts');
    await hideBanner(page);
    await page.getByText('Rows 1–40 of 40', { exact: true }).waitFor();
    const reading = /application-hosts\?.*limit=200/;
    await page.route(reading, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('row').nth(1).getByRole('checkbox').click();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Inspect & update' }).waitFor();
    await bar.getByRole('button', { name: 'Select all 40 matching' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
    await bar.getByText('The hosts that match could not be read.').waitFor();
    await expect.poll(() => bar.getByRole('button', { name: 'Inspect & update' }).count()).toBe(0);
    await page.unroute(reading);
    await bar.getByRole('button', { name: 'Try again' }).click();
    await bar.getByRole('button', { name: 'Inspect & update' }).waitFor();
  });

  it('teaches on a site without hosts', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/', 'Home');
    await page.getByRole('button', { name: 'Contoso Danmark' }).click();
    await page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
    await page.getByRole('button', { name: 'Contoso Norge' }).waitFor();
    await goTo(page, '/applications', 'Applications');
    await page.getByText('No applications yet').waitFor();
    await lookAt(page, 'applications-empty');
    await page.getByRole('link', { name: 'Go to Hosts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await goTo(page, '/vulnerabilities', 'Vulnerabilities');
    await page.getByText('Not reported yet').waitFor();
  });
});

describe('the list of vulnerabilities', () => {
  it('puts what presses first with its reason, and every number opens as many rows', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/vulnerabilities', 'Vulnerabilities');
    await hideBanner(page);
    await page.getByText('6 open, the most urgent first').waitFor();
    // Ransomware, then likely, then severe; then the hosts decide.
    const cves = async () => (await names(page)).map((name) => name.slice(0, 'CVE-2026-90001'.length));
    const inOrder = [1, 3, 4, 2].map((no) => `CVE-2026-9000${no}`);
    await expect.poll(async () => (await cves()).slice(0, 4)).toEqual(inOrder);
    const first = row(page, 'CVE-2026-90001 7-Zip');
    await first.getByText('Act now').waitFor();
    await first.getByText(/^Exploited by ransomware, 8 hosts, /).waitFor();
    await row(page, 'CVE-2026-90003 VLC media player').getByText('No fix yet').waitFor();
    await lookAt(page, 'vulnerabilities');

    await first.getByRole('link', { name: '8 hosts with CVE-2026-90001 in 7-Zip' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await page.getByText('Rows 1–8 of 8', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'View: All vulnerabilities' }).click();
    await page.getByRole('menuitemradio', { name: 'Exploited' }).click();
    await expect.poll(cves).toEqual(['CVE-2026-90001']);
    await page.waitForURL(/mark=exploited/);
    await first.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'CVE-2026-90001' }).waitFor();
  });

  it('leads to the approvals of an application without a decision, as does the dashboard', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/vulnerabilities?q=90001', 'Vulnerabilities');
    await row(page, 'CVE-2026-90001 7-Zip').getByText('No decision').waitFor();
    await page.getByRole('link', { name: 'Decide about 7-Zip' }).click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await expect.poll(() => names(page)).toEqual(['7-Zip']);

    await goTo(page, '/dashboard', 'Dashboard');
    const todo = page.getByRole('region', { name: 'Needs you today' });
    await todo.getByRole('link', { name: '5 applications at risk have no decision' }).click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await expect
      .poll(async () => (await names(page)).toSorted())
      .toEqual(['7-Zip', 'Google Chrome', 'Notepad++', 'PuTTY', 'VLC media player']);
    await goTo(page, '/hosts?mark=exploited', 'Hosts');
    await page.getByText('Rows 1–8 of 8', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('row').getByText('Exploited, ').count()).toBe(8);
  });
});

describe('from an application down to a CVE', () => {
  it('goes by versions and issues, and the way back keeps the application [APP-16]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications', 'Applications');
    await page.getByRole('link', { name: '7-Zip', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
    await expect.poll(() => names(page)).toEqual(['26.02', '24.09', '23.01']);
    await row(page, '23.01').getByText('Exploited').waitFor();
    await row(page, '24.09').getByText('26.02').waitFor();
    await hideBanner(page);
    await lookAt(page, 'versions');

    await page.getByRole('link', { name: '23.01', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
    await expect.poll(() => names(page)).toEqual(['CVE-2026-90001', 'CVE-2026-90002']);
    await row(page, 'CVE-2026-90001').getByText('Exploited').waitFor();
    await lookAt(page, 'issues');

    await page.getByRole('link', { name: 'CVE-2026-90001' }).click();
    await page.getByRole('heading', { level: 1, name: 'CVE-2026-90001' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Your exposure' }).waitFor();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
      .toEqual([
        'Your exposure',
        'Fix',
        'Affected software here',
        'Our decisions',
        'Description',
        'Score details',
        'References',
      ]);
    // Exploited first, then who is exposed, then the fix.
    const text = await page.getByRole('main').innerText();
    const places = ['Attackers use it', 'hosts with affected software', 'is fixed in', 'Attack vector'].map((words) =>
      text.indexOf(words),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    await page.getByText('23.01 lies in “before 24.09”').waitFor();
    await lookAt(page, 'cve');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('menuitem', { name: 'Summary' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain('Exploited since 2026-11-04');
    expect(copied).toMatch(/8.hosts exposed/);

    await page.getByRole('link', { name: 'Open 8 hosts' }).click();
    await page.getByText('Rows 1–8 of 8', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('row', { name: /23.01/ }).waitFor();
  });

  it('says honestly what is not scored, not fixed and not known', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications/versions/issues/cve/CVE-2026-90006', 'CVE-2026-90006');
    await page.getByText('CVSS not scored yet').waitFor();
    await page.getByText('EPSS not scored yet').waitFor();
    await goTo(page, '/applications/versions/issues/cve/CVE-2026-90003', 'CVE-2026-90003');
    await page.getByText('has no version without it yet').waitFor();
    await goTo(page, '/applications/versions/issues/cve/CVE-1999-0001', 'CVE-1999-0001');
    await page.getByText('No feed tells of this CVE').waitFor();
    await page.goto('/#/applications/versions?applicationId=2000000000');
    await page.getByText('This site has no such application.').waitFor();
  });

  it('narrows the hosts of an application by version, status, group and name', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const applicationId = await idOf('7-Zip');
    await page.goto(`/#/applications/hosts?applicationId=${applicationId}&status=insecure`);
    await page.getByText('Rows 1–16 of 16', { exact: true }).waitFor();
    await hideBanner(page);
    await lookAt(page, 'application-hosts');
    await page.goto(`/#/applications/hosts?applicationId=${applicationId}&group=${office.lab.uuid}`);
    await page.getByText('Rows 1–16 of 16', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Name begins with' }).fill('DT-AAR-001');
    await page.getByText(/^Rows 1–2 of/).waitFor();

    // The hosts that are listed are acted on here, and Undo brings back what was.
    await page.getByRole('checkbox', { name: 'Select DT-AAR-0012' }).click();
    await page.getByRole('button', { name: 'Move...' }).click();
    await page.getByRole('button', { name: /To group/ }).click();
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.getByRole('button', { name: /^Move 1.host/ }).click();
    await toast(page, /1.host moved to Sales/).waitFor();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Rows 1–2 of/).waitFor();
  });
});

describe('groups and tags', () => {
  it('a group lists the applications of its hosts [GRP-08]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/groups', 'Groups');
    await page.getByRole('button', { name: 'Actions for Lab' }).click();
    await page.getByRole('menuitem', { name: 'Applications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Group Applications' }).waitFor();
    await page.getByRole('main').getByText('Lab').first().waitFor();
    await row(page, 'Google Chrome').getByRole('link', { name: '16' }).click();
    await page.getByText('Rows 1–16 of 16', { exact: true }).waitFor();
    await page.goBack();
  });

  it('a tag lists the applications of the hosts that carry it, by status too [TAG-09]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, `/tags/hosts?tagUuid=${office.pilot.tagUuid}`, 'Tag Hosts');
    await page.getByRole('main').getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tag Applications' }).waitFor();
    await row(page, 'Google Chrome').getByRole('link', { name: '24' }).waitFor();
    await page.goto(`/#/tags/applications?tagUuid=${office.pilot.tagUuid}&status=zeroday`);
    await expect.poll(() => names(page)).toEqual(['VLC media player']);
  });
});

describe('everywhere', () => {
  it('a list that cannot be fetched says so, and can be tried again', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const broken = '**/api/corporate/ui/applications?*';
    await page.route(broken, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/#/applications');
    await page.getByRole('alertdialog', { name: 'Error' }).getByText('Unable to fetch applications.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('The applications could not be loaded').waitFor();
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Rows 1–11 of 11', { exact: true }).waitFor();
  });

  it('a window of 320 px shows every screen without scrolling sideways', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await page.setViewportSize({ width: 320, height: 640 });
    const applicationId = await idOf('7-Zip');
    const widths: [string, number][] = [];
    for (const [path, title] of [
      ['/applications', 'Applications'],
      [`/applications/versions?applicationId=${applicationId}`, 'Versions'],
      [`/applications/hosts?applicationId=${applicationId}`, 'Hosts'],
      [`/applications/versions/issues?applicationId=${applicationId}`, 'Issues'],
      ['/applications/versions/issues/cve/CVE-2026-90001', 'CVE-2026-90001'],
    ] as const) {
      await goTo(page, path, title);
      await page.waitForLoadState('networkidle');
      widths.push([path, Number(await page.evaluate('document.documentElement.scrollWidth'))]);
    }
    expect(widths.filter(([, width]) => width > 320)).toEqual([]);
  });
});
