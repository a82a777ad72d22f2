import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { applications } from '@patchkeep/contract/applications';
import { hosts } from '@patchkeep/contract/hosts';
import { tags } from '@patchkeep/contract/tags';
import { activityLabel } from '@patchkeep/rules/activity-label';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTools } from '../apps/packager/src/testkit/tools.ts';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { buildAgent, canRun, eventually, hostNamed, inventoryWith, makeToken } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { activityOnce, automate, automateAtTag } from './support/decided.ts';
import { letFeedCome, openFeedEdge } from './support/feed-edge.ts';
import { type PackagerProcess, startPackager } from './support/packager.ts';
import { automateByHand, watchActivity } from './support/patching-console.ts';
import { secondsToProof, tellTimes } from './support/proof-times.ts';
import { signedIn } from './support/signed-in.ts';
import type { SignerProcess } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';
import { letTimeCome } from './support/task-fixtures.ts';
import { makeMsi, makeProgram, makeSetup } from './support/windows-packages.ts';
import { putAgent, startWindows, type Windows, winePrograms } from './support/wine.ts';

/* Packages of our own that stand for well-known products; the vulnerabilities are made up too. */

const isPossible = canRun('The Windows agent', winePrograms) && hasTools();
const hostName = 'win-patched';
const agent = 'C:\\agent\\patchkeep-agent.exe';
let kept: string;
let windows: Windows;
let signer: SignerProcess;
let stack: Stack;
let edge: Awaited<ReturnType<typeof openFeedEdge>>;
let packager: PackagerProcess;
let administrator: Administrator;
let browser: Browser;
/** A tag of the host, for custom settings. */
let tagUuid: string;
let running: ChildProcess | undefined;

/** What can be had when the journey begins: nothing newer of the two whose manifests come in its course. */
const published = {
  '7zip.7zip': ['23.01'],
  'JGraph.Draw': ['24.7.5'],
  'PuTTY.PuTTY': ['0.81', '0.83'],
  'WinSCP.WinSCP': ['6.3', '6.5'],
  'Notepad++.Notepad++': ['8.7', '8.9.1'],
  'JetBrains.GoLand': ['2024.1', '2024.2'],
  'Inkscape.Inkscape': ['1.2.0', '1.3.2'],
};

const sevenZip = (version: string, productCode?: string) =>
  makeMsi(kept, {
    ...(productCode !== undefined && { productCode }),
    version: `${version}.00`,
    program: makeProgram(kept, `probe-${version}`, `${version}.0.0`),
    publisher: 'Igor Pavlov',
    name: `7-Zip ${version} (x64 edition)`,
  });
const setup = (
  name: string,
  version: string,
  publisher: string,
  ending: { exitCode?: number; isFinishedByRestart?: boolean; isBesideOlder?: boolean } = {},
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
  edge = await openFeedEdge();
  edge.publishCves([
    { cveId: 'CVE-2026-21001', title: 'Archives run code', vendor: '7-Zip', product: '7-Zip', before: '24.07' },
    { cveId: 'CVE-2026-21002', title: 'Paths escape', vendor: 'jgraph', product: 'jgraph/drawio', before: '26.0.0' },
  ]);
  edge.publishPackages(published);
  packager = await startPackager();
  ({ signer } = packager);
  [stack, browser] = await Promise.all([
    startStack({ ...packager.env, ...edge.envFor('cve5', 'winget') }),
    launchChromium(),
  ]);
  administrator = await signInAsAdministrator(stack.url);
  ({ tagUuid } = await administrator.call(tags.create, { body: { tagName: 'Elsewhere' } }));
  await edge.fetchInto(stack, 'cve5', 'winget');
  putAgent(windows);
});

afterAll(async () => {
  await browser?.close();
  await stopAgent();
  windows?.stop();
  await edge?.[Symbol.asyncDispose]();
  await stack?.stop();
  await packager?.stop();
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
/** What the open page says of an update, one after the other. */
const stages = ['Pending', 'Applying', 'Updated not yet verified', 'Updated'];
const decide = async (channelTag: string) => {
  await stopAgent();
  await automate(stack, administrator, channelTag);
};
const activity = (channelTag: string, ...results: string[]) => activityOnce(administrator, channelTag, ...results);

describe.skipIf(!isPossible)('an old version, from the decision to the proof, under Wine', () => {
  it('is found, decided about, and goes by itself from a new manifest to the proof: an MSI and an NSIS setup', async () => {
    install(sevenZip('23.01'), 'msiexec', '/i');
    install(setup('draw.io', '24.7.5', 'JGraph'));
    install(setup('PuTTY', '0.81.0.0', 'Simon Tatham'));
    install(setup('WinSCP', '6.3', 'Martin Prikryl'));
    install(setup('Notepad++ (64-bit x64)', '8.7', 'Notepad++ Team'));
    install(setup('GoLand', '2024.1', 'JetBrains s.r.o.', { isBesideOlder: true }));
    const inkscape = { version: '1.2.0', program: makeProgram(kept, 'probe-1.2.0', '1.2.0.0'), publisher: 'Inkscape' };
    install(makeMsi(kept, { ...inkscape, name: 'Inkscape', product: 2 }), 'msiexec', '/i');
    writeFileSync(join(windows.drive, 'token.txt'), await makeToken(administrator, [tagUuid]));
    expect(windows.run(agent, 'enrol', '--server', stack.url, '--token-file', 'C:\\token.txt').code).toBe(0);
    await wakeAgent();
    await eventually(split, ({ insecure }) => insecure === 2, 'the counts', 300_000);
    const channels = [await channelOf('7-Zip'), await channelOf('draw.io Desktop')];
    await using tab = await signedIn(browser, stack.url);
    await automateByHand(tab.page, ['7-Zip', 'draw.io Desktop']);
    const saidOf = await watchActivity(tab.page);
    const productCode = '{23170F69-40C1-2702-2501-000001000000}';
    const released = packager.release([
      {
        packageId: '7zip.7zip',
        version: '25.01',
        kind: 'wix',
        file: sevenZip('25.01', productCode),
        publisher: 'Igor Pavlov',
        productCode,
      },
      {
        packageId: 'JGraph.Draw',
        version: '26.0.4',
        kind: 'nullsoft',
        file: setup('draw.io', '26.0.4', 'JGraph'),
        publisher: 'JGraph',
      },
    ]);
    const began = performance.now();
    released.publish(edge, published);
    // The server looks for manifests every six hours: they are over now. What follows nobody starts.
    await letFeedCome(stack, 'winget');
    const [msi = 0, nsis = 0] = await secondsToProof(stack, administrator, channels, began);
    tellTimes(msi, nsis);
    const builds = await stack.sql(
      'select channel_tag, state, holds, evidence from package_builds where evidence is not null order by channel_tag',
    );
    expect(builds.map(({ channel_tag: tag, state, holds, evidence }) => [tag, state, holds, evidence])).toEqual(
      channels.map((tag) => [
        tag,
        'ready',
        [],
        expect.objectContaining({ signature: 'signed', scan: 'clean', lifted: [] }),
      ]),
    );
    for (const name of ['7-Zip', 'draw.io Desktop']) {
      await expect.poll(async () => (await saidOf(name)).at(-1)).toBe('Updated');
      // The host does not wait for the page, which may leave out what was over before it looked.
      const said = await saidOf(name);
      expect(stages.filter((stage) => said.includes(stage))).toEqual(said);
    }
    await eventually(split, ({ insecure }) => insecure === 0, 'the counts', 300_000);
    const { uuid } = await hostNamed(administrator, hostName);
    const { software } = await administrator.call(hosts.inventory, { params: { id: uuid } });
    const versionOf = (name: RegExp) => software.filter((copy) => name.test(copy.name)).map((copy) => copy.version);
    expect([versionOf(/^7-Zip/), versionOf(/^draw.io/)]).toEqual([['25.01.00'], ['26.0.4']]);
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

  it('that must be removed first is removed by its own uninstaller, and then the new version is installed', async () => {
    const goland = await channelOf('GoLand');
    await signer.publish(stack, setup('GoLand', '2024.2', 'JetBrains s.r.o.', { isBesideOlder: true }), {
      channelTag: goland,
      version: '2024.2',
      kind: 'exe',
      installArguments: ['/S'],
      removesFirst: { by: 'uninstallEntry', arguments: ['/S'] },
    });
    await decide(goland);
    await activity(goland, 'pending');
    await wakeAgent();
    await activity(goland, 'verified');
    const { uuid } = await hostNamed(administrator, hostName);
    const { software } = await administrator.call(hosts.inventory, { params: { id: uuid } });
    // Every version has an entry and a folder of its own: the installer alone would have left the older one.
    expect(software.filter(({ name }) => name === 'GoLand').map(({ version }) => version)).toEqual(['2024.2']);
    expect(existsSync(join(windows.drive, 'Program Files (x86)/GoLand 2024.1'))).toBe(false);
  });

  it('that was removed by its product code while the new one was not installed says so', async () => {
    const inkscape = await channelOf('Inkscape');
    await signer.publish(stack, setup('Inkscape', '1.3.2', 'Inkscape', { exitCode: 77 }), {
      channelTag: inkscape,
      version: '1.3.2',
      kind: 'exe',
      installArguments: ['/S'],
      removesFirst: { by: 'productCode' },
      exitCodes: { failed: [{ code: 77, says: 'The probe wants to fail.' }] },
    });
    await decide(inkscape);
    await activity(inkscape, 'pending');
    await wakeAgent();
    const failed = await activity(inkscape, 'failed');
    expect([activityLabel(failed), failed.exitCode, failed.cause]).toEqual([
      'Failed',
      77,
      'Inkscape 1.2.0 was removed, but the new version was not installed: The probe wants to fail. (77)',
    ]);
    expect(existsSync(join(windows.drive, 'Program Files/Inkscape/probe.exe'))).toBe(false);
  });
});
