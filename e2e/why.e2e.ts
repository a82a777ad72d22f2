import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hosts } from '@patchkeep/contract/hosts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { hostNamed } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { decide, type DecidedOffice, openOffice } from './support/decided-office.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';
import { insertLiveJob } from './support/task-fixtures.ts';

const channelTag = '7-zip';
const hostName = 'LT-CPH-0026';

let signer: SignerProcess;
let stack: Stack;
let browser: Browser;
let administrator: Administrator;
let office: DecidedOffice;
let hostUuid: string;
beforeAll(async () => {
  signer = await startSigner();
  [stack, browser] = await Promise.all([startStack(signer.env), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  office = await openOffice(stack, administrator);
  hostUuid = (await hostNamed(administrator, hostName)).uuid;
  const { salesUuid: groupUuid, pilotUuid: tagUuid } = office;
  await decide(administrator, ['site', 'automate'], { siteApprovals: [{ channelTag }] });
  await decide(administrator, ['group', 'block'], { groupApprovals: [{ groupUuid, channelTag }] });
  await decide(administrator, ['tag', 'approve'], { tagApprovals: [{ tagUuid, channelTag, version: '26.02' }] });
});
afterAll(async () => {
  await browser?.close();
  await office?.edge[Symbol.asyncDispose]();
  await stack?.stop();
  await signer?.stop();
});

/** Vouches for an installer of a version with the offline keys, and takes it into the catalogue. */
const vouchFor = async (version: string, more: { architectures?: 'x86'[] } = {}): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-installer-'));
  const installer = join(folder, `7z-${version}.msi`);
  writeFileSync(installer, `the installer of 7-Zip ${version}`);
  await signer.publish(stack, installer, { channelTag, version, kind: 'msi', ...more });
  rmSync(folder, { recursive: true });
};

const openHost = (page: Page) => goTo(page, `/hosts/host-results?hostUuid=${hostUuid}`, hostName);
const policyOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`Why\\? ${name}`) });
const panel = (page: Page) => page.getByRole('complementary', { name: /^Why\?/ });
const steps = (page: Page) =>
  panel(page)
    .getByRole('list', { name: /Who was asked/ })
    .getByRole('listitem')
    .allTextContents();

describe('why a host is not updated', () => {
  it('is said in a sentence, with who decided and whom it overruled, on the page of the host', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await openHost(page);
    await policyOf(page, '7-Zip').waitFor();
    await expect.poll(() => policyOf(page, '7-Zip').textContent()).toBe('Blocked (inherited)Group Sales. Why? 7-Zip');
    await expect.poll(() => policyOf(page, 'Google Chrome').textContent()).toBe('No Default. Why? Google Chrome');
    await expect
      .poll(() => page.evaluate('document.querySelector("main table").parentElement.scrollWidth'))
      .toBeLessThanOrEqual(
        await page.evaluate<number>('document.querySelector("main table").parentElement.clientWidth'),
      );

    // By keys alone: from the badge into the panel, and back to the badge.
    await policyOf(page, '7-Zip').focus();
    await page.keyboard.press('Enter');
    await panel(page).getByText('Stays at 24.09: the group Sales blocks updates of 7-Zip.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H2');
    const asked = await steps(page);
    expect(asked.map((text) => text.replace(/Set by.*/, ''))).toEqual([
      expect.stringMatching(/^Group SalesBlockedDecides/),
      expect.stringMatching(/^Tag PilotOut of date26.02Overruled.*the group Sales is stricter/),
      expect.stringMatching(/^SiteAutoOverruled.*the group Sales is nearer to the host/),
      'SystemNo decision',
    ]);
    expect(asked[0]).toContain('Set by Ana Lindqvist');
    await expect.poll(() => panel(page).locator('s').allTextContents()).toEqual(['Out of date', '26.02', 'Auto']);
    const placeLinks = panel(page).getByRole('list', { name: 'Who was asked' }).getByRole('link');
    await expect.poll(() => placeLinks.allTextContents()).toEqual(['Group Sales', 'Tag Pilot', 'Site', 'System']);
    await expect.poll(() => placeLinks.first().getAttribute('href')).toMatch(/\/patching\/approvals\/group\?.*q=7-Zip/);
    await lookAt(page, 'why');
    // To the row that decides: the application at the level of its group.
    await panel(page).getByRole('link', { name: 'Open approvals' }).click();
    await page.getByRole('heading', { level: 1, name: 'Group Approvals' }).waitFor();
    await expect.poll(() => page.locator(':focus').getByRole('rowheader').textContent()).toBe('7-Zip');
    await page.goBack();
    await policyOf(page, '7-Zip').focus();
    await page.keyboard.press('Enter');
    await panel(page).getByText('Stays at 24.09', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Why? 7-Zip');

    await page.setViewportSize({ width: 360, height: 720 });
    await page.keyboard.press('Enter');
    await panel(page).getByText('Stays at 24.09', { exact: false }).waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await lookAt(page, 'why-narrow');
  });

  it('names the deployment jobs about it, and how far each is', async () => {
    await insertLiveJob(stack, {
      title: 'Archivers for everybody',
      channel: channelTag,
      version: '26.03',
      host: hostName,
    });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await openHost(page);
    await policyOf(page, '7-Zip').click();
    await panel(page).getByRole('heading', { name: 'Deployment jobs about it' }).waitFor();
    await panel(page)
      .getByText(
        'The job “Archivers for everybody” installs it. There is no package of 7-Zip that somebody vouched for.',
      )
      .waitFor();
    await lookAt(page, 'why-job');
    await stack.sql(`delete from goals where title = 'Archivers for everybody'`);
  });

  it('is told for all hosts of an application and of a CVE: who is updated, who is blocked by whom', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications/versions/issues/cve/CVE-2026-90002', 'CVE-2026-90002');
    const fate = page.getByRole('list', { name: 'What is decided for 7-Zip' });
    await fate.getByText('hosts blocked by Group Sales').waitFor();
    expect(
      (await fate.getByRole('listitem').allTextContents()).map((text) => text.replace(' (inherited)', '')),
    ).toEqual([
      '24Blockedhosts blocked by Group Sales',
      '16Autohosts wait until somebody vouches for a package of 26.03, by Site',
    ]);
    await lookAt(page, 'why-cve');
    await page
      .getByRole('region', { name: 'Affected software here' })
      .getByRole('link', { name: '7-Zip' })
      .first()
      .click();
    await page
      .getByRole('navigation', { name: 'Views of the application' })
      .getByRole('link', { name: /^Hosts/ })
      .click();
    await fate.getByText('hosts wait until somebody vouches for a package of 26.03, by Site').waitFor();
    await lookAt(page, 'why-application');
    const ask = page.getByRole('button', { name: 'Why? What happens on DT-AAR-0026' });
    await ask.click();
    await panel(page)
      .getByText('Waits with 26.03: the site follows the newest version, but nobody has vouched for a package of it.')
      .waitFor();
    const awaited = panel(page).getByRole('region', { name: 'What it waits for' });
    await expect
      .poll(() => awaited.getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/^Nobody has vouched for a package of 26\.03\./)]);
    await lookAt(page, 'why-no-package');
  });

  it('names the copies that there is no package for: what somebody vouched for is for 32-bit ones', async () => {
    await vouchFor('26.03', { architectures: ['x86'] });
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(
      page,
      `/hosts/host-results?hostUuid=${(await hostNamed(administrator, 'DT-AAR-0026')).uuid}`,
      'DT-AAR-0026',
    );
    await policyOf(page, '7-Zip').click();
    await panel(page)
      .getByText(
        'Waits with 26.03: the site follows the newest version, but there is no package for 64-bit MSI copies.',
      )
      .waitFor();
    await panel(page)
      .getByText(/^The packages of 26\.03 are for other copies than this host has/)
      .waitFor();
    await lookAt(page, 'why-no-fit');
    await goTo(page, '/applications/versions/issues/cve/CVE-2026-90002', 'CVE-2026-90002');
    await page.getByText('hosts wait: there is no package of 26.03 for 64-bit MSI copies, by Site').waitFor();
  });

  it('is "will get" as soon as somebody has vouched for a package, and then work is written for those hosts', async () => {
    await vouchFor('26.03');
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications/versions/issues/cve/CVE-2026-90002', 'CVE-2026-90002');
    const fate = page.getByRole('list', { name: 'What is decided for 7-Zip' });
    await fate.getByText('hosts get 26.03 at the next check-in, by Site').waitFor();
    expect(
      (await fate.getByRole('listitem').allTextContents()).map((text) => text.replace(' (inherited)', '')),
    ).toEqual([
      '24Blockedhosts blocked by Group Sales',
      '15Autohosts get 26.03 at the next check-in, by Site',
      '1Autohost waits until somebody vouches for a package of 26.03 that fits, by Site',
    ]);
    await goTo(
      page,
      `/hosts/host-results?hostUuid=${(await hostNamed(administrator, 'DT-AAR-0026')).uuid}`,
      'DT-AAR-0026',
    );
    await policyOf(page, '7-Zip').click();
    await panel(page).getByText('Will get 26.03 at its next check-in: the site follows the newest version.').waitFor();

    await decide(administrator, ['site', 'disable'], { siteApprovals: [{ channelTag }] });
    await decide(administrator, ['site', 'automate'], { siteApprovals: [{ channelTag }] });
    // As many as were told: not those of Sales, where it is blocked, and not the one that runs Linux.
    const planned = () => stack.sql(`select host_id from tasks where channel_tag = $1 and state = 0`, [channelTag]);
    await expect.poll(async () => (await planned()).length).toBe(15);
  });
});

describe('a change of approvals', () => {
  it('is taken back as one from the list of changes, and open pages follow', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const other = await tab.context.newPage();
    await openHost(other);
    await policyOf(other, '7-Zip').getByText('Blocked').waitFor();

    await goTo(page, '/patching/approvals?view=changes', 'Approvals');
    const row = page.getByRole('row').filter({ hasText: /Block.*Sales/ });
    await row.click();
    const change = page.getByRole('complementary', { name: /Block.*Sales/ });
    await expect
      .poll(() => change.getByRole('list', { name: 'Decisions, before and after' }).textContent())
      .toMatch(/7-Zip.*Group Sales.*No Default.*Blocked/);
    await lookAt(page, 'change-set');
    await change.getByRole('button', { name: 'Take back...' }).click();
    await page.getByLabel(/Reason/).fill('Sales can have it after all');
    await page.getByRole('button', { name: /Take back 1.decision/ }).click();
    await toast(page, /Taken back/).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: /Block.*Sales/ })
      .getByText('Taken back')
      .first()
      .waitFor();

    await vouchFor('26.02');
    await policyOf(other, '7-Zip').getByText('Tag Pilot').waitFor();
    await policyOf(other, '7-Zip').click();
    await panel(other).getByText('Will get 26.02 at its next check-in: the tag Pilot approves 26.02.').waitFor();
  });

  it('waits for a second person when it is wide and the site wants two, and only another one can confirm it', async () => {
    await using ana = await signedIn(browser, stack.url);
    await goTo(ana.page, '/configuration?tab=approvals', 'Configuration');
    await ana.page.getByRole('checkbox', { name: /Wide changes need a second person/ }).click();
    await toast(ana.page, 'Wide changes need a second person now.').waitFor();
    await lookAt(ana.page, 'four-eyes');
    const { changeSet, approvals } = await decide(administrator, ['site', 'block'], {
      siteApprovals: [{ channelTag: 'google-chrome' }],
      reason: 'The new version breaks the warehouse client',
    });
    expect([changeSet.state, approvals]).toEqual(['awaiting', []]);

    await goTo(ana.page, '/patching/approvals?view=changes', 'Approvals');
    await ana.page.getByRole('button', { name: /^View.*: Block/ }).click();
    const own = ana.page.getByRole('complementary', { name: /Chrome/ });
    await own.getByText('another administrator must confirm it', { exact: false }).waitFor();
    await expect.poll(() => own.getByRole('button', { name: /Confirm/ }).count()).toBe(0);
    await own.getByRole('button', { name: 'Withdraw...' }).click();
    const withdrawing = ana.page.getByRole('dialog', { name: 'Withdraw the request' });
    await withdrawing.getByText('no longer waits for a second person', { exact: false }).waitFor();
    await lookAt(ana.page, 'change-set-withdraw');
    await withdrawing.getByRole('button', { name: 'Cancel' }).click();
    // Another request of hers, which she does withdraw: it is neither refused nor confirmed.
    const { changeSet: second } = await decide(administrator, ['site', 'block'], {
      siteApprovals: [{ channelTag: '7-zip' }],
      reason: 'A mistake',
    });
    await goTo(ana.page, `/patching/approvals?view=changes&change=${second.changeSetUuid}`, 'Approvals');
    const mistake = ana.page.getByRole('complementary', { name: /7-Zip/ });
    await mistake.getByRole('button', { name: 'Withdraw...' }).click();
    await withdrawing.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await toast(ana.page, 'Request withdrawn. Nothing was changed.').waitFor();
    const withdrawn = ana.page.getByRole('row').filter({ hasText: /7-Zip/ }).filter({ hasText: 'Withdrawn' });
    await expect.poll(() => withdrawn.getByRole('cell', { name: 'Ana Lindqvist', exact: true }).count()).toBe(1);

    await using jonas = await signedIn(browser, stack.url, 'jonas@contoso.example');
    await goTo(jonas.page, '/', 'Home');
    await jonas.page.getByRole('button', { name: 'Contoso Deutschland' }).click();
    await jonas.page.getByRole('menuitem', { name: /Contoso Danmark/ }).click();
    await toast(jonas.page, 'Switched to Contoso Danmark.').waitFor();
    await jonas.page.getByRole('button', { name: 'Dismiss' }).click();
    await jonas.page.getByRole('link', { name: /1 to confirm/ }).click();
    await jonas.page.getByRole('button', { name: /^View.*: Block/ }).click();
    const asked = jonas.page.getByRole('complementary', { name: /Chrome/ });
    await asked.getByText('You are the second person', { exact: false }).waitFor();
    await asked.getByText('The new version breaks the warehouse client').waitFor();
    await lookAt(jonas.page, 'change-set-awaiting');
    await asked.getByRole('button', { name: /^Confirm on 40.hosts/ }).click();
    await toast(jonas.page, /Confirmed: it holds for 40.hosts now/).waitFor();
    await jonas.page.getByRole('link', { name: /to confirm/ }).waitFor({ state: 'detached' });

    // The page of the one who asked follows, and so does every host.
    await ana.page
      .getByRole('row')
      .filter({ hasText: /Chrome/ })
      .getByText('Made')
      .first()
      .waitFor();
    await openHost(ana.page);
    await policyOf(ana.page, 'Google Chrome').getByText('Blocked').waitFor();

    // The same for an act on hosts. Ana asks for it: she is shown what it does and that it needs somebody else.
    const disabled = async () => (await administrator.call(hosts.counts, {})).views.disabled;
    await goTo(ana.page, '/hosts', 'Hosts');
    await ana.page.getByLabel('Select all rows on this page').click();
    await ana.page.getByRole('button', { name: 'More', exact: true }).click();
    await ana.page.getByRole('menuitem', { name: 'Disable' }).click();
    await ana.page.getByRole('button', { name: /^Disable 40/ }).click();
    const preview = ana.page.getByRole('dialog', { name: 'Disable 40 hosts' });
    await preview.getByText(/Nothing is changed until .*Jonas Weber.* confirms it/).waitFor();
    await lookAt(ana.page, 'wide-act');
    await preview.getByRole('button', { name: /^Ask for it on 40/ }).click();
    const waits = ana.page.getByRole('dialog', { name: 'This awaits a second person' });
    await waits.getByText('Disable 40 hosts').waitFor();
    expect(await disabled()).toBe(0);
    await lookAt(ana.page);
    await waits.getByRole('link', { name: 'Look at the change' }).click();
    await ana.page.getByRole('button', { name: 'View: Disable 40 hosts' }).waitFor();

    // Jonas is told in the header, looks, and confirms; then the hosts are disabled, and he takes it back.
    await jonas.page.getByRole('link', { name: /1 to confirm/ }).click();
    await jonas.page.getByRole('button', { name: 'View and decide: Disable 40 hosts' }).click();
    const act = jonas.page.getByRole('complementary', { name: 'Disable 40 hosts' });
    await act.getByText('get no work until they are enabled', { exact: false }).waitFor();
    await lookAt(jonas.page, 'wide-act-awaiting');
    await act.getByRole('button', { name: /^Confirm on 40/ }).click();
    await toast(jonas.page, /Confirmed and done on 40.hosts/).waitFor();
    await expect.poll(disabled).toBe(40);
    await jonas.page.getByRole('row').filter({ hasText: 'Disable 40 hosts' }).first().click();
    await act.getByRole('button', { name: 'Take back...' }).click();
    await jonas.page.getByRole('button', { name: /^Take back on 40/ }).click();
    await toast(jonas.page, /Taken back on 40.hosts/).waitFor();
    await expect.poll(disabled).toBe(0);
  });
});
