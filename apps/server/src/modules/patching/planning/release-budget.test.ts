import { approvalCalls } from '@patchkeep/contract/approvals';
import { patching, patchingDefaults } from '@patchkeep/contract/patching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, type RaisedSigner, signingApp } from '../../../testkit/signed-packages.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { plan } from './plan.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
const channelTag = 'alpha-editor';

beforeAll(async () => {
  ({ app, signer } = await signingApp());
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 5);
  for (const at of [0, 1, 2, 3, 4]) await world.upload(at, ['Alpha Editor 1']);
  await world.count();
  await importVouched(app, signer, { channelTag, version: '3.0' });
});
afterAll(() => app.close());

const save = async (releaseBudget: number) => {
  const { serialNumber } = (await manager.call(patching.readSettings)).body;
  return manager.call(patching.saveSettings, { body: { ...patchingDefaults, releaseBudget, serialNumber } });
};
const planNow = () => plan.run({}, jobTools(app));
const count = async (): Promise<number> =>
  Number((await world.sql('select count(*) as n from tasks where channel_tag = $1', [channelTag]))[0]?.n);
/** Ends so many of the tasks that are open. */
const end = (state: number, most: number) =>
  world.sql(
    'update tasks set state = $1 where task_id in (select task_id from tasks where state = 0 and channel_tag = $3 limit $2)',
    [state, most, channelTag],
  );
const later = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
};

describe('the release budget', () => {
  it('begins at its default, and nobody saves over what another saved', async () => {
    const { body } = await manager.call(patching.readSettings);
    expect(body).toEqual({ ...patchingDefaults, serialNumber: 0 });
    expect((await save(2)).status).toBe(200);
    const late = await manager.call(patching.saveSettings, { body: { ...patchingDefaults, serialNumber: 0 } });
    expect(late.status).toBe(409);
    const tooFew = await manager.call(patching.saveSettings, {
      body: { ...patchingDefaults, releaseBudget: 0, serialNumber: 1 },
    });
    expect(tooFew.status).toBe(400);
    const acts = await world.sql(`select verb from audit_entries where verb = 'patchingSettings.save'`);
    expect(acts.filter(({ verb }) => verb === 'patchingSettings.save').length).toBeGreaterThan(0);
  });

  it('lets out so many, and more as the first are verified; what fails holds it up', async () => {
    const body = { siteApprovals: [{ channelTag }] };
    const params = { type: 'automate' };
    const { previewToken } = (await manager.call(approvalCalls.site.app.preview, { params, body })).body;
    await manager.call(approvalCalls.site.app.change, { params, body: { ...body, previewToken } });
    await planNow();
    await planNow();
    expect(await count()).toBe(2);
    await end(taskState.failed, 1);
    await planNow();
    expect(await count()).toBe(2);
    await end(taskState.verified, 1);
    await planNow();
    expect(await count()).toBe(3);
  });

  it('is not held up by hosts that stay away for longer than an hour', async () => {
    later(61);
    await planNow();
    expect(await count()).toBe(5);
    await planNow();
    expect(await count()).toBe(5);
  });
});
