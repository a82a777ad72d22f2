import { approvalCalls } from '@patchkeep/contract/approvals';
import { changeSets } from '@patchkeep/contract/change-sets';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { readFeeds } from '../tools/made-up-feeds.ts';
import { launchChromium } from './support/chromium.ts';
import { type FeedEdge, startFeedEdge } from './support/feed-edge.ts';
import { joinOffice, officeFeeds, untilCounted } from './support/office-fleet.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let edge: FeedEdge;
let administrator: Administrator;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  await joinOffice(administrator, stack.url);
  edge = await startFeedEdge(stack);
  edge.publishPackages({
    '7zip.7zip': ['23.01', '24.09', '26.02'],
    'Google.Chrome': ['150.0.7800.60', '151.0.7922.174'],
    'Notepad++.Notepad++': ['8.6', '8.9.1'],
    'DominikReichl.KeePass': ['2.57', '2.59'],
  });
  await edge.fetch('winget');
  await readFeeds(stack.workerUrl, officeFeeds);
  // Nothing of other feeds is needed here; without a contact every page would warn that they are too old.
  await stack.sql(
    `insert into feeds (feed, revision, records, rejected, checked_at, is_importing) select unnest(array['nvd', 'nvd-overrides', 'msrc', 'windows-updates']), 0, 0, 0, now(), false on conflict do nothing`,
  );
  await untilCounted(administrator);
});
afterAll(async () => {
  await browser?.close();
  await edge?.[Symbol.asyncDispose]();
  await stack?.stop();
});

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
/** What stands in the cell of the level that is looked at. */
const decided = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^Decide on/ });
const says = async (page: Page, name: string, words: string) =>
  await expect.poll(() => decided(page, name).textContent()).toContain(words);
const choose = async (page: Page, level: 'Group' | 'Tag', name: string) => {
  await page.getByRole('navigation', { name: 'Level of approvals' }).getByRole('button', { name: level }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('heading', { level: 1, name: `${level} Approvals` }).waitFor();
};
const act = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
const decide = async (page: Page, name: string, what: string) => {
  await decided(page, name).click();
  await act(page, what).click();
};
const pendingBar = (page: Page) => page.getByRole('region', { name: 'Pending changes' });
const review = (page: Page) => page.getByRole('dialog');

describe('the matrix of approvals', () => {
  it('shapes a policy over three levels, previews it once, and undo brings the former badges back', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/patching/approvals', 'Approvals');
    await says(page, '7-Zip', 'No Default');

    await decide(page, '7-Zip', 'Automate');
    await pendingBar(page).getByText('1 change pending').waitFor();
    await choose(page, 'Group', 'Lab');
    await decide(page, '7-Zip', 'Block');
    await choose(page, 'Tag', 'Pilot');
    await decide(page, '7-Zip', 'Approve another version');
    await page.getByRole('button', { name: /Version/ }).click();
    await page.getByRole('option', { name: /24\.09/ }).click();
    await page.getByRole('button', { name: 'Approve 24.09' }).click();
    await pendingBar(page).getByText('3 changes pending').waitFor();

    await pendingBar(page).getByRole('button', { name: 'Review' }).click();
    const changes = review(page).getByRole('region', { name: 'Changes one by one' });
    await changes.getByText('Tag Pilot').waitFor();
    await lookAt(page, 'approvals-review');
    await review(page).getByRole('button', { name: 'Apply to 40 hosts' }).click();
    await toast(page, /40.hosts/).waitFor();
    await says(page, '7-Zip', 'Out of date24.09');

    await goTo(page, '/patching/approvals', 'Approvals');
    await says(page, '7-Zip', 'Auto');
    await row(page, '7-Zip')
      .getByRole('button', { name: /^Overrides of 7-Zip/ })
      .click();
    const overrides = page.getByRole('table', { name: 'Overrides of 7-Zip' });
    await overrides
      .getByRole('row', { name: /Group Lab.*Blocked.*Ana Lindqvist|Group Lab.*Blocked.*admin@/ })
      .waitFor();
    await overrides.getByRole('row', { name: /Tag Pilot.*Out of date.*24\.09/ }).waitFor();
    // The button of the review has told screen readers that it works; the words go after some seconds.
    await expect.poll(() => page.locator('[data-live-announcer] [role=img]').count()).toBe(0);
    await lookAt(page, 'approvals');

    await page.keyboard.press('Control+z');
    await toast(page, /Undone/).waitFor();
    await says(page, '7-Zip', 'No Default');
    await choose(page, 'Group', 'Lab');
    await says(page, '7-Zip', 'No Default');
    await choose(page, 'Tag', 'Pilot');
    await says(page, '7-Zip', 'No Default');
  });

  it('is used by keyboard alone', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await goTo(page, '/', 'Home');
    await press('g', 'p');
    await row(page, 'Google Chrome').waitFor();
    const isIn = (selector: string) =>
      page.evaluate<boolean>(`(document.activeElement?.closest('${selector}') ?? null) !== null`);
    await expect.poll(() => isIn('h1')).toBe(true);
    await press('ArrowDown');
    await expect.poll(() => isIn('[data-row="0"]')).toBe(true);
    await press('Home', 'u', 'j', 'b');
    await pendingBar(page).getByText('2 changes pending').waitFor();
    await press('Control+z');
    await pendingBar(page).getByText('1 change pending').waitFor();
    // Ticked rows are decided together.
    await press(' ', 'j', ' ', 'a');
    await pendingBar(page).getByText('3 changes pending').waitFor();
    await press('Enter');
    await act(page, 'Automate').waitFor();
    await lookAt(page);
    await press('Escape');
    await expect.poll(() => isIn('[data-row]')).toBe(true);
    for (let i = 0; i < 40 && !(await isIn('[aria-label="Pending changes"]')); i++) await press('Shift+Tab');
    await press('Enter');
    await review(page)
      .getByRole('button', { name: /^Apply to \d/ })
      .waitFor();
    // Whoever closes the review goes on from the button that opened it.
    await press('Escape');
    await review(page).waitFor({ state: 'detached' });
    await expect.poll(() => isIn('[aria-label="Pending changes"]')).toBe(true);
    await press('Enter');
    await review(page)
      .getByRole('button', { name: /^Apply to \d/ })
      .waitFor();
    await press('Control+Enter');
    await toast(page, /hosts?\./).waitFor();
    await expect.poll(() => pendingBar(page).count()).toBe(0);
    await press('Control+z');
    await toast(page, /Undone/).waitFor();
  });

  it('opens filtered by the status of the approvals [APPR-36]', async () => {
    const { changeSet } = await administrator.call(approvalCalls.site.app.change, {
      params: { type: 'approve' },
      body: { siteApprovals: [{ channelTag: 'notepad-plus-plus', version: '8.6' }] },
    });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/patching/approvals?approvalStatus=out-of-date', 'Approvals');
    await page.getByRole('button', { name: 'Approval is Out of date', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['Notepad++']);
    await administrator.call(changeSets.undo, { params: { id: changeSet.changeSetUuid }, body: {} });
    // Without a reload: the hint of the change reaches the open page.
    await page.getByText('No applications match these filters').waitFor();
  });

  it('acts on everything that matches, and at system level only after a typed word and a reason', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/system-approvals', 'System Approvals');
    await page.getByLabel('Select 7-Zip', { exact: true }).click();
    await page.getByRole('button', { name: 'Select all 9 matching' }).click();
    await page.getByLabel('Select Wireshark', { exact: true }).click();
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Block' }).click();
    await review(page)
      .getByRole('heading', { name: /^Block 8.applications at System level$/ })
      .waitFor();
    const confirm = review(page).getByRole('button', { name: /hosts$/ });
    await confirm.waitFor();
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    // At system level a second person is asked for unless somebody turned that off.
    await review(page)
      .getByText('You are the only system administrator, so nobody can confirm this request.')
      .waitFor();
    await review(page).getByLabel('Reason').fill('A vendor asked for it');
    await review(page).getByLabel('Type system to confirm').fill('System');
    await lookAt(page, 'approvals-system');
    await confirm.click();
    await toast(page, /waits for a second administrator/).waitFor();
    await says(page, '7-Zip', 'No Default');
  });

  it('is no good for overwriting what a colleague has just decided', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/patching/approvals?q=putty', 'Approvals');
    await decide(page, 'PuTTY', 'Block');
    const change = (type: string) =>
      administrator.call(approvalCalls.site.app.change, {
        params: { type },
        body: { siteApprovals: [{ channelTag: 'putty' }] },
      });
    await change('automate');
    await pendingBar(page).getByRole('button', { name: 'Apply' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByText('A conflict occurred when saving')
      .waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await says(page, 'PuTTY', 'Auto');
    await change('disable');
  });

  it('compares two scopes and copies what differs; what is inherited is dashed; a narrow window shows it too [APPR-14] [APPR-15]', async () => {
    await administrator.call(approvalCalls.site.app.change, {
      params: { type: 'block' },
      body: { siteApprovals: [{ channelTag: 'putty' }] },
    });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/patching/approvals?q=putty', 'Approvals');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('button', { name: /Compare Site with/ }).click();
    await page.getByRole('option', { name: 'Group Lab' }).click();
    await page
      .getByRole('table', { name: 'Where they differ' })
      .getByRole('checkbox', { name: 'Select PuTTY' })
      .click();
    await lookAt(page, 'approvals-compare');
    await page.getByRole('button', { name: /^Copy 1.row to Group Lab$/ }).click();
    await pendingBar(page).getByText('1 change pending').waitFor();
    await choose(page, 'Group', 'Lab');
    await says(page, 'PuTTY', 'Blocked');
    await page.setViewportSize({ width: 400, height: 800 });
    await lookAt(page, 'approvals-narrow');
    await pendingBar(page).getByRole('button', { name: 'Discard' }).click();
    // Nothing is decided here, so the badge says what comes from above.
    await says(page, 'PuTTY', 'No DefaultBlocked (inherited)Site');
    const badge = decided(page, 'PuTTY').getByText('Blocked').locator('..');
    await expect
      .poll(() =>
        badge.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).borderTopStyle),
      )
      .toBe('dashed');
  });

  it('warns before anything work-in-progress is automated [APPR-20]', async () => {
    await stack.sql(`update channels set is_work_in_progress = true where channel_tag = 'wireshark'`);
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/patching/approvals?q=wireshark', 'Approvals');
    await row(page, 'Wireshark').getByText('work-in-progress').waitFor();
    await decide(page, 'Wireshark', 'Automate');
    await page
      .getByRole('alertdialog')
      .getByText(
        'Updates of this Application are work-in-progress. Automating updates of work-in-progress Applications is not recommended.',
      )
      .waitFor();
    await lookAt(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => pendingBar(page).count()).toBe(0);
    await decide(page, 'Wireshark', 'Automate');
    await page.getByRole('button', { name: 'Automate anyway' }).click();
    await pendingBar(page).getByText('1 change pending').waitFor();
  });
});
