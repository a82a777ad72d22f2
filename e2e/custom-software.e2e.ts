import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { customSoftware } from '@patchkeep/contract/custom-software';
import { customer } from '@patchkeep/contract/customer-settings';
import { goals } from '@patchkeep/contract/goals';
import { partBytes } from '@patchkeep/contract/resources';
import { tags } from '@patchkeep/contract/tags';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDatedClamd } from '../apps/packager/src/testkit/dated-clamd.ts';
import { hasTools } from '../apps/packager/src/testkit/tools.ts';
import { demoPassword } from '../apps/server/src/demo.ts';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { buildAgent, canRun, eventually, makeToken } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { agentPackage, type Debian, debianPrograms, startDebian } from './support/debian.ts';
import { fitsSideways, goTo, holdPasskeys, lookAt, type SignedIn, signedIn, toast } from './support/signed-in.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';
import { makeMsi, makeNamed, makeProgram } from './support/windows-packages.ts';
import { putAgent, startWindows, type Windows, winePrograms } from './support/wine.ts';

const isPossible = canRun('The Windows agent', winePrograms) && canRun('The Linux agent', debianPrograms) && hasTools();
const page = '/deployment/custom-create-job';
const agent = 'C:\\agent\\patchkeep-agent.exe';
const folder = mkdtempSync(join(tmpdir(), 'patchkeep-custom-'));
let scanner: Awaited<ReturnType<typeof startDatedClamd>>;
let windows: Windows;
let debian: Debian;
let signer: SignerProcess;
let stack: Stack;
let administrator: Administrator;
let browser: Browser;
let tab: SignedIn;
let tagUuid: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent('patchkeep-agent.exe', 'windows');
  buildAgent(agentPackage, 'linux', 'deb');
  windows = startWindows('LT-CPH-0412');
  debian = startDebian('srv-cph-07');
  [signer, scanner] = await Promise.all([startSigner(), startDatedClamd(folder)]);
  const env = { PATCHKEEP_PUBLIC_URL: '{url}', PATCHKEEP_CLAMD: scanner.socket };
  [stack, browser] = await Promise.all([startStack({ ...signer.env, ...env }), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  const { serialNumber } = await administrator.call(customer.readSettings, {});
  await administrator.call(customer.saveSettings, { body: { isCustomSoftwareEnabled: true, serialNumber } });
  ({ tagUuid } = await administrator.call(tags.create, { body: { tagName: 'Field staff' } }));
  putAgent(windows);
  tab = await signedIn(browser, stack.url);
  await holdPasskeys(tab.context, tab.page);
});

const stopAgent = async (): Promise<void> => {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const exit = once(running, 'exit');
  running.kill('SIGKILL');
  await exit;
};
/** A start is a check-in. */
const wakeAgent = async (): Promise<void> => {
  await stopAgent();
  running = windows.start(agent, 'run');
};

afterAll(async () => {
  await tab?.[Symbol.asyncDispose]();
  await browser?.close();
  await stopAgent();
  windows?.stop();
  await debian?.stop();
  await stack?.stop();
  await signer?.stop();
  await scanner?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const button = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name, exact: true });
const box = (on: Locator, name: string) => on.getByRole('textbox', { name });
const openTab = (name: string) => tab.page.getByRole('tab', { name }).click();
const rowOf = (title: string) =>
  tab.page.getByRole('row').filter({ has: tab.page.getByRole('rowheader', { name: title, exact: true }) });
const act = async (title: string, label: string): Promise<void> => {
  await button(rowOf(title), `Actions for ${title}`).click();
  await tab.page.getByRole('menuitem', { name: label, exact: true }).click();
};
/** Its title is filled in from the file where that says it. */
const fillIn = async (form: Locator, { title, install = [], remove }: Added): Promise<void> => {
  if (title !== undefined) await box(form, 'Title').fill(title);
  if (install.length > 0) await box(form, 'Install arguments').fill(install.join('\n'));
  if (remove === undefined) return;
  const isRemovable = form.getByRole('checkbox', { name: 'It can be removed' });
  if (!(await isRemovable.isChecked())) await isRemovable.click();
  if (remove.length > 0) await box(form, 'Remove arguments').fill(remove.join('\n'));
};
interface Added {
  title?: string;
  install?: string[];
  remove?: string[];
}
const add = async (file: string, about: Added & { title: string }): Promise<void> => {
  await goTo(tab.page, page, 'Custom Software');
  await button(tab.page, 'Add custom software').first().click();
  const form = tab.page.getByRole('dialog', { name: 'Add custom software' });
  await form.getByLabel('File for custom software').setInputFiles(file);
  await form.getByRole('radio', { name: `Main file: ${basename(file)}` }).waitFor();
  await fillIn(form, about);
  await button(form, 'Save software').click();
  await form.waitFor({ state: 'detached' });
};
/** Nobody else vouches, and no publisher signed it: the title is typed. */
const sign = async (title: string): Promise<void> => {
  await rowOf(title).getByText('Waits for signatures', { exact: false }).waitFor();
  await act(title, 'Sign...');
  const dialog = tab.page.getByRole('dialog', { name: `Sign "${title}"` });
  await box(dialog, `Type ${title} to sign`).fill(title);
  await lookAt(tab.page);
  await button(dialog, 'Sign with passkey').click();
  await toast(tab.page, `You signed "${title}".`).waitFor();
  await rowOf(title).getByText('Vouched until', { exact: false }).waitFor();
};
const configOf = async (title: string) => {
  const { customDeploymentConfigs } = await administrator.call(customSoftware.list, {});
  const found = customDeploymentConfigs.find((each) => each.title === title);
  if (!found) throw new Error(`No software ${title}`);
  return found;
};

/** On a busy machine a host's report may be lost; the next one comes with its next check-in, five minutes later. */
const lostReportMs = 700_000;

const saysWhomItBelieves = (hostName: string) =>
  eventually(
    () => stack.sql('select approvers_version from hosts where host_name = $1', [hostName]),
    ([row]) => row?.['approvers_version'] === 2,
    'the approvers that the host believes',
    lostReportMs,
  );
/** Makes a job for the tag in Create Job, and gives its id. */
const deploy = async (title: string, label: string): Promise<string> => {
  const before = new Set((await administrator.call(goals.list, { query: {} })).goals.map(({ goalUuid }) => goalUuid));
  await goTo(tab.page, page, 'Custom Software');
  await act(title, label);
  await tab.page.getByRole('heading', { level: 1, name: 'Create Job' }).waitFor();
  await tab.page.getByRole('tab', { name: /Tags/ }).click();
  await tab.page.getByRole('checkbox', { name: /^Field staff/ }).click();
  await button(tab.page, 'Next: Naming').click();
  await tab.page.getByRole('radio', { name: /next check-in|now/i }).click();
  await button(tab.page, 'Create job on 1 host').click();
  await tab.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  const { goals: after } = await administrator.call(goals.list, { query: {} });
  const made = after.find(({ goalUuid }) => !before.has(goalUuid));
  if (!made) throw new Error('No job was made');
  return made.goalUuid;
};
const verdictOf = async (goalUuid: string) => {
  const { hosts } = await administrator.call(goals.hosts, { params: { id: goalUuid }, query: {} });
  return hosts.flatMap(({ actions }) => actions)[0];
};
const achieved = (goalUuid: string) =>
  eventually(
    () => verdictOf(goalUuid),
    (found) => found?.verdict === 'achieved',
    'the job',
    lostReportMs,
  );

describe.skipIf(!isPossible)('custom software, from an upload to a host and back', () => {
  it('is vouched for by people who are named, by a passkey that they have, and by the root keys where nobody waits', async () => {
    await goTo(tab.page, '/account-configuration', 'Account Configuration');
    const section = tab.page.getByRole('region', { name: 'Second factors' });
    await button(section, 'Add a passkey').click();
    const proof = tab.page.getByRole('dialog');
    await proof.getByLabel('Your password').fill(demoPassword);
    await tab.page.keyboard.press('Enter');
    await button(proof, 'I have kept them').click();
    await section.getByText('never used').waitFor();

    await goTo(tab.page, page, 'Custom Software');
    await lookAt(tab.page);
    await openTab('Approvers');
    await tab.page.getByText('Nobody vouches yet').waitFor();
    const name = async () => {
      await button(tab.page, 'Name approvers').first().click();
      const dialog = tab.page.getByRole('dialog', { name: 'Name approvers' });
      const key = dialog.getByRole('checkbox').first();
      if (!(await key.isChecked())) await key.click();
      await dialog.getByLabel('Must sign').click();
      await tab.page.getByRole('option', { name: '1 person' }).click();
      await lookAt(tab.page);
      await button(dialog, 'Name approvers').click();
    };
    await name();
    await toast(tab.page, 'Approvers named.').waitFor();
    await tab.page.getByText('Hosts believe them from', { exact: false }).waitFor();
    await lookAt(tab.page);
    await fitsSideways(tab.page);

    await name();
    await toast(tab.page, 'Named. Those who vouch now have to agree.').waitFor();
    await button(tab.page, 'Agree...').click();
    const download = tab.page.waitForEvent('download');
    const agreeing = tab.page.getByRole('dialog');
    await button(agreeing, 'Download statement').click();
    const statement = readFileSync(await (await download).path(), 'utf8');
    await agreeing.getByLabel('Signed file').setInputFiles(signer.nameApprovers(statement));
    await toast(tab.page, 'You agreed to the next approvers.').waitFor();
    // They count at once.
    await tab.page.getByText('Hosts believe them from', { exact: false }).waitFor({ state: 'detached' });
  });

  it('an MSI whose upload was cut at 40 % and went on is scanned, signed, deployed to a tag, installed, achieved, and removed by a second job', async () => {
    writeFileSync(join(windows.drive, 'token.txt'), await makeToken(administrator, [tagUuid]));
    expect(windows.run(agent, 'enrol', '--server', stack.url, '--token-file', 'C:\\token.txt').code).toBe(0);
    // With its first check-in it says that it knows custom software.
    await wakeAgent();
    await saysWhomItBelieves('LT-CPH-0412');
    await stopAgent();
    // Large enough that 40 % of it is a part.
    const program = makeProgram(folder, 'field-tool', '2.5.1.0');
    appendFileSync(program, randomBytes(partBytes * 2.4));
    const productCode = '{6E1B2C34-0D5F-4A77-9C21-5A0E4B7D9F10}';
    const msi = makeMsi(folder, { name: 'Field Tool', version: '2.5.1', program, productCode });
    const filename = basename(msi);
    let isCut = true;
    await tab.page.route('**/resource/installer/*', (route) => {
      const request = route.request();
      const isPart = request.method() === 'PATCH' && Number(request.headers()['upload-offset']) > 0;
      return isPart && isCut ? route.abort('connectionreset') : route.continue();
    });
    await goTo(tab.page, page, 'Custom Software');
    await button(tab.page, 'Add custom software').first().click();
    const form = tab.page.getByRole('dialog', { name: 'Add custom software' });
    await form.getByLabel('File for custom software').setInputFiles(msi);
    await form.getByText('No connection at 4', { exact: false }).waitFor();
    await tab.page.reload();
    await button(tab.page, 'Add custom software').first().click();
    await form.getByText('Choose the same file to go on.', { exact: false }).waitFor();
    isCut = false;
    await form.getByLabel('File for custom software').setInputFiles(msi);
    await form.getByRole('radio', { name: `Main file: ${filename}` }).waitFor();
    await expect.poll(() => box(form, 'Title').inputValue()).toBe('Field Tool');
    await expect.poll(() => box(form, 'Product code').inputValue()).toBe(productCode);
    await fillIn(form, { title: 'Field Tool', remove: [] });
    await lookAt(tab.page);
    await fitsSideways(tab.page);
    await button(form, 'Save software').click();
    await form.waitFor({ state: 'detached' });
    expect((await configOf('Field Tool')).files).toMatchObject([{ state: 'clean' }]);

    await sign('Field Tool');
    const installs = await deploy('Field Tool', 'Deploy');
    await wakeAgent();
    expect(await achieved(installs)).toMatchObject({ cause: 'Field Tool is there.' });
    const installed = join(windows.drive, 'Program Files/Field Tool/probe.exe');
    expect(existsSync(installed)).toBe(true);
    await stopAgent();
    const removes = await deploy('Field Tool', 'Remove from hosts');
    await wakeAgent();
    expect(await achieved(removes)).toMatchObject({ cause: 'Field Tool is not there.' });
    expect(existsSync(installed)).toBe(false);
  });

  it('an option with spaces reaches a setup program as one argument', async () => {
    const setup = makeNamed(folder, 'branch-setup');
    await add(setup, { title: 'Branch setup', install: ['/S', '/TITLE=Branch office 7'] });
    await sign('Branch setup');
    const job = await deploy('Branch setup', 'Deploy');
    await wakeAgent();
    await achieved(job);
    // Windows makes one argument of what is in quotes.
    const told = readFileSync(join(windows.drive, 'branch-setup.txt'), 'utf8');
    expect(told).toBe('/S "/TITLE=Branch office 7"');
    await stopAgent();
  });

  it('a package of Debian is installed on a Debian', async () => {
    const deb = debian.makeProbe({ name: 'field-probe', version: '1.4-1' });
    await administrator.call(tags.remove, { params: { id: tagUuid } });
    ({ tagUuid } = await administrator.call(tags.create, { body: { tagName: 'Field staff' } }));
    debian.installAgent();
    writeFileSync(join(debian.root, 'tmp/token'), await makeToken(administrator, [tagUuid]), { mode: 0o600 });
    debian.run('patchkeep-agent', 'enrol', '--server', stack.url, '--token-file', '/tmp/token');
    debian.run('patchkeep-agent', 'run', '--once');
    await saysWhomItBelieves('srv-cph-07');
    await add(deb, { title: 'Field probe', remove: ['field-probe'] });
    await sign('Field probe');
    const job = await deploy('Field probe', 'Deploy');
    debian.run('patchkeep-agent', 'run', '--once');
    await achieved(job);
    expect(debian.run('dpkg-query', '-W', '-f', '${Version}', 'field-probe').trim()).toBe('1.4-1');
  });
});
