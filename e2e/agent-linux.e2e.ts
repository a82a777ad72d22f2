import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { agentDist, buildAgent, canRun, hostNamed, inventoryWith } from './agent-parts.ts';
import { type ConsoleOfAgents, openConsole } from './console-of-agents.ts';
import manifest from '../apps/agent/package.json' with { type: 'json' };
import { type Stack, startStack } from './stack.ts';

const isPossible = canRun('The Linux agent', ['/usr/sbin/debootstrap', '/usr/bin/dpkg-deb']);
const { version: agentVersion } = manifest;
const hostName = 'linux-probe';
let stack: Stack;
let administrator: Administrator;
let screen: ConsoleOfAgents;
let kept: string;
let root: string;
let running: ChildProcess | undefined;

/** A minimal Debian, made once per machine: it takes a minute. */
const baseSystem = (): string => {
  const base = join(tmpdir(), 'patchkeep-bookworm');
  if (existsSync(base)) return base;
  const making = mkdtempSync(`${base}-`);
  execFileSync('debootstrap', ['--variant=minbase', '--include=libatomic1', 'bookworm', making], { stdio: 'ignore' });
  renameSync(making, base);
  return base;
};

/** `exec` all the way: the process we start is in the end the agent itself, and gets our signals. */
const inRoot = ['--uts', 'sh', '-c', `hostname ${hostName} && exec chroot "$0" "$@"`];
// The other system's own environment: nothing of ours, such as certificates it does not have.
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
const runInRoot = (...command: string[]): string =>
  execFileSync('unshare', [...inRoot, root, ...command], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });

const startAgent = (): ChildProcess => {
  running = spawn('unshare', [...inRoot, root, 'patchkeep-agent', 'run'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return running;
};
const stopAgent = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
  if (running?.exitCode !== null || running.signalCode !== null) return null;
  const exit = once(running, 'exit');
  running.kill(signal);
  const [code] = (await exit) as [number | null];
  running = undefined;
  return code;
};

/** Somebody else's package, outside of what the product manages. */
const installProbe = (version: string): void => {
  const tree = join(kept, `probe-${version}`);
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  const control = `Package: probe\nVersion: ${version}\nArchitecture: all\nMaintainer: Probe Makers <a@b.example>\nDescription: a probe\n`;
  writeFileSync(join(tree, 'DEBIAN/control'), control);
  execFileSync('dpkg-deb', ['--build', tree, join(root, 'tmp/probe.deb')], { stdio: 'ignore' });
  runInRoot('dpkg', '-i', '/tmp/probe.deb');
};

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent(`patchkeep-agent_${agentVersion}_amd64.deb`, 'linux', 'deb');
  kept = mkdtempSync(join(tmpdir(), 'patchkeep-linux-'));
  root = join(kept, 'root');
  execFileSync('cp', ['-a', '--reflink=auto', baseSystem(), root]);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  // A single executable finds itself through /proc.
  execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  stack = await startStack();
  [administrator, screen] = await Promise.all([signInAsAdministrator(stack.url), openConsole(stack.url)]);
}, 300_000);

afterAll(async () => {
  await stopAgent();
  await screen?.close();
  await stack?.stop();
  if (!root) return;
  execFileSync('umount', [join(root, 'proc')]);
  rmSync(kept, { recursive: true, force: true });
});

describe.skipIf(!isPossible)('the Linux agent in a Debian of its own', () => {
  it('is installed from its package', () => {
    copyFileSync(join(agentDist, `patchkeep-agent_${agentVersion}_amd64.deb`), join(root, 'tmp/agent.deb'));
    runInRoot('dpkg', '-i', '/tmp/agent.deb');
    expect(runInRoot('patchkeep-agent', '--version').trim()).toBe(agentVersion);
    installProbe('1.0-1');
  });

  it('enrols with a token made in the console, and its row appears in the open page without reload [HOST-19]', async () => {
    writeFileSync(join(root, 'tmp/token'), await screen.makeToken('Linux servers'), { mode: 0o600 });
    await screen.watchHosts();
    const enrol = ['patchkeep-agent', 'enrol', '--server', stack.url, '--token-file', '/tmp/token'];
    expect(runInRoot(...enrol)).toContain('Enrolled');
    expect(runInRoot('stat', '-c', '%a', '/var/lib/patchkeep-agent/identity.pem').trim()).toBe('600');
    // It needs the token no more.
    rmSync(join(root, 'tmp/token'));
    expect(await screen.rowOf(hostName)).toEqual(
      expect.arrayContaining([hostName, 'Debian GNU/Linux 12 (bookworm)', 'Active']),
    );
  });

  it('shows what is installed with versions on its page, all of it [HOST-01]', async () => {
    await screen.openHost(hostName);
    startAgent();
    await screen.inventoryOnce((rows) => rows.length > 0);
    const { uuid } = await hostNamed(administrator, hostName);
    const { software } = await inventoryWith(administrator, uuid, (found) => found.length > 0);
    const listed = runInRoot('dpkg-query', '-W', '-f', '${Package} ${Version}\n').trim().split('\n').toSorted();
    expect(software.map((copy) => `${copy.name} ${copy.version}`).toSorted()).toEqual(listed);
    await screen.findProgram('probe');
    expect(await screen.inventoryOnce((rows) => rows.length === 1)).toEqual([
      ['probe', '1.0-1', 'Probe Makers', 'All users', ''],
    ]);
    expect(await stopAgent()).toBe(0);
  });

  it('shows a package upgraded outside the product with its new version after the next inspection [HOST-01]', async () => {
    installProbe('1.1-1');
    await screen.inspect();
    startAgent();
    expect(await screen.inventoryOnce((rows) => rows[0]?.[1] !== '1.0-1')).toEqual([
      ['probe', '1.1-1', 'Probe Makers', 'All users', ''],
    ]);
    await screen.page.getByText('Next inspection at its next contact').waitFor({ state: 'detached' });
  });

  it('is one per state folder, and says what it knows', async () => {
    expect(() => runInRoot('patchkeep-agent', 'run', '--once')).toThrow(/already running/);
    expect(runInRoot('patchkeep-agent', 'status')).toMatch(/Last upload +\S+ \(\d+ min ago\)\n/);
  });

  it('goes on after kill -9 as the same host, wherever it was killed', async () => {
    const { uuid } = await hostNamed(administrator, hostName);
    await stopAgent('SIGKILL');
    for (let round = 0; round < 10; round++) {
      // In turn before, while and after it starts, asks, inspects, sends and writes down what it did.
      await administrator.call(hosts.inspect, { body: { hosts: [uuid] } });
      startAgent();
      await new Promise((resolve) => setTimeout(resolve, 60 + round * 40));
      await stopAgent('SIGKILL');
    }
    runInRoot('patchkeep-agent', 'run', '--once');
    const { hosts: listed } = await administrator.call(hosts.list, { query: { q: hostName } as never });
    expect(listed).toMatchObject([{ uuid, state: 'active', havePendingInspection: false }]);
  });
});
