import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { applications } from '@patchkeep/contract/applications';
import { hosts } from '@patchkeep/contract/hosts';
import { tags } from '@patchkeep/contract/tags';
import { activityLabel } from '@patchkeep/rules/activity-label';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { buildAgent, canRun, eventually, hostNamed, inventoryWith, makeToken } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { activityOnce, automate, automateAtTag, planNow } from './support/decided.ts';
import { type FeedEdge, startFeedEdge } from './support/feed-edge.ts';
import { automateByHand, watchActivity } from './support/patching-console.ts';
import { signedIn } from './support/signed-in.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';
import { letTimeCome } from './support/task-fixtures.ts';
import { makeMsi, makeProgram, makeSetup } from './support/windows-packages.ts';
import { putAgent, startWindows, type Windows, winePrograms } from './support/wine.ts';

/* Packages of our own that stand for well-known products; the vulnerabilities are made up too. */

const isPossible = canRun('The Windows agent', winePrograms);
const hostName = 'win-patched';
const agent = 'C:\\agent\\patchkeep-agent.exe';
let kept: string;
let windows: Windows;
let signer: SignerProcess;
let stack: Stack;
let edge: FeedEdge;
let administrator: Administrator;
let browser: Browser;
/** A tag of the host, for custom settings. */
let tagUuid: string;
let running: ChildProcess | undefined;

const sevenZip = (version: string) =>
  makeMsi(kept, {
    version: `${version}.00`,
    program: makeProgram(kept, `probe-${version}`, `${version}.0.0`),
    publisher: 'Igor Pavlov',
    name: `7-Zip ${version} (x64 edition)`,
  });
const setup = (
  name: string,
  version: string,
  publisher: string,
  ending: { exitCode?: number; isFinishedByRestart?: boolean } = {},
) =>
  makeSetup(kept, name, {
    version,
    program: makeProgram(kept, `probe-${version}`, '1.0.0.0'),
    publisher,
    scope: 'machine',
    ...ending,
  });

/** Brings a file to the drive and runs it. */
const install = (file: string, ...command: string[]): void => {
  copyFileSync(file, join(windows.drive, basename(file)));
  expect(windows.run(...command, `C:\\${basename(file)}`, ...(command.length > 0 ? ['/qn'] : ['/S'])).code).toBe(0);
};

const stopAgent = async (): Promise<void> => {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const exit = once(running, 'exit');
  running.kill('SIGKILL');
  await exit;
};
/** A start is a check-in. Between tests nobody is there to be called to work before the test is ready for it. */
const wakeAgent = async (): Promise<void> => {
  await stopAgent();
  running = windows.start(agent, 'run');
};

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent('patchkeep-agent.exe', 'windows');
  kept = mkdtempSync(join(tmpdir(), 'patchkeep-packages-'));
  windows = startWindows(hostName);
  signer = await startSigner();
  [stack, browser] = await Promise.all([startStack(signer.env), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  ({ tagUuid } = await administrator.call(tags.create, { body: { tagName: 'Elsewhere' } }));
  edge = await startFeedEdge(stack);
  edge.publishCves([
    { cveId: 'CVE-2026-21001', title: 'Archives run code', vendor: '7-Zip', product: '7-Zip', before: '24.07' },
    { cveId: 'CVE-2026-21002', title: 'Paths escape', vendor: 'RARLAB', product: 'WinRAR', before: '7.13' },
  ]);
  edge.publishPackages({
    '7zip.7zip': ['23.01', '25.01'],
    'RARLab.WinRAR': ['6.22', '7.13'],
    'PuTTY.PuTTY': ['0.81', '0.83'],
    'WinSCP.WinSCP': ['6.3', '6.5'],
    'Notepad++.Notepad++': ['8.7', '8.9.1'],
  });
  await edge.fetch('cve5', 'winget');
  putAgent(windows);
});

afterAll(async () => {
  await browser?.close();
  await stopAgent();
  windows?.stop();
  await edge?.[Symbol.asyncDispose]();
  await stack?.stop();
  await signer?.stop();
  if (kept) rmSync(kept, { recursive: true });
});

const split = async () => (await administrator.call(applications.totals, {})).split;
const channelOf = async (name: string): Promise<string> => {
  const listed = await administrator.call(applications.list, { query: {} });
  const found = listed.applications.find((each) => each.name === name)?.channelTag;
  if (found === undefined || found === null)
    throw new Error(`No channel for ${name}: ${JSON.stringify(listed.applications.map((each) => each.name))}`);
  return found;
};
/**
 * Counts fall only with an inventory that came after the work: what is counted is read first, so that what such an
 * inventory has come for may be more, never less.
 */
const untilVerified = async (channelTag: string): Promise<void> => {
  const look = async () => {
    const { insecure } = await split();
    const shown = await stack.sql('select channel_tag, state from tasks where has_inventory or state = 3');
    expect(2 - insecure, `${insecure} insecure, ${shown.length} shown by an inventory`).toBeLessThanOrEqual(
      shown.length,
    );
    return shown.some((task) => task['channel_tag'] === channelTag && task['state'] === 3);
  };
  await eventually(look, (isVerified) => isVerified, `${channelTag} verified`, 300_000);
};
/** What the open page says of an update, one after the other. */
const stages = ['Pending', 'Applying', 'Updated not yet verified', 'Updated'];
const decide = async (channelTag: string) => {
  await stopAgent();
  await automate(stack, administrator, channelTag);
};
const activity = (channelTag: string, ...results: string[]) => activityOnce(administrator, channelTag, ...results);

describe.skipIf(!isPossible)('an old version, from the decision to the proof, under Wine', () => {
  it('is found, decided about, fetched, checked, replaced and verified: an MSI and a setup program', async () => {
    install(sevenZip('23.01'), 'msiexec', '/i');
    install(setup('WinRAR', '6.22.0', 'win.rar GmbH'));
    install(setup('PuTTY', '0.81.0.0', 'Simon Tatham'));
    install(setup('WinSCP', '6.3', 'Martin Prikryl'));
    install(setup('Notepad++ (64-bit x64)', '8.7', 'Notepad++ Team'));
    writeFileSync(join(windows.drive, 'token.txt'), await makeToken(administrator, [tagUuid]));
    expect(windows.run(agent, 'enrol', '--server', stack.url, '--token-file', 'C:\\token.txt').code).toBe(0);
    await wakeAgent();
    await eventually(split, ({ insecure }) => insecure === 2, 'the counts', 300_000);
    const [seven, rar] = [await channelOf('7-Zip'), await channelOf('WinRAR')];
    await signer.publish(stack, sevenZip('25.01'), { channelTag: seven, version: '25.01', kind: 'msi' });
    await signer.publish(stack, setup('WinRAR', '7.13', 'win.rar GmbH'), {
      channelTag: rar,
      version: '7.13',
      kind: 'exe',
      installArguments: ['/S'],
    });
    await stopAgent();
    await using tab = await signedIn(browser, stack.url);
    await automateByHand(tab.page, ['7-Zip', 'WinRAR']);
    await planNow(stack);
    for (const channel of [seven, rar]) await activity(channel, 'pending');
    const saidOf = await watchActivity(tab.page);
    await wakeAgent();
    for (const [channel, name] of [
      [seven, '7-Zip'],
      [rar, 'WinRAR'],
    ] as const) {
      await untilVerified(channel);
      await expect.poll(() => saidOf(name)).toEqual(stages);
    }
    await eventually(split, ({ insecure }) => insecure === 0, 'the counts', 300_000);
    const { uuid } = await hostNamed(administrator, hostName);
    const { software } = await administrator.call(hosts.inventory, { params: { id: uuid } });
    const versionOf = (name: RegExp) => software.filter((copy) => name.test(copy.name)).map((copy) => copy.version);
    expect([versionOf(/^7-Zip/), versionOf(/^WinRAR/)]).toEqual([['25.01.00'], ['7.13']]);
  });

  it('whose installer wants a restart says so', async () => {
    const putty = await channelOf('PuTTY');
    await signer.publish(stack, setup('PuTTY', '0.83.0.0', 'Simon Tatham', { exitCode: 3010 }), {
      channelTag: putty,
      version: '0.83',
      kind: 'exe',
      installArguments: ['/S'],
    });
    await decide(putty);
    await activity(putty, 'pending');
    await wakeAgent();
    const done = await activity(putty, 'verified', 'tentative');
    expect([activityLabel(done), done.pkgResult, done.exitCode]).toEqual([
      'Reboot Required',
      'SuccessPendingReboot',
      3010,
    ]);
  });

  it('that a tag tells something waits with Windows for a restart, is told it, and is seen to leave one', async () => {
    const scp = await channelOf('WinSCP');
    await signer.publish(stack, setup('WinSCP', '6.5', 'Martin Prikryl', { isFinishedByRestart: true }), {
      channelTag: scp,
      version: '6.5',
      kind: 'exe',
      installArguments: ['/S', '/D={installLocation}'],
      options: { installLocation: { maxLength: 100, values: null } },
      waitsForRestart: true,
    });
    await stopAgent();
    await stack.sql(
      `update packages set switches = '{"InstallLocation": "/D=<INSTALLPATH>"}' where package_id = 'WinSCP.WinSCP'`,
    );
    await stack.sql('update catalog_revision set revision = revision + 1');
    const installOptions = { installLocation: 'C:\\Elsewhere\\WinSCP' };
    await automateAtTag(stack, administrator, { tagUuid, channelTag: scp, installOptions });
    await activity(scp, 'pending');
    const pending = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Component Based Servicing\\RebootPending';
    expect(windows.run('reg', 'add', pending, '/f', '/reg:64').code).toBe(0);
    await wakeAgent();
    const waits = await eventually(
      () => activity(scp, 'pending', 'attempting'),
      (each) => each.isAwaitingBoot,
      'the wait for a restart',
      60_000,
    );
    expect([activityLabel(waits), waits.cause, waits.attempt]).toEqual([
      'Reboot Required',
      'The host must restart before it can be installed: a component of Windows waits for it.',
      0,
    ]);
    await stopAgent();
    expect(windows.run('reg', 'delete', pending, '/f', '/reg:64').code).toBe(0);
    // Its half hour is over.
    await letTimeCome(stack);
    await wakeAgent();
    const done = await activity(scp, 'verified', 'tentative');
    expect([activityLabel(done), done.pkgResult, done.exitCode]).toEqual([
      'Reboot Required',
      'SuccessPendingReboot',
      0,
    ]);
    // It was told what the tag says.
    const { uuid } = await hostNamed(administrator, hostName);
    const { software } = await inventoryWith(administrator, uuid, (found) =>
      found.some((copy) => copy.name === 'WinSCP' && copy.version === '6.5'),
    );
    expect(software.find((copy) => copy.name === 'WinSCP')?.path).toBe('C:\\Elsewhere\\WinSCP\\WinSCP.exe');
  });

  it('whose installer fails says so', async () => {
    const editor = await channelOf('Notepad++');
    await signer.publish(stack, setup('Notepad++ (64-bit x64)', '8.9.1', 'Notepad++ Team', { exitCode: 1603 }), {
      channelTag: editor,
      version: '8.9.1',
      kind: 'exe',
      installArguments: ['/S'],
    });
    await decide(editor);
    await activity(editor, 'pending');
    await wakeAgent();
    const failed = await activity(editor, 'failed');
    expect([activityLabel(failed), failed.pkgResult, failed.cause]).toEqual([
      'Failed',
      'Error',
      'The installer met a fatal error (1603).',
    ]);
  });
});
