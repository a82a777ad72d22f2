import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { applications } from '@patchkeep/contract/applications';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { buildAgent, canRun, eventually, makeToken } from './support/agent-parts.ts';
import { type ConsoleOfAgents, openConsole } from './support/console-of-agents.ts';
import { joinHost } from './support/fake-agent.ts';
import { type FeedEdge, startFeedEdge } from './support/feed-edge.ts';
import { goTo, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';
import { zip } from './support/vulnerable-fleet.ts';
import { makeMsi, makeProgram, makeSetup } from './support/windows-packages.ts';
import { putAgent, startWindows, type Windows, winePrograms } from './support/wine.ts';

/* Packages of our own that stand for well-known products, old ones; the vulnerabilities are made up too. */

const isPossible = canRun('The Windows agent', winePrograms);
const hostName = 'win-old';
const agent = 'C:\\agent\\patchkeep-agent.exe';
const zipCve = 'CVE-2026-21001';
const rarCve = 'CVE-2026-21002';
let kept: string;
let windows: Windows;
let stack: Stack;
let edge: FeedEdge;
let administrator: Administrator;
let screen: ConsoleOfAgents;
let running: ChildProcess | undefined;

/** Brings a file to the drive and runs it. */
const install = (file: string, ...command: string[]): void => {
  copyFileSync(file, join(windows.drive, basename(file)));
  expect(windows.run(...command, `C:\\${basename(file)}`, ...(command.length > 0 ? ['/qn'] : ['/S'])).code).toBe(0);
};

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent('patchkeep-agent.exe', 'windows');
  kept = mkdtempSync(join(tmpdir(), 'patchkeep-packages-'));
  windows = startWindows(hostName);
  stack = await startStack();
  [administrator, screen, edge] = await Promise.all([
    signInAsAdministrator(stack.url),
    openConsole(stack.url),
    startFeedEdge(stack),
  ]);
  edge.publishCves([
    { cveId: zipCve, title: 'Archives can run code', vendor: '7-Zip', product: '7-Zip', before: '24.07' },
    { cveId: rarCve, title: 'Paths escape', vendor: 'RARLAB', product: 'WinRAR', before: '7.13' },
  ]);
  edge.publishExploited([rarCve]);
  edge.publishPackages({ '7zip.7zip': ['23.01', '25.01'], 'RARLab.WinRAR': ['6.22', '7.13'] });
  await edge.fetch('cve5', 'kev', 'winget');
  putAgent(windows);
});

afterAll(async () => {
  if (running && running.exitCode === null && running.signalCode === null) {
    const exit = once(running, 'exit');
    running.kill('SIGKILL');
    await exit;
  }
  windows?.stop();
  await screen?.close();
  await edge?.[Symbol.asyncDispose]();
  await stack?.stop();
  if (kept) rmSync(kept, { recursive: true });
});

const rowOf = (page: Page, table: string, name: string | RegExp) =>
  page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const split = async () => (await administrator.call(applications.totals, {})).split;
/** Nothing was loaded anew: what changed came into the open page. */
const expectSamePage = async (page: Page) =>
  await expect.poll(() => page.evaluate('window.stillTheSamePage')).toBe(true);

describe.skipIf(!isPossible)('old software, from the installer to the console', () => {
  it('is shown Insecure with its CVE, the exploited mark and the evidence after an inspection [APP-01]', async () => {
    const program = makeProgram(kept, 'probe', '23.1.0.0');
    install(
      makeMsi(kept, { version: '23.01.00', program, publisher: 'Igor Pavlov', name: '7-Zip 23.01 (x64 edition)' }),
      'msiexec',
      '/i',
    );
    install(
      makeSetup(kept, 'WinRAR 6.22 (64-bit)', {
        version: '6.22.0',
        program,
        publisher: 'win.rar GmbH',
        scope: 'machine',
      }),
    );
    install(
      makeSetup(kept, 'PuTTY release 0.83 (64-bit)', {
        version: '0.83.0.0',
        program,
        publisher: 'Simon Tatham',
        scope: 'machine',
      }),
    );
    writeFileSync(join(windows.drive, 'token.txt'), await makeToken(administrator));
    const { code } = windows.run(agent, 'enrol', '--server', stack.url, '--token-file', 'C:\\token.txt');
    expect(code).toBe(0);
    await screen.watchHosts();
    const { page } = screen;
    await screen.rowOf(hostName);
    await page.getByRole('link', { name: hostName }).click();
    await page.getByRole('heading', { level: 1, name: hostName }).waitFor();
    running = windows.start(agent, 'run');
    const rar = rowOf(page, 'Applications', 'WinRAR');
    await rar.getByText('Exploited').waitFor();
    await rar.getByText('Insecure').waitFor();
    await rowOf(page, 'Applications', '7-Zip').getByText('Insecure').waitFor();
    await expect.poll(() => rowOf(page, 'Applications', '7-Zip').getByText('Exploited').count()).toBe(0);
    await rowOf(page, 'Applications', 'PuTTY').getByText('Ok').waitFor();
    await rar.getByRole('rowheader').click();
    const why = page.getByRole('region', { name: /WinRAR 6.22/ });
    await why.getByRole('link', { name: rarCve }).waitFor();
    await why.getByText('before 7.13; this is 6.22.0', { exact: false }).waitFor();
    await why.getByText('CVE record, by its maker, revision 1', { exact: false }).waitFor();
    await why.getByText('C:\\Program Files (x86)\\WinRAR 6.22 (64-bit)', { exact: false }).waitFor();
    await why.getByText('23.1.0.0').waitFor();
    await expectSamePage(page);
    await eventually(split, ({ insecure, ok }) => insecure === 2 && ok === 1, 'the counts');
  });

  it('is counted apart under an ignore rule, and back when the rule ends [IGN-01]', async () => {
    const { page } = screen;
    await page.getByRole('button', { name: 'Actions for WinRAR' }).click();
    await page.getByRole('menuitem', { name: 'Ignore...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ignore WinRAR' });
    await dialog.getByLabel('Comment').fill('Taken off next week');
    await dialog.getByRole('button', { name: 'Ignore on 1 host' }).click();
    await toast(page, 'Ignored from now on, and counted apart.').waitFor();
    await rowOf(page, 'Applications', 'WinRAR').getByText('Ignored').waitFor();
    await eventually(split, ({ insecure, ignored }) => insecure === 1 && ignored === 1, 'counted apart');
    // Its month is over: nobody waits that long here, so the end comes to now instead of now to the end.
    await stack.sql(`update ignore_rules set expires_at = now()`);
    await stack.sql(`select graphile_worker.add_job('sweep-recounts', '{}'::json)`);
    await rowOf(page, 'Applications', 'WinRAR').getByText('Insecure').waitFor();
    await eventually(split, ({ insecure, ignored }) => insecure === 2 && ignored === 0, 'counted again');
    await expectSamePage(page);
  });

  it('whose CVE becomes known as exploited changes one version and what depends on it, in the open page [APP-02]', async () => {
    const { page } = screen;
    const token = await makeToken(administrator);
    const other = await joinHost(stack.url, token, { facts: { hostName: 'win-new' }, software: [zip('25.01')] });
    other.close();
    const list = () => administrator.call(applications.list, { query: {} });
    const before = await eventually(list, ({ totals }) => totals.versions === 4, 'the new host');
    const seven = before.applications.find(({ name }) => name === '7-Zip');
    const verdicts = () =>
      stack.sql(
        `select version_id, status, is_exploited, cve_nos, zero_day_nos, fixed_version, recommended_version from version_verdicts order by 1`,
      );
    const judged = await verdicts();
    await goTo(page, `/applications/versions?applicationId=${seven?.applicationId}`, 'Versions');
    await page.evaluate('window.stillTheSamePage = true');
    await rowOf(page, 'Versions', /25.01/).getByText('Ok').waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Versions' }).getByText('Exploited').count()).toBe(0);

    edge.publishExploited([rarCve, zipCve]);
    await edge.fetch('kev');
    await rowOf(page, 'Versions', /23.01/).getByText('Exploited').waitFor();
    await expectSamePage(page);
    await expect.poll(() => page.getByRole('table', { name: 'Versions' }).getByText('Exploited').count()).toBe(1);
    const judgedNow = await verdicts();
    const changed = judgedNow.filter((row, index) => JSON.stringify(row) !== JSON.stringify(judged[index]));
    expect(changed).toMatchObject([{ is_exploited: true, status: 2 }]);
    // Every count that depends on it, and nothing else.
    const after = await list();
    const { countedAt: _then, ...totals } = before.totals;
    const { countedAt: _now, ...totalsNow } = after.totals;
    expect(totalsNow).toEqual({ ...totals, exploited: totals.exploited + 1 });
    expect(after.applications).toEqual(
      before.applications.map((each) => (each === seven ? { ...each, exploitedHosts: 1 } : each)),
    );
  });
});
