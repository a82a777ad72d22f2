import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applications } from '@patchkeep/contract/applications';
import { configuration } from '@patchkeep/contract/configuration';
import { restarts } from '@patchkeep/contract/restarts';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { activityLabel } from '@patchkeep/rules/activity-label';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { buildAgent, canRun, eventually, hostNamed, inventoryWith, makeToken } from './support/agent-parts.ts';
import { launchChromium } from './support/chromium.ts';
import { type Desk, sitDown } from './support/debian-desk.ts';
import { agentPackage, type Debian, debianPrograms, startDebian } from './support/debian.ts';
import { activityOnce, automate, planNow } from './support/decided.ts';
import { type FeedEdge, startFeedEdge } from './support/feed-edge.ts';
import { automateByHand } from './support/patching-console.ts';
import { addChannel, addVersion } from './support/probe-channel.ts';
import { signedIn } from './support/signed-in.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';
import { letTimeCome } from './support/task-fixtures.ts';

const isPossible = canRun('The Linux agent', debianPrograms);
const hostName = 'linux-patched';
const channelTag = 'probe';
/** Another package, whose installer takes its time. */
const slowTag = 'slow-probe';
let debian: Debian;
let desk: Desk;
let signer: SignerProcess;
let stack: Stack;
let administrator: Administrator;
let browser: Browser;
let edge: FeedEdge;

interface Published {
  tag?: string;
  postinst?: string;
  programs?: string[];
}
const publish = async (version: string, { tag = channelTag, postinst, programs }: Published = {}) => {
  await addVersion(stack, version, tag);
  const file = debian.makeProbe({ name: tag, version, ...(postinst !== undefined && { postinst }) });
  await signer.publish(stack, file, { channelTag: tag, version, kind: 'deb', ...(programs && { programs }) });
};
const split = async () => (await administrator.call(applications.totals, {})).split;
const installed = () => debian.run('dpkg-query', '-W', '-f', '${Version} ${db:Status-Abbrev}', 'probe').trim();

beforeAll(async () => {
  if (!isPossible) return;
  buildAgent(agentPackage, 'linux', 'deb');
  debian = startDebian(hostName);
  signer = await startSigner();
  [stack, browser] = await Promise.all([startStack(signer.env), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  edge = await startFeedEdge(stack);
  edge.publishCves([
    { cveId: 'CVE-2026-21003', title: 'Probes run code', vendor: 'Probe Makers', product: 'Probe', before: '1.1-1' },
  ]);
  await addChannel(stack, channelTag, 'Probe');
  await addChannel(stack, slowTag, 'Slow Probe');
  await edge.fetch('cve5');
  await addVersion(stack, '1.0-1', channelTag);
  await addVersion(stack, '1.0-1', slowTag);
  debian.installAgent();
  desk = sitDown(debian);
  for (const name of [channelTag, slowTag]) debian.install(debian.makeProbe({ name, version: '1.0-1' }));
  writeFileSync(join(debian.root, 'tmp/token'), await makeToken(administrator), { mode: 0o600 });
  debian.run('patchkeep-agent', 'enrol', '--server', stack.url, '--token-file', '/tmp/token');
  debian.run('patchkeep-agent', 'run', '--once');
  const { uuid } = await hostNamed(administrator, hostName);
  await inventoryWith(administrator, uuid, (found) => found.some((copy) => copy.name === 'probe'));
});

afterAll(async () => {
  await browser?.close();
  await edge?.[Symbol.asyncDispose]();
  await stack?.stop();
  await signer?.stop();
  await debian?.stop();
});

/** One exchange: the check-in, the work it brings, and the inventory that proves it. */
const exchange = () => debian.run('patchkeep-agent', 'run', '--once');

describe.skipIf(!isPossible)('an old Debian package, from the decision to the proof', () => {
  it('is upgraded by the agent and verified by its next inventory', async () => {
    await eventually(split, ({ insecure }) => insecure === 1, 'the counts', 300_000);
    await publish('1.1-1');
    await using tab = await signedIn(browser, stack.url);
    await automateByHand(tab.page, ['Probe']);
    await planNow(stack);
    await activityOnce(administrator, channelTag, 'pending');
    await expect.poll(split).toMatchObject({ insecure: 1 });
    exchange();
    const verified = await activityOnce(administrator, channelTag, 'verified');
    expect(verified).toMatchObject({ hostName, fromVersion: '1.0-1', toVersion: '1.1-1', exitCode: 0 });
    expect(installed()).toBe('1.1-1 ii');
    await eventually(split, ({ insecure }) => insecure === 0, 'the counts', 300_000);
  });

  it('on a full disk waits, says so, and is done when there is room', async () => {
    await publish('1.2-1');
    const files = join(debian.root, 'var/lib/patchkeep-agent/files');
    mkdirSync(files, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', files]);
    try {
      await planNow(stack);
      await activityOnce(administrator, channelTag, 'pending');
      exchange();
      const full = await activityOnce(administrator, channelTag, 'failed');
      expect([activityLabel(full), full.isDiskFull, full.cause]).toEqual([
        'Disk Full',
        true,
        'There is not enough room on the disk.',
      ]);
      expect(full.nextAttempt).not.toBeNull();
    } finally {
      execFileSync('umount', [files]);
    }
    // Its quarter of an hour is over.
    await letTimeCome(stack);
    exchange();
    await activityOnce(administrator, channelTag, 'verified');
    expect(installed()).toBe('1.2-1 ii');
  });

  it('whose file is not the one that was vouched for is not run', async () => {
    await publish('1.3-1');
    const [{ sha256 } = {}] = await stack.sql(
      `select encode(sha256, 'hex') as sha256 from package_statements where version = '1.3-1'`,
    );
    const kept = join(signer.env.PATCHKEEP_FILES_DIR, String(sha256).slice(0, 2), String(sha256));
    rmSync(kept);
    execFileSync('cp', [debian.makeProbe({ version: '6.6-6' }), kept]);
    await planNow(stack);
    await activityOnce(administrator, channelTag, 'pending');
    exchange();
    const refused = await activityOnce(administrator, channelTag, 'invalid');
    expect([activityLabel(refused), refused.cause]).toEqual([
      'Failed',
      'The file is not the one that was vouched for.',
    ]);
    expect(installed()).toBe('1.2-1 ii');
  });

  it('whose installer fails says so', async () => {
    await publish('1.4-1', { postinst: '#!/bin/sh\nexit 7\n' });
    await planNow(stack);
    await activityOnce(administrator, channelTag, 'pending');
    exchange();
    const failed = await activityOnce(administrator, channelTag, 'failed');
    expect([activityLabel(failed), failed.pkgResult, failed.cause]).toEqual(['Failed', 'Error', 'dpkg ended with 1.']);
  });

  it('whose program is open waits until people close it, and names it', async () => {
    const { daysOfWeek: _none, ...settings } = await administrator.call(configuration.readAgentSettings);
    await administrator.call(configuration.saveAgentSettings, {
      body: { ...settings, daysOfWeek: 127, openApplication: 'wait' },
    });
    const close = await desk.open('probe-writer');
    await publish('1.5-1', { programs: ['probe-writer'] });
    await planNow(stack);
    await activityOnce(administrator, channelTag, 'pending');
    exchange();
    const waiting = await activityOnce(administrator, channelTag, 'pendingAppRestart');
    expect([activityLabel(waiting), waiting.cause, waiting.attempt]).toEqual([
      'App Restart Required',
      'probe-writer is open.',
      0,
    ]);
    await close();
    // Its quarter of an hour is over.
    await letTimeCome(stack);
    exchange();
    await activityOnce(administrator, channelTag, 'verified');
    expect(installed()).toBe('1.5-1 ii');
  });

  it('whose order expired before the host came to it is refused, says so, and is done by a fresh order', async () => {
    // The host gets both orders at once, and is still at work on the first when the time of the second is over.
    await publish('1.1-1', { tag: slowTag, postinst: '#!/bin/sh\nsleep 7\n' });
    await automate(stack, administrator, slowTag);
    await activityOnce(administrator, slowTag, 'pending');
    await publish('1.6-1');
    await planNow(stack);
    await activityOnce(administrator, channelTag, 'pending');
    await signer.limitOrders(5);
    exchange();
    await activityOnce(administrator, slowTag, 'verified');
    const expired = await activityOnce(administrator, channelTag, 'expired');
    expect([activityLabel(expired), expired.toVersion, expired.cause]).toEqual([
      'Failed',
      '1.6-1',
      'The order had expired before this host could begin.',
    ]);
    expect(installed()).toBe('1.5-1 ii');
    await signer.limitOrders();
    // The hour is over, after which a site is planned anew though nothing has changed.
    await stack.sql(`update plan_states set planned_at = planned_at - interval '1 hour'`);
    await planNow(stack);
    await activityOnce(administrator, channelTag, 'pending');
    exchange();
    const healed = await activityOnce(administrator, channelTag, 'verified');
    expect([healed.toVersion, healed.activityUuid === expired.activityUuid]).toEqual(['1.6-1', false]);
    expect(installed()).toBe('1.6-1 ii');
  });
});

describe.skipIf(!isPossible)('a restart, with somebody at the host', () => {
  it('is asked about, put off, and carried out when they agree [RST-04] [RST-05]', async () => {
    const { uuid } = await hostNamed(administrator, hostName);
    const restartSettings = {
      title: 'Restart, please',
      message: 'Save your work.',
      snoozeSeconds: 600,
      delaySeconds: 90,
    };
    const { tagUuid } = await administrator.call(tags.create, {
      body: { tagName: 'Day', tagKind: tagKind.RestartTag, restartSettings },
    });
    const state = () => administrator.call(restarts.ofHost, { params: { id: uuid } });
    /** Asks the host for its work until it has asked its people. */
    const untilAsked = () =>
      eventually(
        async () => {
          exchange();
          return desk.questions();
        },
        (asked) => asked !== '',
        'the dialog',
        60_000,
      );
    desk.answer(1);
    await administrator.call(restarts.requestOfHost, { params: { id: uuid, tag: tagUuid } });
    await planNow(stack);
    const asked = await untilAsked();
    expect(asked).toContain('--title=Restart, please\n');
    expect(asked).toContain('--cancel-label=Later (10 minutes)\n');
    await expect.poll(state).toMatchObject({ restartState: 'Snooze', shownTime: expect.any(String) });
    expect(desk.restarted()).toBe('');

    desk.answer(0);
    // The ten minutes are over.
    await letTimeCome(stack);
    await untilAsked();
    expect(desk.restarted()).toBe('-r +2 Restart, please: Save your work.\n');
  });
});
