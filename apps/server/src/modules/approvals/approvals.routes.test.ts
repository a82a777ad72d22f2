import { approvalCalls, approvals } from '@patchkeep/contract/approvals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../testkit/approval-world.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 6);
  for (const at of [0, 1, 2]) await world.upload(at, ['Alpha Editor 1', 'Bravo Player 2']);
  for (const at of [3, 4, 5]) await world.upload(at, ['Alpha Editor 2']);
  await world.count();
});
afterAll(() => app.close());

describe('x', () => {
  it('lists', async () => {
    const { status, body } = await manager.call(approvalCalls.site.app.list, {});
    console.log(JSON.stringify(body, null, 1).slice(0, 3000));
    expect(status).toBe(200);
    const changed = await manager.call(approvalCalls.site.app.change, {
      params: { type: 'automate' },
      body: { siteApprovals: [{ channelTag: 'alpha-editor' }] },
    });
    console.log(JSON.stringify(changed.body, null, 1));
    expect(changed.status).toBe(200);
    const pre = await manager.call(approvals.previewChanges, {
      body: { changes: [{ level: 'site', kind: 'app', type: 'block', channelTag: 'alpha-editor' }] },
    });
    console.log(JSON.stringify(pre.body, null, 1));
  });
});
