import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../apps/agent/package.json' with { type: 'json' };
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { agentDist, buildAgent, canRun, hostNamed, inventoryWith, makeToken } from './support/agent-parts.ts';
import { type ConsoleOfAgents, openConsole } from './support/console-of-agents.ts';
import { type Stack, startStack } from './support/stack.ts';
import { makeMsi, makeProgram, makeSetup } from './support/windows-packages.ts';
import { putAgent, startWindows, type Windows, winePrograms } from './support/wine.ts';

const isPossible = canRun('The Windows agent', winePrograms);
const { version: agentVersion } = manifest;
const hostName = 'win-probe';
const agent = 'C:\\agent\\patchkeep-agent.exe';
let kept: string;
let windows: Windows;
let stack: Stack;
let administrator: Administrator;
let screen: ConsoleOfAgents;
let running: ChildProcess | undefined;

const stopAgent = async (): Promise<void> => {
  if (running?.exitCode !== null || running.signalCode !== null) return;
  const exit = once(running, 'exit');
  running.kill('SIGKILL');
  await exit;
};

/** Brings a file to the drive and runs it. */
const install = (file: string, ...command: string[]): void => {
  copyFileSync(file, join(windows.drive, basename(file)));
  expect(windows.run(...command, `C:\\${basename(file)}`, ...(command.length > 0 ? ['/qn'] : ['/S'])).code).toBe(0);
};

const installAll = (version: string): void => {
  const program = makeProgram(kept, `probe-${version}`, `${version}.7`);
  install(makeMsi(kept, { version, program }), 'msiexec', '/i');
  install(makeSetup(kept, 'Prøveværktøj', { version, program, scope: 'machine' }));
  install(makeSetup(kept, 'Notes', { version, program, scope: 'user' }));
};

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent('patchkeep-agent.exe', 'windows');
  kept = mkdtempSync(join(tmpdir(), 'patchkeep-packages-'));
  windows = startWindows(hostName);
  stack = await startStack();
  [administrator, screen] = await Promise.all([signInAsAdministrator(stack.url), openConsole(stack.url)]);
  putAgent(windows);
});

afterAll(async () => {
  await stopAgent();
  windows?.stop();
  await screen?.close();
  await stack?.stop();
  if (kept) rmSync(kept, { recursive: true });
});

describe.skipIf(!isPossible)('the Windows agent, under Wine', () => {
  it('enrols with a token made in the console, and its row appears in the open page without reload [HOST-19]', async () => {
    writeFileSync(join(windows.drive, 'token.txt'), await screen.makeToken('Windows laptops'));
    await screen.watchHosts();
    const { code, printed } = windows.run(agent, 'enrol', '--server', stack.url, '--token-file', 'C:\\token.txt');
    expect({ code, printed: printed.trim() }).toEqual({ code: 0, printed: 'Enrolled' });
    expect(existsSync(join(windows.drive, 'ProgramData/Patchkeep/Agent/identity.pem'))).toBe(true);
    expect(await screen.rowOf(hostName)).toEqual(expect.arrayContaining([hostName, 'Microsoft Windows 10', 'Active']));
  });

  /** As the screen shows them; the version of the program file is seen where a package names none. */
  const installed = (version: string) => [
    ['Notes', version, 'Probe Makers', 'root', 'C:\\users\\root\\AppData\\Local\\Programs\\Notes\\Notes.exe'],
    ['Probe Suite', version, 'Probe Makers', 'All users', 'C:\\Program Files\\Probe Suite\\probe.exe'],
    ['Prøveværktøj', version, 'Probe Makers', 'All users', 'C:\\Program Files (x86)\\Prøveværktøj\\Prøveværktøj.exe'],
  ];

  it('shows MSI and NSIS packages with versions, scope and path on its page [HOST-01]', async () => {
    installAll('1.0.0');
    await screen.openHost(hostName);
    running = windows.start(agent, 'run');
    expect(await screen.inventoryOnce((rows) => rows.length > 0)).toEqual(installed('1.0.0'));
    const { uuid } = await hostNamed(administrator, hostName);
    const { software } = await inventoryWith(administrator, uuid, (found) => found.length > 0);
    for (const copy of software) expect(copy.fileVersion).toBe('1.0.0.7');
  });

  it('shows packages upgraded outside the product with their new versions after the next inspection [HOST-01]', async () => {
    // Killed, as a power cut would: the next start goes on from the journal.
    await stopAgent();
    installAll('1.1.0');
    await screen.inspect();
    running = windows.start(agent, 'run');
    const isNew = (rows: string[][]) => rows.some(([, version]) => version === '1.1.0');
    expect(await screen.inventoryOnce(isNew)).toEqual(installed('1.1.0'));
    await screen.page.getByText('Next inspection at its next check-in').waitFor({ state: 'detached' });
  });

  it('is one per state folder, and says what it knows', () => {
    expect(windows.run(agent, 'run', '--once').printed).toContain('already running');
    expect(windows.run(agent, 'status').printed).toMatch(/Last upload +\S+ \(\d+ min ago\)/);
  });

  it('does not start in a state folder that others can change', async () => {
    await stopAgent();
    // Wine shows the rights of Linux as those of everybody (WD).
    chmodSync(join(windows.drive, 'ProgramData/Patchkeep/Agent'), 0o777);
    const { code, printed } = windows.run(agent, 'run', '--once');
    expect({ code, printed }).toEqual({
      code: 1,
      printed: expect.stringContaining('ProgramData\\Patchkeep\\Agent is open to WD'),
    });
  });
});

describe.skipIf(!isPossible)('the package of the Windows agent, under Wine', () => {
  const name = 'msi-probe';
  const msi = `patchkeep-agent-${agentVersion}-x64.msi`;
  let other: Windows;
  afterAll(() => other?.stop());

  it('installs silently, its service enrols with what the installer was told, and the token is gone', async () => {
    buildAgent(msi, 'windows', 'msi');
    other = startWindows(name);
    other.logIn();
    copyFileSync(join(agentDist, msi), join(other.drive, msi));
    const token = await makeToken(administrator);
    const told = [`SERVERURL=${stack.url}`, `INSTALLTOKEN=${token}`];
    expect(other.run('msiexec', '/i', `C:\\${msi}`, '/qn', ...told).code).toBe(0);
    const { uuid } = await hostNamed(administrator, name);
    const { software } = await inventoryWith(administrator, uuid, (found) => found.length > 0);
    expect(software).toEqual([
      expect.objectContaining({ name: 'Patchkeep Agent', version: agentVersion, scope: 'machine' }),
    ]);
    const { printed } = other.run('reg', 'query', 'HKLM\\SOFTWARE\\Patchkeep\\Agent', '/reg:64');
    expect(printed).toContain('ServerUrl');
    expect(printed).not.toContain('InstallToken');
  });

  it('leaves no service behind', () => {
    expect(other.run('sc', 'query', 'PatchkeepAgent').code).toBe(0);
    expect(other.run('msiexec', '/x', `C:\\${msi}`, '/qn').code).toBe(0);
    expect(other.run('sc', 'query', 'PatchkeepAgent').code).not.toBe(0);
    expect(existsSync(join(other.drive, 'Program Files/Patchkeep/Agent/patchkeep-agent.exe'))).toBe(false);
  });
});
