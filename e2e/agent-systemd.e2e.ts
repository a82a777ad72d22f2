import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { agentDist, buildAgent, eventually, hostNamed, inventoryWith, makeToken } from './support/agent-parts.ts';
import { bootDebian, type BootedDebian } from './support/booted-debian.ts';
import { agentPackage } from './support/debian.ts';
import { activityOnce, automate } from './support/decided.ts';
import { addChannel, addVersion } from './support/probe-channel.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';

/* The package as it is handed out, on a Debian that was booted: what its unit forbids is forbidden to installers too. */
const hostName = 'systemd-host';
const channelTag = 'probe';
const unit = 'patchkeep-agent.service';
let machine: BootedDebian;
let signer: SignerProcess;
let stack: Stack;
let administrator: Administrator;

const is = (what: string): string => machine.run('sh', '-c', `systemctl ${what} ${unit} || true`).trim();
const journal = () => machine.run('journalctl', '-u', unit, '--no-pager', '-o', 'cat');

beforeAll(async () => {
  buildAgent(agentPackage, 'linux', 'deb');
  machine = await bootDebian(hostName);
  signer = await startSigner();
  stack = await startStack(signer.env);
  administrator = await signInAsAdministrator(stack.url);
  await addChannel(stack, channelTag, 'Probe');
  await addVersion(stack, '1.0-1', channelTag);
  machine.install(machine.makeProbe({ version: '1.0-1' }));
});

afterAll(async () => {
  await stack?.stop();
  await signer?.stop();
  await machine?.stop();
});

describe('the agent under systemd', () => {
  it('is installed by its package, waits for its enrolment, and then checks in as a service', async () => {
    machine.install(join(agentDist, agentPackage));
    machine.run('systemd-analyze', 'verify', '--man=no', unit);
    expect(machine.run('stat', '-c', '%U %G %a', '/var/lib/patchkeep-agent').trim()).toBe('root root 700');
    expect([is('is-enabled'), is('is-active')]).toEqual(['enabled', 'inactive']);
    writeFileSync(join(machine.root, 'srv/token'), await makeToken(administrator), { mode: 0o600 });
    machine.run('patchkeep-agent', 'enrol', '--server', stack.url, '--token-file', '/srv/token');
    machine.run('systemctl', 'start', unit);
    const { uuid } = await hostNamed(administrator, hostName);
    await inventoryWith(administrator, uuid, (found) => found.some((copy) => copy.name === 'probe'));
    expect(is('is-active')).toBe('active');
  });

  it('installs a package that writes where packages write', async () => {
    const places = ['/usr/share/probe', '/etc', '/opt/probe', '/boot', '/var/lib/probe', '/root'];
    const postinst = `#!/bin/sh\nset -e\nfor each in ${places.join(' ')}; do mkdir -p $each; echo 1 > $each/probe-was-here; done\n`;
    const files = { 'usr/bin/probe': '#!/bin/sh\n', 'etc/probe.conf': 'x', 'lib/systemd/system/probe.service': '' };
    const file = machine.makeProbe({ version: '1.1-1', files, postinst });
    await addVersion(stack, '1.1-1', channelTag);
    await signer.publish(stack, file, { channelTag, version: '1.1-1', kind: 'deb' });
    // Stopped while it is decided: what it does first when it starts is to check in.
    machine.run('systemctl', 'stop', unit);
    await automate(stack, administrator, channelTag);
    await activityOnce(administrator, channelTag, 'pending');
    machine.run('systemctl', 'start', unit);
    const verified = await activityOnce(administrator, channelTag, 'verified', 'failed');
    expect([verified.result, verified.exitCode, journal()]).toEqual(['verified', 0, expect.any(String)]);
    for (const place of places) expect(existsSync(join(machine.root, place, 'probe-was-here'))).toBe(true);
    expect(existsSync(join(machine.root, 'usr/bin/probe'))).toBe(true);
    expect(is('is-active')).toBe('active');
  });

  it('does not start in a state folder that another user could have written, and says so', async () => {
    machine.run('systemctl', 'stop', unit);
    machine.run('useradd', 'mallory');
    machine.run('chown', 'mallory', '/var/lib/patchkeep-agent/agent.json');
    machine.run('systemctl', 'start', unit);
    await eventually(
      async () => journal(),
      (text) => text.includes('agent.json belongs to user'),
      'the refusal',
    );
    // The agent says why before it ends, and systemd sees the end a moment later.
    await eventually(
      async () => is('is-active'),
      (state) => state !== 'active',
      'the end of the service',
    );
    machine.run('chown', 'root', '/var/lib/patchkeep-agent/agent.json');
    machine.run('systemctl', 'restart', unit);
    await eventually(
      async () => is('is-active'),
      (state) => state === 'active',
      'the service',
    );
  });
});
