import { approvalCalls, approvals } from '@patchkeep/contract/approvals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, enterSite } from '../../../testkit/approval-world.ts';

const edits = 1_000;
let app: TestApp;
let both: TestClient[];
let world: ApprovalWorld;
beforeAll(async () => {
  app = await testApp();
  const manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 1);
  const admin = await app.signIn('admin');
  await enterSite(admin, 'Beta');
  both = [manager, admin];
});
afterAll(() => app.close());

describe('two administrators at the same approval', () => {
  it('lose no update: each save is one step, and whoever was slower is told', async () => {
    const channelTag = 'alpha-editor';
    const seen = async (client: TestClient) =>
      (await client.call(approvals.lookup, { body: { channelTags: [channelTag] } })).body.approvals[0]?.serialNumber ??
      0;
    const revisionOf = async (): Promise<number> => {
      const [row] = await world.sql('select revision from approval_revisions where customer_id = $1', [
        world.customerId,
      ]);
      return row.revision;
    };
    const revisionBefore = await revisionOf();
    const tallies = { saved: 0, refused: 0 };
    const saved: string[] = [];
    const edit = async (client: TestClient, type: 'block' | 'automate', serialNumber: number) => {
      const body = { siteApprovals: [{ channelTag, serialNumber }] };
      const answer = await client.call(approvalCalls.site.app.change, { params: { type }, body });
      if (answer.status === 200) {
        tallies.saved += 1;
        saved.push(answer.body.changeSet.changeSetUuid);
      } else if (answer.status === 409 && !('code' in answer.body)) tallies.refused += 1;
      else throw new Error(`Neither saved nor refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    };
    for (let round = 0; round < edits / 2; round++) {
      // Both have seen the same state and save at the same time.
      const serialNumber = await seen(both[round % 2] as TestClient);
      const type = round % 2 === 0 ? 'block' : 'automate';
      await Promise.all(both.map((client) => edit(client, type, serialNumber)));
    }
    expect(tallies).toEqual({ saved: edits / 2, refused: edits / 2 });
    expect(await seen(both[0] as TestClient)).toBe(tallies.saved);
    expect((await revisionOf()) - revisionBefore).toBe(tallies.saved);
    expect(new Set(saved).size).toBe(tallies.saved);
  });
});
