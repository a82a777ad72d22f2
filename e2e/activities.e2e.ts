import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { uiBase } from '@patchkeep/contract/endpoint';
import { groups } from '@patchkeep/contract/groups';
import { tags } from '@patchkeep/contract/tags';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { joinHost } from './support/fake-agent.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let signer: SignerProcess;
let browser: Browser;
let admin: Administrator;
let folder: string;
beforeAll(async () => {
  [signer, browser, folder] = await Promise.all([
    startSigner(),
    launchChromium(),
    mkdtemp(join(tmpdir(), 'patchkeep-log-')),
  ]);
  stack = await startStack(signer.env);
  admin = await signInAsAdministrator(stack.url);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await signer?.stop();
  await rm(folder, { recursive: true, force: true });
});

const table = (page: Page, name = 'User Activity') => page.getByRole('table', { name });
const rowsOf = (page: Page) => table(page).locator('tbody tr[data-row]');
const rowOf = (page: Page, what: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: what }) });
const open = async (page: Page, search = '') => {
  await goTo(page, `/user-activity${search}`, 'User Activity');
  await rowsOf(page).first().waitFor();
};
const save = async (page: Page, format: RegExp): Promise<string> => {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

describe('user activity', () => {
  it('says what will be there, and shows acts as they happen [ACT-03]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/', 'Home');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User Activity' }).click();
    await page.getByText('Nothing was done yet').waitFor();
    await lookAt(page, 'user-activity-empty');

    const tag = await admin.call(tags.create, { body: { tagName: 'Reception' } });
    await rowOf(page, 'Made a tag').getByText('Ana Lindqvist').waitFor();
    await page.getByRole('checkbox', { name: 'Live' }).click();
    await page.getByText('held still', { exact: false }).waitFor();
    await admin.call(tags.update, {
      params: { id: tag.tagUuid },
      body: { serialNumber: tag.serialNumber, tagName: 'Front desk' },
    });
    const { secret } = await admin.call(apiTokens.create, {
      body: { name: 'Nightly report', permissions: 3, expiresInDays: 30 },
    });
    const made = await fetch(`${stack.url}${uiBase}${groups.create.path}`, {
      method: groups.create.method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Laptops of the field service in the whole of southern Jutland and on Funen' }),
    });
    expect(made.status).toBe(200);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Live' }).click();
    await rowOf(page, 'Made a group').getByText('API', { exact: true }).waitFor();
    await rowOf(page, 'Changed a tag').getByText('Tag name: Reception → Front desk').waitFor();
    const [time] = await rowOf(page, 'Changed a tag').getByRole('cell').allTextContents();
    expect(time).toMatch(/^(now|\d+ sec ago|\d+ min ago)\d{4}-\d\d-\d\d \d\d:\d\d$/);
    await lookAt(page, 'user-activity');
  });

  it('shows beside the list what an act changed, and narrows the list to its object, person or act [ACT-02]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, 'Changed a tag').getByRole('cell').last().click();
    const panel = page.getByRole('complementary', { name: 'Changed a tag' });
    const changed = panel.getByRole('row', { name: /^Tag name/ });
    await expect.poll(() => changed.getByRole('cell').allTextContents()).toEqual(['Reception', 'Front desk']);
    await lookAt(page, 'user-activity-panel');
    await panel.getByRole('button', { name: 'Only this object' }).click();
    await page.waitForURL(/objectKind=tag&objectId=/);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await panel.getByRole('button', { name: 'Only this act' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await page.getByRole('link', { name: 'Front desk' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Tag Hosts' }).waitFor();
  });

  it('is loaded page by page, opened at a day, and exported whole', async () => {
    for (let n = 0; n < 60; n++) await admin.call(tags.create, { body: { tagName: `Floor ${n}` } });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await expect.poll(() => rowsOf(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Load older' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(64);
    const csv = (await readFile(await save(page, /CSV/), 'utf8')).trim().split('\r\n');
    expect(csv[0]).toContain('Time,Who,By way of,What,Object,Kind,Change,Address');
    expect(csv).toHaveLength(65);
    await page.getByLabel('Until', { exact: true }).fill('2026-01-01');
    await page.getByText('No activities match these filters').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2026-01-02');
    await page.getByText(/^Between .* and 2026-01-01$/).waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await rowsOf(page).first().waitFor();
  });

  it('begins with people, shows hosts when asked to, and leads from a decision to its change', async () => {
    const { secret } = await admin.call(configuration.createInstallToken, { body: { name: 'Desks', useCap: 5 } });
    const { close } = await joinHost(stack.url, secret, { facts: { hostName: 'LT-LOG-0001' } });
    close();
    const body = { siteApprovals: [{ wuaKey: 'kb:10000' }], reason: 'Breaks the till' };
    await admin.call(approvalCalls.site.wua.change, { params: { type: 'block' }, body });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    await rowOf(page, 'Blocked').getByText('Decision: No Default → Blocked', { exact: false }).waitFor();
    await expect.poll(() => rowOf(page, 'Enrolled').count()).toBe(0);
    await page.getByRole('button', { name: /Acts of/ }).click();
    await page.getByRole('option', { name: 'Everybody' }).click();
    await rowOf(page, 'Enrolled').getByRole('link', { name: 'LT-LOG-0001' }).waitFor();
    await page.waitForURL(/by=everybody/);
    await rowOf(page, 'Blocked').getByRole('link').click();
    await page.getByRole('complementary', { name: /Block/ }).getByText('Breaks the till').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  });

  it('says what it could not fetch, and fits a narrow window', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await page.route('**/account-activities?*', (route) => route.abort());
    await goTo(page, '/user-activity', 'User Activity');
    await page.getByText('The activities could not be loaded').waitFor();
    await page.unroute('**/account-activities?*');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
    // A hint may have it fetched anew at any time: then there is nothing left to try again.
    const again = page.getByRole('button', { name: 'Try again' });
    const triedAgain = async () => {
      await again.click({ timeout: 1_000 }).catch(() => undefined);
      return rowsOf(page).count();
    };
    await expect.poll(triedAgain, { timeout: 60_000 }).toBeGreaterThan(0);
    await page.setViewportSize({ width: 360, height: 720 });
    await open(page, '?objectKind=group');
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await lookAt(page, 'user-activity-narrow');
  });
});

describe('system activity', () => {
  it('shows who signed in [ACT-04]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/system-activity', 'System Activity');
    await table(page, 'System Activity').getByRole('rowheader', { name: 'Signed in' }).first().waitFor();
    await lookAt(page, 'system-activity');
  });

  it('is for system administrators: others are told so', async () => {
    await using tab = await signedIn(browser, stack.url, 'jonas@contoso.example');
    const { page } = tab;
    await goTo(page, '/system-activity', 'System Activity');
    await page.getByText("You don't have sufficient rights to perform this action.").waitFor();
  });
});

describe('the sealed log', () => {
  it('is downloaded with its checkpoints and checked offline', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await open(page);
    // The signer is asked every minute.
    await page.getByText(/sealed up to entry 67/).waitFor();
    const [log, checkpoints] = [await save(page, /Log with its hashes/), await save(page, /Checkpoints/)];
    const args = ['verify', '--log', log, '--checkpoints', checkpoints, '--key', signer.checkpointKey];
    expect(await stack.command('audit.ts', args)).toContain('Entries 1 to 67 are as the signer saw them.');
  });
});
