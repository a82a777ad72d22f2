import { configuration } from '@patchkeep/contract/configuration';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { joinFleet } from './support/fake-agent.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  const administrator = await signInAsAdministrator(stack.url);
  const body = { name: 'Fleet', useCap: 20, groupUuid: null, tagUuids: [], expiresInDays: 1 };
  const { secret } = await administrator.call(configuration.createInstallToken, { body });
  const fleet = Array.from({ length: 5 }, (_, index) => ({ facts: { hostName: `LT-CPH-000${index}` } }));
  await joinFleet(stack.url, secret, fleet);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

it('tags are made of both kinds, changed, and say their restart settings as a sentence', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/tags', 'Tags');
  await page.getByText('No tags yet').waitFor();
  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByLabel('Name').fill('Pilot');
  await page.getByRole('button', { name: 'Make tag' }).click();
  await page.getByRole('row', { name: /Pilot Basic 0/ }).waitFor();

  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByLabel('Name').fill('Pilot');
  await page.getByRole('button', { name: 'Make tag' }).click();
  await page.getByRole('alert').getByText('A tag of this name is already there').waitFor();
  await page.getByLabel('Name').fill('Night shift');
  await page.getByRole('dialog').getByRole('button', { name: /Kind/ }).click();
  await page.getByRole('option', { name: 'Restart' }).click();
  await page.getByLabel('Minutes until the restart').fill('480');
  await page.getByText('Restarts 8 hours after a restart is due; can be snoozed 10 minutes at a time.').waitFor();
  await page.getByRole('button', { name: 'Make tag' }).click();
  await page.getByRole('row', { name: /Night shift Restart 0 Restarts 8 hours/ }).waitFor();

  await menuOf(page, 'Night shift', 'Edit...');
  await page.getByLabel('Minutes of a snooze').fill('0');
  await page.getByRole('button', { name: 'Save tag' }).click();
  await page
    .getByRole('row', { name: /Night shift Restart 0 Restarts 8 hours after a restart is due; no snooze/ })
    .waitFor();
});

it('hosts are tagged together from the list, shown by tag, inspected, and lose the tag when it is deleted', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/hosts', 'Hosts');
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: 'Tag...' }).click();
  await page.getByRole('dialog').getByLabel('Pilot').press('Space');
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Tags changed on 5 hosts.').waitFor();

  await goTo(page, '/tags', 'Tags');
  await page.getByRole('row', { name: /Pilot Basic 5/ }).waitFor();
  await lookAt(page, 'tags');
  await page.getByRole('link', { name: 'Pilot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tag Hosts' }).waitFor();
  await page.getByText('Rows 1–5 of 5', { exact: true }).waitFor();
  await lookAt(page);
  await page.getByRole('button', { name: 'Inspect & update tag' }).click();
  await page.getByRole('button', { name: /Inspect up to 5/ }).click();
  await toast(page, 'Inspection requested on 5 hosts.').waitFor();

  await goTo(page, '/tags', 'Tags');
  await menuOf(page, 'Pilot', 'Delete...');
  await page.getByRole('dialog').getByText('Stay, without the tag.').waitFor();
  await page.getByRole('button', { name: /Delete 1/ }).click();
  await page.getByRole('link', { name: 'Pilot' }).waitFor({ state: 'detached' });
});

it('those who may only look can make and change nothing', async () => {
  await using tab = await signedIn(browser, stack.url, 'auditor@contoso.example');
  const { page } = tab;
  await goTo(page, '/tags', 'Tags');
  await page.getByRole('link', { name: 'Night shift' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /New tag|Actions for/ }).count()).toBe(0);
});
