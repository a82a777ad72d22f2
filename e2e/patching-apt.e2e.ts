import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hosts } from '@patchkeep/contract/hosts';
import { why } from '@patchkeep/contract/why';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeSigningKey,
  type Published,
  publishRepository,
  type SigningKey,
} from '../apps/agent/src/os/linux/apt/repository.factory.ts';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { buildAgent, canRun, eventually, hostNamed, inventoryWith, makeToken } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { agentPackage, type Debian, debianPrograms, startDebian } from './support/debian.ts';
import { activityOnce, automate } from './support/decided.ts';
import { decideByHand } from './support/patching-console.ts';
import { tellTimeOfApt } from './support/proof-times.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';

/*
 * A Debian whose repository is a folder in it, signed with a key of our own: the only thing here that is not the
 * distribution's.
 */
const isPossible = canRun('apt', [...debianPrograms, '/usr/bin/gpg']);
const hostName = 'linux-apt';
let debian: Debian;
let key: SigningKey;
let signer: SignerProcess;
let stack: Stack;
let administrator: Administrator;
let browser: Browser;
let hostUuid: string;

const publish = (...packages: Published[]): void =>
  publishRepository(join(debian.root, 'srv/repository'), packages, key);
/** Six hours pass, after which the host fetches the lists of its repositories anew. */
const ageLists = (): void => utimesSync(join(debian.root, 'var/lib/apt/lists/partial'), 0, 0);
const installed = (name: string): string => debian.run('dpkg-query', '-W', '-f', '${Version}', name).trim();
const offered = (name: string, version: string) =>
  inventoryWith(administrator, hostUuid, (found) =>
    found.some((copy) => copy.name === name && copy.offered === version),
  );
/** Somebody presses Inspect, and the host looks at itself. */
const inspect = () => administrator.call(hosts.inspect, { body: { hosts: [hostUuid] } });
const verdict = async (channelTag: string) =>
  (await administrator.call(why.ofHost, { params: { id: hostUuid } })).approvals.find(
    (each) => each.channelTag === channelTag,
  )?.verdict;

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent(agentPackage, 'linux', 'deb');
  debian = startDebian(hostName);
  key = makeSigningKey();
  signer = await startSigner();
  [stack, browser] = await Promise.all([startStack(signer.env), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  debian.installAgent();
  for (const name of ['jq', 'htop', 'tmux']) debian.install(debian.makeProbe({ name, version: '1.0-1' }));
  writeFileSync(join(debian.root, 'etc/apt/probe.gpg'), key.publicKey);
  writeFileSync(
    join(debian.root, 'etc/apt/sources.list'),
    'deb [signed-by=/etc/apt/probe.gpg] file:/srv/repository ./\n',
  );
  publish({ name: 'jq', version: '1.1-1' }, { name: 'htop', version: '1.1-1', fields: { Conflicts: 'tmux' } });
  ageLists();
  writeFileSync(join(debian.root, 'tmp/token'), await makeToken(administrator), { mode: 0o600 });
  debian.run('patchkeep-agent', 'enrol', '--server', stack.url, '--token-file', '/tmp/token');
  debian.startAgent();
  hostUuid = (await hostNamed(administrator, hostName)).uuid;
  await offered('jq', '1.1-1');
});

afterAll(async () => {
  await browser?.close();
  await debian?.stop();
  await stack?.stop();
  await signer?.stop();
  key?.[Symbol.dispose]();
});

describe.skipIf(!isPossible)('a package of the distribution', () => {
  it('is upgraded by the apt of the host, nobody acting, from the approval to the proof', async () => {
    // The catalogue has looked at what the host reported.
    await eventually(
      () => verdict('deb:jq'),
      (found) => found !== undefined,
      'jq among what can be decided',
      300_000,
    );
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/patching/approvals', 'Approvals');
    await page.getByRole('rowheader', { name: /^jq/ }).waitFor();
    await lookAt(page, 'approvals-linux');
    // The clicks of the administrator are part of it.
    const began = performance.now();
    await decideByHand(page, 'Approve', ['jq']);
    const verified = await activityOnce(administrator, 'deb:jq', 'verified');
    tellTimeOfApt((performance.now() - began) / 1_000);
    expect(verified).toMatchObject({ hostName, fromVersion: '1.0-1', toVersion: '1.1-1', exitCode: 0 });
    expect([installed('jq'), installed('htop')]).toEqual(['1.1-1', '1.0-1']);
    expect(await verdict('deb:jq')).toMatchObject({
      action: 'none',
      reason: 'notInRepositories',
      sentence: expect.stringContaining('its own repositories offer nothing newer'),
    });
  });

  it('shows on the page of the host what its repositories offer', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, `/hosts/host-results?hostUuid=${hostUuid}`, hostName);
    await page.getByRole('tab', { name: /Inventory/ }).click();
    await page.getByLabel('Find a program or publisher').fill('htop');
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'htop' }).getByRole('cell').allTextContents())
      .toEqual(['1.0-1', 'Probe Makers', 'All users', '1.1-1']);
    await expect.poll(() => page.getByRole('columnheader').allTextContents()).not.toContain('Path');
    await lookAt(page, 'host-inventory-linux');
  });

  it('that would remove another is not upgraded, and says so', async () => {
    await automate(stack, administrator, 'deb:htop');
    const refused = await activityOnce(administrator, 'deb:htop', 'failed');
    expect(refused.cause).toMatch(/remove/);
    expect([installed('htop'), installed('tmux')]).toEqual(['1.0-1', '1.0-1']);
    expect(await verdict('deb:htop')).toMatchObject({ reason: 'givenUp', sentence: expect.stringContaining('remove') });
  });

  it('comes by itself where it is automated, as soon as the repository has a newer version', async () => {
    publish({ name: 'jq', version: '1.1-1' }, { name: 'htop', version: '1.2-1' });
    ageLists();
    await inspect();
    const verified = await activityOnce(administrator, 'deb:htop', 'verified');
    expect(verified).toMatchObject({ toVersion: '1.2-1' });
    expect([installed('htop'), installed('tmux')]).toEqual(['1.2-1', '1.0-1']);
  });
});
