import { approvalCalls } from '@patchkeep/contract/approvals';
import { why } from '@patchkeep/contract/why';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, type RaisedSigner, signingApp } from '../../../testkit/signed-packages.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { verify } from '../verification/verify.jobs.ts';
import { plan } from './plan.jobs.ts';

const channelTag = 'alpha-editor';
let app: TestApp;
let signer: RaisedSigner;
let manager: TestClient;
let world: ApprovalWorld;

/** The host reports copies of these versions: one for each processor. */
const hold = async (x64: string, x86: string) => {
  const [agent] = world.agents;
  if (!agent) throw new Error('There is one host');
  agent.software = [
    copy('Alpha Editor', x64, { architecture: 'x64' }),
    copy('Alpha Editor', x86, { architecture: 'x86' }),
  ];
  expect((await agent.upload()).status).toBe(200);
  await world.count();
};
/** Plans, and gives all tasks with the processor that their package is for. */
const planned = async (): Promise<[architecture: string, state: number][]> => {
  await plan.run({}, jobTools(app));
  const rows = await world.sql(
    `select s.architectures[1] as architecture, t.state from tasks t join package_statements s using (statement_hash)
     order by t.created_at, t.task_id`,
  );
  return rows.map((row) => [row.architecture, row.state]);
};
/** The host said that its work is done, and its inventory was taken after that. */
const verifyDone = async () => {
  await world.sql('update tasks set state = $1, has_inventory = true, attempt = 1 where state = 0', [
    taskState.unverified,
  ]);
  await verify.run({ customerId: world.customerId }, jobTools(app));
};
const action = async () => {
  const params = { id: world.agents[0]?.agentUuid ?? '' };
  const { verdict } = (await manager.call(why.explain, { params, query: { channelTag } })).body;
  return `${verdict.action} ${verdict.reason}`;
};

beforeAll(async () => {
  ({ app, signer } = await signingApp());
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 1);
  await hold('1.0', '1.0');
  for (const architecture of ['x64', 'x86'] as const)
    await importVouched(app, signer, { channelTag, version: '3.0', architectures: [architecture], family: 'msi' });
  const [params, body] = [{ type: 'automate' }, { siteApprovals: [{ channelTag }] }];
  const { body: preview } = await manager.call(approvalCalls.site.app.preview, { params, body });
  await manager.call(approvalCalls.site.app.change, { params, body: { ...body, previewToken: preview.previewToken } });
});
afterAll(() => app.close());

describe('copies of two processors on one host', () => {
  it('are updated one after the other, each with its own package', async () => {
    expect(await planned()).toEqual([['x64', taskState.pending]]);
    await hold('3.0', '1.0');
    await verifyDone();
    expect(await action()).toBe('update auto');
    expect(await planned()).toEqual([
      ['x64', taskState.verified],
      ['x86', taskState.pending],
    ]);
  });

  it('are verified by the copy that the package was for, not by the other, which is new already', async () => {
    await verifyDone();
    expect((await planned())[1]).toEqual(['x86', taskState.pending]);
    await hold('3.0', '3.0');
    await verifyDone();
    expect((await planned())[1]).toEqual(['x86', taskState.verified]);
  });

  it('are given up one by one: what failed for one processor is still tried for the other', async () => {
    await world.sql('delete from tasks');
    await hold('1.0', '1.0');
    expect(await planned()).toEqual([['x64', taskState.pending]]);
    await world.sql(`update tasks set state = $1, result = 'failed', cause = 'It failed.'`, [taskState.failed]);
    expect(await action()).toBe('update auto');
    await world.count();
    expect((await planned())[1]).toEqual(['x86', taskState.pending]);
    await world.sql(`update tasks set state = $1, result = 'failed', cause = 'It failed.'`, [taskState.failed]);
    expect(await action()).toBe('wait givenUp');
  });
});
