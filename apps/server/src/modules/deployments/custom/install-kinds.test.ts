import { activities } from '@patchkeep/contract/activities';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { constants } from '@patchkeep/contract/constants';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copy } from '../../../testkit/agent.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { type CustomWorld, customWorld, other, run, tool } from '../../../testkit/custom/custom-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched } from '../../../testkit/signed-packages.ts';
import { plan } from '../../patching/public.ts';

const [alpha, bravo, charlie] = ['alpha-editor', 'bravo-player', 'charlie-viewer'] as const;

let world: CustomWorld;
let fleet: ApprovalWorld;
beforeAll(async () => {
  world = await customWorld();
  const { app, signer, admin, host, old, linux } = world;
  for (const agent of [host, old, linux]) {
    agent.software = [];
    await agent.upload();
  }
  fleet = await approvalWorld(app, admin, 1);
  for (const channelTag of [alpha, bravo, charlie])
    await importVouched(app, signer, { channelTag, version: '3.0', isInstallable: true });
});
afterAll(() => world.app.close());

/** Has the site follow the newest version, and plans what that brings. */
const automate = async (channelTag: string) => {
  const { change, preview } = approvalCalls.site.app;
  const given = { params: { type: 'automate' }, body: { siteApprovals: [{ channelTag }] } };
  const { previewToken } = (await world.admin.call(preview, given)).body;
  const { status } = await world.admin.call(change, { ...given, body: { ...given.body, previewToken } });
  expect(status).toBe(200);
  await fleet.count();
  await plan.run({}, jobTools(world.app));
};
/** What the host accepts until nothing waits for it; each ends well. */
const done = async () => {
  const told: [kind: string, about: string | undefined][] = [];
  for (let batch = await world.deliveries(); batch.length > 0; batch = await world.deliveries())
    for (const delivery of batch) {
      const { order, package: statement, custom } = await world.accepted(delivery);
      told.push([order.kind, statement?.channelTag ?? custom?.title]);
      await world.ends();
    }
  return told.toSorted(([one], [two]) => one.localeCompare(two));
};

it('a host gets custom software, and installs, removes and upgrades packages, each by a kind of its own [DEP-66]', async () => {
  const { admin, host, shows, signed, make, prove } = world;
  await shows(other(), copy('Bravo Player', '3.0'), copy('Charlie Viewer', '1.0'));
  const { customDeploymentConfigUuid } = await signed('House tool', { recognition: tool });
  await make([
    run(customDeploymentConfigUuid),
    { actionType: 'Install', channelTag: alpha },
    { actionType: 'Remove', channelTag: bravo },
  ]);
  await automate(charlie);
  const told = await done();
  expect(told).toEqual([
    ['custom', 'House tool'],
    ['install-package', alpha],
    ['remove-package', bravo],
    ['upgrade-package', charlie],
  ]);
  expect(told.map(([kind]) => kind)).toEqual(constants.installKinds);
  await shows(other(), copy('House tool', '2.0'), copy('Alpha Editor', '3.0'), copy('Charlie Viewer', '3.0'));
  await prove();
  const { body } = await admin.call(activities.packages, { query: {} });
  const own = body.activities.filter(({ agentUuid }) => agentUuid === host.agentUuid);
  const labels = own.map((each) => [each.title, activityLabel(each)]);
  expect(Object.fromEntries(labels)).toEqual({
    'House tool': 'Completed',
    'Alpha Editor': 'Installed',
    'Bravo Player': 'Uninstalled',
    'Charlie Viewer': 'Updated',
  });
});

it('a host whose agent is too old for custom software counts for the packages of the same job', async () => {
  const { old, signed, make } = world;
  const custom = run((await signed('Old tool')).customDeploymentConfigUuid);
  const counts = { agentCount: 1, unsupportedAgentCount: 0, oldAgentCount: 0 };
  expect(await make([custom, { actionType: 'Install', channelTag: alpha }], [old])).toMatchObject(counts);
  const none = { agentCount: 0, unsupportedAgentCount: 1, oldAgentCount: 1 };
  expect(await make([custom], [old])).toMatchObject({ ...none, result: 'no-supported-hosts' });
});
