import { configuration } from '@patchkeep/contract/configuration';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { joinFleet, joinHost } from './support/fake-agent.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let secret: string;
const server = { family: 'windows', name: 'Windows Server 2022', version: '10.0.20348', architecture: 'x64' } as const;
const laptop = { family: 'windows', name: 'Windows 11 24H2', version: '10.0.26100', architecture: 'x64' } as const;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  const administrator = await signInAsAdministrator(stack.url);
  const body = { name: 'Fleet', useCap: 20, groupUuid: null, tagUuids: [], expiresInDays: 1 };
  ({ secret } = await administrator.call(configuration.createInstallToken, { body }));
  await joinFleet(stack.url, secret, [
    ...Array.from({ length: 3 }, (_, index) => ({ facts: { hostName: `LT-CPH-000${index}`, os: laptop } })),
    { facts: { hostName: 'SRV-ERP-01', os: server } },
    { facts: { hostName: 'OLD-01', os: laptop, agentVersion: '0.0.4' } },
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const openHost = async (page: Page, name: string) => {
  await goTo(page, '/hosts', 'Hosts');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};
const choose = async (page: Page, field: RegExp, option: string) => {
  await page.getByRole('dialog').getByRole('button', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
};

/** A button that was busy is announced by a node that axe does not like and that goes by itself. */
const reopen = async (page: Page) => {
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const dialogSettled = (page: Page, hosts: number) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^Restart ${hosts}`) })
    .waitFor();

it('restart settings of the site are shown as people will see them, and kept', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/configuration?tab=restarts', 'Configuration');
  await page.getByText('1 hour after the deadline is the force time').waitFor();
  await page.getByLabel('Title of the dialog').fill('Contoso needs a restart');
  await page.getByRole('figure').getByText('Contoso needs a restart').waitFor();
  await page.getByLabel('Minutes of a snooze').fill('30');
  await page.getByRole('figure').getByText('Later (30 minutes)').waitFor();
  await page.getByLabel('Agents must be above version').fill('0.0.4');
  await page.getByRole('button', { name: /^Save/ }).click();
  await toast(page, 'Restart settings saved.').waitFor();
  await reopen(page);
  await expect.poll(() => page.getByLabel('Title of the dialog').inputValue()).toBe('Contoso needs a restart');
  await lookAt(page, 'configuration-restarts');
});

it('a host is asked to restart tonight, shows its timeline, and the request is taken back [RST-01] [RST-03]', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await openHost(page, 'LT-CPH-0000');
  await page.getByRole('button', { name: 'Restart...' }).click();
  await page.getByText('this site has none yet').waitFor();
  await page.getByRole('button', { name: 'Make restart tag' }).click();
  await page.getByRole('dialog').getByText('1 workstation, 0 servers').waitFor();
  await reopen(page);
  await page.getByRole('button', { name: 'Restart...' }).click();
  await page.getByRole('figure').getByText('Contoso needs a restart').waitFor();
  await choose(page, /Deadline/, 'At 22:00');
  await dialogSettled(page, 1);
  await lookAt(page, 'restart-dialog');
  await page.getByRole('button', { name: /^Restart 1/ }).click();
  await toast(page, 'Restart requested on 1 host.').waitFor();
  await page.getByText('Restart scheduled').waitFor();
  await page.getByText('Due at').waitFor();
  await reopen(page);
  await page.getByRole('tab', { name: 'Restart' }).click();
  await page.getByRole('tabpanel').getByText('Force time', { exact: true }).waitFor();
  await page
    .getByRole('tabpanel')
    .getByText(/under "Restart"/)
    .waitFor();
  await lookAt(page, 'host-restart');
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await toast(page, 'Restart taken back on 1 host.').waitFor();
  await page.getByText('No restart was requested').waitFor();
});

it('at once is Requested at once, and over when the host has started again [RST-04] [RST-09]', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  const { host, close } = await joinHost(stack.url, secret, { facts: { hostName: 'LT-BOOT-01', os: laptop } }, 99);
  await openHost(page, 'LT-BOOT-01');
  await page.getByRole('button', { name: 'Restart...' }).click();
  await page.getByRole('button', { name: /^Restart 1/ }).click();
  await page.getByText('People at the host are asked.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Cancel request' }).count()).toBe(0);
  host.facts = { ...host.facts, bootTime: new Date(Date.now() + 1_000).toISOString() };
  await host.checkIn();
  close();
  await page.getByText('People at the host are asked.').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Restart' }).click();
  await page.getByRole('tabpanel').getByText('Restarted').waitFor();
});

it('many hosts with a server among them need the number typed and a reason; old agents are left out [RST-08] [RST-11]', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/hosts', 'Hosts');
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: 'Restart...' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('4 workstations, 1 server').waitFor();
  await dialog.getByText('1 host whose agent is not above version 0.0.4.').waitFor();
  await choose(page, /Deadline/, 'At 22:00');
  const act = dialog.getByRole('button', { name: /^Restart 5/ });
  await dialog.getByLabel('Reason').fill('Kernel update');
  await expect.poll(() => act.isDisabled()).toBe(true);
  await dialog.getByLabel('Type 5 to confirm').fill('5');
  await lookAt(page, 'restart-servers');
  await act.click();
  await toast(page, 'Restart requested on 5 hosts.').waitFor();
  await page.getByRole('row', { name: /SRV-ERP-01.*Scheduled/ }).waitFor();
  const isWhole =
    'document.querySelector("table").scrollWidth <= document.querySelector("table").parentElement.clientWidth';
  await expect.poll(() => page.evaluate(isWhole)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Restart taken back on 5 hosts.').waitFor();
});

it('the button of a host that cannot be asked stays, and says why [RST-08]', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await openHost(page, 'OLD-01');
  await page.getByRole('button', { name: 'Restart...' }).click();
  await page.getByText('Its agent is version 0.0.4; a restart needs one above 0.0.4.').waitFor();
  await lookAt(page);
});

it('those who may only look see settings and timeline, and ask nobody', async () => {
  await using tab = await signedIn(browser, stack.url, 'auditor@contoso.example');
  const { page } = tab;
  await openHost(page, 'LT-CPH-0001');
  await page.getByRole('tab', { name: 'Restart' }).click();
  await page.getByText('No restart was requested').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Restart...' }).count()).toBe(0);
  await goTo(page, '/configuration?tab=restarts', 'Configuration');
  await expect.poll(() => page.getByLabel('Title of the dialog').isDisabled()).toBe(true);
});
