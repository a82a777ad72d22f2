import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applications } from '@patchkeep/contract/applications';
import { approvals } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { tags } from '@patchkeep/contract/tags';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { eventually } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { joinHost } from './support/fake-agent.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-journey-'));
let stack: Stack;
let browser: Browser;
let url: string;
let tagUuid: string;
let administrator: Administrator;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  ({ url } = await stack.another({ PATCHKEEP_FILES_DIR: folder }));
  administrator = await signInAsAdministrator(url);
  ({ tagUuid } = await administrator.call(tags.create, { body: { tagName: 'Web team' } }));
  const body = { name: 't', useCap: 5, tagUuids: [tagUuid] };
  const { secret } = await administrator.call(configuration.createInstallToken, { body });
  const { close } = await joinHost(url, secret, {
    facts: { hostName: 'LT-CPH-0412' },
    software: [
      {
        name: 'FileZilla 3.60.0',
        publisher: 'Tim Kosse',
        version: '3.60.0',
        scope: 'machine',
        source: 'exe',
        path: 'C:\\Program Files\\FileZilla FTP Client',
      },
    ],
  });
  close();
  const read = () => administrator.call(applications.list, { query: {} });
  await eventually(read, (answer) => answer.applications.some(({ name }) => name === 'FileZilla Client'), 'the count');
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('an application whose vendor gives no package is approved at a tag, with an installer of one’s own [APPR-19] [APPR-34]', async () => {
  await using tab = await signedIn(browser, url);
  const { page } = tab;
  await goTo(page, `/patching/approvals/tag?tagUuid=${tagUuid}`, 'Tag Approvals');
  const cell = page.getByRole('button', { name: /^Decide on FileZilla Client/ });
  await cell.click();
  await page.getByRole('menuitem', { name: 'Complete settings' }).click();
  const form = page.getByRole('dialog', { name: 'Custom settings: FileZilla Client' });
  await form.getByText('1 setting missing').waitFor();

  const choose = (name: string, content: string) =>
    form.getByLabel('File for Installer').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
  await choose('notes.exe', 'not a program');
  await form.getByRole('alert').getByText('Refused: it is not what its name says.').waitFor();
  await choose('FileZilla_3.68.1_win64-setup.exe', `MZ${'x'.repeat(5_000)}`);
  await form.getByText('FileZilla_3.68.1_win64-setup.exe').waitFor();
  await form.getByLabel('Its version').fill('3.68.1');
  await form.getByText('All that is needed is set.').waitFor();
  await lookAt(page, 'custom-settings');
  await form.getByRole('button', { name: 'Save settings' }).click();
  await toast(page, 'Settings of FileZilla Client saved.').waitFor();

  await cell.click();
  await page.getByRole('menuitem', { name: /^Approve Version/ }).click();
  // No catalogue recommends a version, so it asks which.
  const which = page.getByRole('dialog', { name: 'Approve a version of “FileZilla Client”' });
  await which.getByRole('textbox', { name: 'Another version' }).fill('3.68.1');
  await which.getByRole('button', { name: 'Approve 3.68.1' }).click();
  const pending = page.getByRole('region', { name: 'Pending changes' });
  await pending.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog');
  // Nobody has vouched for that installer, and this server could order nothing anyway.
  await review.getByText('No host gets another version by it.').waitFor();
  await review.getByText('1 host waits: the server has no signer', { exact: false }).waitFor();
  await review.getByRole('button', { name: 'Approve on 1 host' }).click();
  await review.waitFor({ state: 'hidden' });
  const body = { channelTags: ['filezilla-client'], tagUuid };
  const [approval] = (await administrator.call(approvals.lookup, { body })).approvals;
  expect(approval).toMatchObject({ status: 'up-to-date', approvedVersion: '3.68.1', isUcSetForVersion: true });
});

it('an approval whose settings no longer fit is struck through and says so [APPR-18]', async () => {
  await using tab = await signedIn(browser, url);
  const { page } = tab;
  const openMatrix = () => goTo(page, `/patching/approvals/tag?tagUuid=${tagUuid}`, 'Tag Approvals');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'FileZilla Client' }) });
  interface Browsing {
    getComputedStyle(of: unknown): { textDecorationLine: string };
  }
  const isStruck = () =>
    row
      .getByText('Up to date', { exact: true })
      .evaluate((words) => (globalThis as unknown as Browsing).getComputedStyle(words).textDecorationLine !== 'none');
  await openMatrix();
  await expect.poll(isStruck).toBe(false);
  // What the channel can be told has changed since the settings were made.
  await stack.sql(`update approvals set customization = jsonb_set(customization, '{configTag}', '"older"')
    where customization is not null`);
  await stack.sql('update approval_revisions set revision = revision + 1');
  await page.reload();
  await openMatrix();
  await expect.poll(isStruck).toBe(true);
  await row.getByText('settings needed').first().waitFor();
});
