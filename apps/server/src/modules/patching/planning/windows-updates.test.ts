import { activities } from '@patchkeep/contract/activities';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { results } from '@patchkeep/contract/results';
import { activityLabel, isUnverified } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { shippedAgent } from '../../../testkit/shipped-agent.ts';
import { raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';
import { recount } from '../../results/public.ts';
import { verify } from '../verification/verify.jobs.ts';
import { plan } from './plan.jobs.ts';

/** When the machine under the agent was started: a clock, and not ours. */
const machine = vi.hoisted(() => ({ bootedAt: 0 }));
vi.mock(import('node:os'), async (original) => ({
  ...(await original()),
  uptime: () => (Date.now() - machine.bootedAt) / 1_000,
}));

let app: TestApp;
let manager: TestClient;
let signer: RaisedSigner;
let agent: Awaited<ReturnType<typeof shippedAgent>>;
const kb = 5_068_861;

beforeAll(async () => {
  // The host has the server's clock: it believes no order from its future. The story ends before its daily inspection.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T09:00:00Z') });
  const clock = { read: () => new Date() };
  signer = await raiseSigner(() => clock.read());
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket } });
  clock.read = () => app.clock.now;
  machine.bootedAt = Date.now() - 86_400_000;
  manager = await app.signIn('manager');
  const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body;
  agent = await shippedAgent(app, secret, 'story');
});
afterAll(async () => {
  await app.close();
  agent.remove();
  await signer.close();
  vi.useRealTimers();
});

/** No hint reaches the api here: after a quarter of an hour it looks by itself. */
const later = () => {
  app.clock.now = new Date(app.clock.now.getTime() + 16 * 60_000);
  vi.setSystemTime(app.clock.now);
};
const customerId = () => manager.customerId ?? '';
const planNow = () => plan.run({}, jobTools(app));
const countNow = () => recount.run({ customerId: customerId() }, jobTools(app));
const verifyNow = () => verify.run({ customerId: customerId() }, jobTools(app));
const listed = async () => (await manager.call(activities.windowsUpdates, { query: {} as never })).body.activities;
const shown = async () =>
  (await listed()).map((each) => [each.kbArticle, activityLabel(each), isUnverified(each), each.agentUuid]);
const missing = async () =>
  (await manager.call(results.full, { params: { id: agent.agentUuid } })).body.winUpdates.map((update) => [
    update.kbArticle,
    update.state,
    update.task?.isApproved,
  ]);

describe('a Windows update, from the decision to its proof', () => {
  it('is found by the agent and waits for a word', async () => {
    await agent.exchange();
    await countNow();
    await planNow();
    expect(await missing()).toEqual([
      [`KB${kb}`, 'missing', undefined],
      ['KB890830', 'missing', undefined],
    ]);
    expect(await listed()).toEqual([]);
  });

  it('becomes work when it is approved, and the other one does not', async () => {
    const body = { siteApprovals: [{ wuaKey: `kb:${kb}` }] };
    const { body: preview } = await manager.call(approvalCalls.site.wua.preview, { params: { type: 'approve' }, body });
    const { status } = await manager.call(approvalCalls.site.wua.change, {
      params: { type: 'approve' },
      body: { ...body, previewToken: preview.previewToken },
    });
    expect(status).toBe(200);
    later();
    await planNow();
    await planNow();
    expect(await shown()).toEqual([[`KB${kb}`, 'Pending', false, agent.agentUuid]]);
    expect(await listed()).toMatchObject([{ wuTitle: expect.stringContaining('Cumulative Update'), channelTag: null }]);
  });

  it('is ordered, installed and told; a restart is still to come', async () => {
    await agent.exchange();
    await verifyNow();
    expect(await shown()).toEqual([[`KB${kb}`, 'Reboot Required', true, agent.agentUuid]]);
    expect(await listed()).toMatchObject([{ pkgResult: 'SuccessPendingReboot', exitCode: 0 }]);
    expect(await missing()).toContainEqual([`KB${kb}`, 'pending', true]);
    later();
    await countNow();
    await planNow();
    await agent.exchange();
    expect([(await listed()).length, agent.turnsLeft()]).toEqual([1, 1]);
  });

  it('is verified by the look that the host is asked for after its restart', async () => {
    machine.bootedAt = app.clock.now.getTime() + 1_000;
    later();
    await agent.exchange();
    later();
    await planNow();
    later();
    await agent.exchange();
    await verifyNow();
    // The session of before has been idle for too long.
    manager = await app.signIn('manager');
    expect(await shown()).toEqual([[`KB${kb}`, 'Updated', false, agent.agentUuid]]);
    expect(await missing()).toEqual([['KB890830', 'missing', undefined]]);
    expect(agent.turnsLeft()).toBe(0);
    await planNow();
    expect(await listed()).toHaveLength(1);
  });

  it('is read by article, title, host and time, as packages are, and is none of them [ACT-06]', async () => {
    const found = async (query: Record<string, string>) =>
      (await manager.call(activities.windowsUpdates, { query: query as never })).body.activities.length;
    expect(await found({ kbArticle: `KB${kb}` })).toBe(1);
    expect(await found({ kbArticle: 'KB890830' })).toBe(0);
    expect(await found({ title: 'CUMULATIVE' })).toBe(1);
    expect(await found({ title: 'removal tool' })).toBe(0);
    expect(await found({ hostUuid: agent.agentUuid })).toBe(1);
    expect(await found({ endTime: '2026-11-15T08:00:00Z' })).toBe(0);
    expect((await manager.call(activities.packages, { query: {} as never })).body.activities).toEqual([]);
  });
});
