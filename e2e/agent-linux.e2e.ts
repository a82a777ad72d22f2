import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../apps/agent/package.json' with { type: 'json' };
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { buildAgent, canRun, hostNamed, inventoryWith } from './support/agent-parts.ts';
import { type ConsoleOfAgents, openConsole } from './support/console-of-agents.ts';
import { agentPackage, type Debian, debianPrograms, startDebian } from './support/debian.ts';
import { type Stack, startStack } from './support/stack.ts';

const isPossible = canRun('The Linux agent', debianPrograms);
const hostName = 'linux-probe';
let stack: Stack;
let administrator: Administrator;
let screen: ConsoleOfAgents;
let debian: Debian;

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent(agentPackage, 'linux', 'deb');
  debian = startDebian(hostName);
  stack = await startStack();
  [administrator, screen] = await Promise.all([signInAsAdministrator(stack.url), openConsole(stack.url)]);
});

afterAll(async () => {
  await screen?.close();
  await stack?.stop();
  await debian?.stop();
});

describe.skipIf(!isPossible)('the Linux agent in a Debian of its own', () => {
  it('is installed from its package', () => {
    debian.installAgent();
    expect(debian.run('patchkeep-agent', '--version').trim()).toBe(manifest.version);
    debian.install(debian.makeProbe({ version: '1.0-1' }));
  });

  it('enrols with a token made in the console, and its row appears in the open page without reload [HOST-19]', async () => {
    writeFileSync(join(debian.root, 'tmp/token'), await screen.makeToken('Linux servers'), { mode: 0o600 });
    await screen.watchHosts();
    const enrol = ['patchkeep-agent', 'enrol', '--server', stack.url, '--token-file', '/tmp/token'];
    expect(debian.run(...enrol)).toContain('Enrolled');
    expect(debian.run('stat', '-c', '%a', '/var/lib/patchkeep-agent/identity.pem').trim()).toBe('600');
    // It needs the token no more.
    rmSync(join(debian.root, 'tmp/token'));
    expect(await screen.rowOf(hostName)).toEqual(
      expect.arrayContaining([hostName, 'Debian GNU/Linux 12 (bookworm)', 'Active']),
    );
  });

  it('shows what is installed with versions on its page, all of it [HOST-01]', async () => {
    await screen.openHost(hostName);
    debian.startAgent();
    await screen.inventoryOnce((rows) => rows.length > 0);
    const { uuid } = await hostNamed(administrator, hostName);
    const { software } = await inventoryWith(administrator, uuid, (found) => found.length > 0);
    const listed = debian.run('dpkg-query', '-W', '-f', '${Package} ${Version}\n').trim().split('\n').toSorted();
    expect(software.map((copy) => `${copy.name} ${copy.version}`).toSorted()).toEqual(listed);
    await screen.findProgram('probe');
    expect(await screen.inventoryOnce((rows) => rows.length === 1)).toEqual([
      ['probe', '1.0-1', 'Probe Makers', 'All users'],
    ]);
    expect(await debian.stopAgent()).toBe(0);
  });

  it('shows a package upgraded outside the product with its new version after the next inspection [HOST-01]', async () => {
    debian.install(debian.makeProbe({ version: '1.1-1' }));
    await screen.inspect();
    debian.startAgent();
    expect(await screen.inventoryOnce((rows) => rows[0]?.[1] !== '1.0-1')).toEqual([
      ['probe', '1.1-1', 'Probe Makers', 'All users'],
    ]);
    await screen.page.getByText('Next inspection at its next check-in').waitFor({ state: 'detached' });
  });

  it('is one per state folder, and says what it knows', async () => {
    expect(() => debian.run('patchkeep-agent', 'run', '--once')).toThrow(/already running/);
    expect(debian.run('patchkeep-agent', 'status')).toMatch(/Last upload +\S+ \(\d+ min ago\)\n/);
  });

  it('goes on after kill -9 as the same host, wherever it was killed', async () => {
    const { uuid } = await hostNamed(administrator, hostName);
    await debian.stopAgent('SIGKILL');
    for (let round = 0; round < 10; round++) {
      // In turn before, while and after it starts, asks, inspects, sends and writes down what it did.
      await administrator.call(hosts.inspect, { body: { hosts: [uuid] } });
      debian.startAgent();
      await new Promise((resolve) => setTimeout(resolve, 60 + round * 40));
      await debian.stopAgent('SIGKILL');
    }
    debian.run('patchkeep-agent', 'run', '--once');
    const { hosts: listed } = await administrator.call(hosts.list, { query: { q: hostName } as never });
    expect(listed).toMatchObject([{ uuid, state: 'active', havePendingInspection: false }]);
  });
});
