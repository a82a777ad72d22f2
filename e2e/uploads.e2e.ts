import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applications } from '@patchkeep/contract/applications';
import { configuration } from '@patchkeep/contract/configuration';
import { partBytes } from '@patchkeep/contract/resources';
import { tags } from '@patchkeep/contract/tags';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { eventually } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { joinHost } from './support/fake-agent.ts';
import { fitsSideways, goTo, lookAt, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-uploads-'));
let stack: Stack;
let browser: Browser;
let url: string;
let tagUuid: string;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  ({ url } = await stack.another({ PATCHKEEP_FILES_DIR: folder }));
  const administrator = await signInAsAdministrator(url);
  ({ tagUuid } = await administrator.call(tags.create, { body: { tagName: 'Web team' } }));
  const body = { name: 't', useCap: 5, tagUuids: [tagUuid] };
  const { secret } = await administrator.call(configuration.createInstallToken, { body });
  const software = { name: 'FileZilla 3.60.0', publisher: 'Tim Kosse', version: '3.60.0' } as const;
  const place = { scope: 'machine', source: 'exe', path: 'C:\\Program Files\\FileZilla FTP Client' } as const;
  const { close } = await joinHost(url, secret, {
    facts: { hostName: 'LT-CPH-0412' },
    software: [{ ...software, ...place }],
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

const openForm = async (page: Page) => {
  await goTo(page, `/patching/approvals/tag?tagUuid=${tagUuid}`, 'Tag Approvals');
  await page.getByRole('button', { name: /^Decide on FileZilla Client/ }).click();
  await page.getByRole('menuitem', { name: 'Complete settings' }).click();
  return page.getByRole('dialog', { name: 'Custom settings: FileZilla Client' });
};

it('an upload that was cut off at 40 % goes on after a reload and a lost network, says how far it is, and can be removed', async () => {
  await using tab = await signedIn(browser, url);
  const { page } = tab;
  const offsets: number[] = [];
  let isCut = true;
  await page.route('**/resource/custom-settings/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    const offset = Number(request.headers()['upload-offset']);
    if (isCut && offset > 0) return route.abort('connectionreset');
    offsets.push(offset);
    return route.continue();
  });
  // Playwright takes files of more than 50 MB only from the disk, and 40 % of this one is a part.
  const buffer = Buffer.alloc(partBytes * 2.4, 7);
  buffer.write('MZ');
  const file = { name: 'FileZilla_3.68.1_win64-setup.exe', mimeType: '', buffer };
  let form = await openForm(page);
  await form.getByLabel('File for Installer').setInputFiles(file);
  await form.getByText('No connection at 4', { exact: false }).waitFor();
  await lookAt(page, 'upload-cut-off');
  await expect.poll(() => form.getByRole('progressbar').getAttribute('value')).toBe(String(partBytes));

  await page.reload();
  form = await openForm(page);
  await form.getByText('Choose the same file to go on.', { exact: false }).waitFor();
  isCut = false;
  await form.getByLabel('File for Installer').setInputFiles(file);
  await expect.poll(() => offsets.length, { timeout: 60_000 }).toBeGreaterThan(1);
  await form.getByText(/It waits/).waitFor();
  const [name = ''] = readdirSync(join(folder, 'quarantine'));
  expect(statSync(join(folder, 'quarantine', name)).size).toBe(buffer.length);

  await form.getByRole('button', { name: `Remove ${file.name}` }).click();
  await form.getByText('No file yet').waitFor();
  await expect.poll(() => readdirSync(join(folder, 'quarantine'))).toEqual([]);
});

it('a file that is not what its name says is refused in words', async () => {
  await using tab = await signedIn(browser, url);
  const form = await openForm(tab.page);
  const notes = { name: 'notes.exe', mimeType: '', buffer: Buffer.from('not a program') };
  await form.getByLabel('File for Installer').setInputFiles(notes);
  await form.getByRole('alert').getByText('Refused: it is not what its name says.').waitFor();
  await form.getByLabel('File for Installer').setInputFiles({ ...notes, name: 'notes.txt' });
  await form.getByRole('alert').getByText('The installer type is not supported', { exact: false }).waitFor();
});

it('a file that no settings use is found in the configuration, with the room it takes, and removed', async () => {
  await using tab = await signedIn(browser, url);
  const { page } = tab;
  const form = await openForm(page);
  const content = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(1_000_000, 7)]);
  await form.getByLabel('File for Installer').setInputFiles({ name: 'left.exe', mimeType: '', buffer: content });
  await form.getByText(/It waits/).waitFor();

  await goTo(page, '/configuration?tab=files', 'Configuration');
  const row = page.getByRole('row', { name: /left\.exe/ });
  await row.getByText(/It waits/).waitFor();
  await row.getByText('Nothing', { exact: true }).waitFor();
  await page.getByText(/of 10(\.0)? GB that this site may bring/).waitFor();
  await lookAt(page, 'configuration-files');
  await fitsSideways(page);

  await row.getByRole('button', { name: 'Remove left.exe' }).click();
  await page.getByRole('button', { name: 'Remove 1 file' }).click();
  await page.getByText('"left.exe" removed.').waitFor();
  await row.waitFor({ state: 'hidden' });
});
