import { applications } from '@patchkeep/contract/applications';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { eventually } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';
import { cves, makeVulnerableFleet, type VulnerableFleet } from './support/vulnerable-fleet.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;
let fleet: VulnerableFleet;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  fleet = await makeVulnerableFleet(stack, administrator);
  const read = () => administrator.call(applications.totals, {});
  await eventually(read, ({ split }) => split.insecure === 5, 'the counts');
});
afterAll(async () => {
  await browser?.close();
  await fleet?.edge[Symbol.asyncDispose]();
  await stack?.stop();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const open = (page: Page, view = '') => goTo(page, `/configuration?tab=ignore-rules${view}`, 'Configuration');
const rowOf = (page: Page, name: string | RegExp) =>
  page
    .getByRole('table', { name: 'Ignore rules' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const pill = (page: Page) => page.getByRole('link', { name: /Ignore rules:/ });
const undo = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
const choose = async (page: Page, field: string, option: string) => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`${field}$`) })
    .click();
  await page.getByRole('option', { name: option }).click();
};

describe('ignore rules', () => {
  it('are made with what, where, why and until when, after a look at what they touch [IGN-01] [IGN-02] [IGN-03]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await page.getByText('What a rule covers is counted apart').waitFor();
    await page.getByText('No ignore rules').waitFor();
    await lookAt(page, 'ignore-rules-empty');
    await page.getByRole('button', { name: 'New ignore rule' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New ignore rule' });
    await dialog.getByRole('button', { name: 'Ignore', exact: true }).last().click();
    await dialog.getByText('2 fields need attention').waitFor();
    await dialog.getByRole('combobox', { name: 'Application' }).fill('winr');
    // Until the server has answered, all that were there before move about.
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual([expect.stringContaining('WinRAR')]);
    await page.getByRole('option', { name: /WinRAR/ }).click();
    await dialog.getByText('2 installations of 1 application').waitFor();
    await choose(page, 'Where', 'A group and those below it');
    await choose(page, 'Group', 'Sales');
    await dialog.getByRole('button', { name: 'Ignore on 1 host' }).waitFor();
    await choose(page, 'Reason', 'Mitigated otherwise');
    await dialog.getByLabel('Comment').fill('Only opened in the sandbox');
    await choose(page, 'For', 'Until a day...');
    await dialog.getByLabel('Last day').fill('2031-01-01');
    await dialog.getByRole('button', { name: 'Ignore on 1 host' }).click();
    await dialog.getByRole('alert').getByText('At most one year').waitFor();
    await choose(page, 'For', '90 days');
    await dialog.getByRole('button', { name: 'Ignore on 1 host' }).click();
    await toast(page, 'Ignored from now on, and counted apart.').waitFor();
    await rowOf(page, 'WinRAR').getByText('Active').waitFor();
    await rowOf(page, 'WinRAR').getByText('Group Sales').waitFor();
    await rowOf(page, 'WinRAR').getByText('Mitigated otherwise: Only opened in the sandbox').waitFor();
    // How many hosts it keeps something uncounted on comes with the next count, into the open page.
    await expect.poll(() => rowOf(page, 'WinRAR').getByRole('cell').allTextContents()).toContain('1');
  });

  it('that cover nothing or what another covers are flagged; those that ended or soon will wait to be renewed [IGN-05] [IGN-09]', async () => {
    const { applications: listed } = await administrator.call(applications.list, { query: {} });
    const idOf = (name: string) => listed.find((each) => each.name === name)?.applicationId ?? 0;
    const make = (
      target: { applicationId?: number; cveId?: string; versionTo?: string },
      days: number,
      reason: string,
    ) =>
      administrator.call(ignoreRules.create, {
        body: { target, reasonKind: 'acceptedRisk', reason, expires: inDays(days) },
      });
    await make({ applicationId: idOf('7-Zip'), cveId: cves.zip }, 40, 'Only archives of our own');
    await make({ applicationId: idOf('7-Zip'), cveId: cves.zip, versionTo: '23.01' }, 40, 'The same again');
    await make({ applicationId: idOf('Notepad++') }, 40, 'Nothing wrong with it');
    await make({ cveId: cves.chrome }, 5, 'Until the rollout ends');
    const ended = await make({ applicationId: idOf('Python 3.8') }, 5, 'The old build needs it');
    // A day cannot be waited for: the rule's end is put into the past, as a clock would.
    await stack.sql(`update ignore_rules set expires_at = now() - interval '1 hour' where rule_id = $1`, [
      ended.ignoreRuleUuid,
    ]);
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    const below = (name: string) => rowOf(page, name).locator('+ tr');
    await below(`${cves.zip} in 7-Zip, up to 23.01`).getByText('Duplicate').waitFor();
    await below('Notepad++').getByText('Matches nothing').waitFor();
    await rowOf(page, 'Python 3.8').getByText('Expired').waitFor();
    await lookAt(page, 'ignore-rules');
    await rowOf(page, `${cves.zip} in 7-Zip, up to 23.01`).getByRole('rowheader').click();
    await page.getByRole('complementary').getByText('covers all of this already').waitFor();
    await page.keyboard.press('Escape');

    await pill(page).getByText('1 expired, 1 expiring').waitFor();
    await pill(page).click();
    await page.waitForURL(/view=renew/);
    await page.getByRole('tab', { name: 'To renew 2', selected: true }).waitFor();
    await page.getByLabel('Select all rows on this page').click();
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Renew...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew 2 ignore rules' });
    await dialog.getByText('Python 3.8').waitFor();
    await lookAt(page, 'ignore-rules-renew');
    await choose(page, 'For', '180 days');
    await dialog.getByRole('button', { name: 'Renew 2 ignore rules' }).click();
    await toast(page, '2 ignore rules renewed.').waitFor();
    await page.getByText('Nothing to renew').waitFor();
    await pill(page).waitFor({ state: 'detached' });
    await undo(page);
    await pill(page).getByText('1 expired, 1 expiring').waitFor();
  });

  it('are edited, revoked and restored, each with undo [IGN-04]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    const act = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act('WinRAR', 'Edit reason...');
    await page.getByLabel('Comment').fill('Sandboxed since May');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'WinRAR').getByText('Sandboxed since May').waitFor();
    await undo(page);
    await rowOf(page, 'WinRAR').getByText('Only opened in the sandbox').waitFor();
    await act('WinRAR', 'Revoke');
    await toast(page, '1 ignore rule revoked: what it kept out counts again.').waitFor();
    await rowOf(page, 'WinRAR').waitFor({ state: 'detached' });
    await undo(page);
    await rowOf(page, 'WinRAR').getByText('Active').waitFor();
    await act('Notepad++', 'Revoke');
    await rowOf(page, 'Notepad++').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /Revoked/ }).click();
    await act('Notepad++', 'Restore');
    await page.getByText('No revoked rules').waitFor();
    await page.reload();
    await page.getByText('No revoked rules').waitFor();
    await page.setViewportSize({ width: 360, height: 720 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await lookAt(page);
  });
});

describe('the feeds', () => {
  it('say how fresh they are, what they brought and what was left out', async () => {
    fleet.edge.publishExploited([cves.rar, cves.windows, 'no-such-id']);
    await fleet.edge.fetch('kev');
    await stack.sql(`update feeds set checked_at = now() - interval '9 days' where feed = 'kev'`);
    await stack.sql(
      `update feeds set failure = 'https://feeds.example/epss: 503', failed_at = now() where feed = 'epss'`,
    );
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/configuration?tab=feeds', 'Configuration');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('CVE records').getByText('Fresh').waitFor();
    await expect.poll(() => row('CVE records').getByRole('cell').allTextContents()).toContain('4');
    await row('CISA known exploited').getByText('Stale').waitFor();
    await page.getByText('Not read for more than 24 hours').waitFor();
    await row('EPSS').getByText('Failed').waitFor();
    await page.getByText('https://feeds.example/epss: 503').waitFor();
    await page.getByText('bin/patchkeep feeds import FILE').waitFor();
    await lookAt(page, 'feeds');
    await page.getByRole('button', { name: '1 rejected records of CISA known exploited vulnerabilities' }).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /no-such-id.*no CVE id/ })
      .waitFor();
    await lookAt(page);
  });
});
