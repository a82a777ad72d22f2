import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copy } from '../../../testkit/agent.ts';
import { type CustomWorld, customWorld, other, run, tool } from '../../../testkit/custom/custom-world.ts';

let world: CustomWorld;
beforeAll(async () => {
  world = await customWorld();
});
afterAll(() => world.app.close());
beforeEach(() => world.forget());

describe('custom software that is uploaded and signed', () => {
  it('is deployed by a job: hosts accept what they are told, fetch its files, and their lists prove it [CUST-01]', async () => {
    const { host, shows, signed, make, goalOf, verdict, plan, prove, filesOf, deliveries, accepted, ends } = world;
    const config = await signed('House tool', { recognition: tool });
    const { goalUuid } = await make([run(config.customDeploymentConfigUuid)]);
    const [delivery, ...more] = await deliveries();
    expect(more).toEqual([]);
    const { order, custom } = await accepted(delivery);
    expect(order).toMatchObject({ kind: 'custom', agent: host.agentUuid, options: {} });
    expect(order.options['action']).toBeUndefined();
    expect(custom).toMatchObject({
      config: config.customDeploymentConfigUuid,
      main: 'tool.msi',
      installArguments: ['SERVER=a b'],
    });
    // All files of it, and they are taken back once it has ended.
    expect(await filesOf()).toEqual(config.files.map((each) => each.sha256 ?? '').toSorted());
    expect(await filesOf()).toHaveLength(2);
    await ends();
    expect(await filesOf()).toEqual([]);
    expect(await verdict(goalUuid)).toMatchObject({ verdict: 'running' });
    await shows(other(), copy('House tool', '2.1'));
    await prove();
    await plan();
    expect(await verdict(goalUuid)).toMatchObject({ verdict: 'achieved', cause: 'House tool is there.' });
    expect(await goalOf(goalUuid)).toMatchObject({ state: 'completed', actions: [{ countAchieved: 1 }] });
  });

  it('is not proven by what an installer says: an older version, or a copy of a user, is not it', async () => {
    const { shows, signed, make, verdict, tasks, prove, deliveries, ends } = world;
    const config = await signed('House tool', { recognition: tool });
    const { goalUuid } = await make([run(config.customDeploymentConfigUuid)]);
    await deliveries();
    await ends();
    await shows(other(), copy('House tool', '1.9'), copy('House tool', '2.0', { scope: 'user', user: 'ana' }));
    await prove();
    expect(await tasks('state, cause')).toEqual([
      { state: 0, cause: 'The installer said that it succeeded, but no inventory shows it.' },
    ]);
    expect(await verdict(goalUuid)).toMatchObject({ verdict: 'waits' });
  });

  it('is found by its product code too, however it is written; what is there already is not installed', async () => {
    const { shows, signed, make, verdict, tasks } = world;
    const productCode = '{0A1B2C3D-0000-1111-2222-333344445555}';
    const config = await signed('House tool', { recognition: { by: 'productCode', productCode } });
    await shows(other(), copy('Any name', '1', { productCode: productCode.toLowerCase() }));
    const { goalUuid } = await make([run(config.customDeploymentConfigUuid)]);
    expect(await verdict(goalUuid)).toMatchObject({ verdict: 'achieved' });
    expect(await tasks('1')).toEqual([]);
  });

  it('is removed where it is found, and proven once it is found no more', async () => {
    const { sql, shows, signed, make, verdict, activities, plan, prove, deliveries, accepted, ends } = world;
    const config = await signed('House tool', { recognition: tool });
    await shows(other(), copy('House tool', '2.0'));
    const { goalUuid } = await make([run(config.customDeploymentConfigUuid, { isRemoval: true })]);
    const [delivery] = await deliveries();
    expect((await accepted(delivery)).order.options).toMatchObject({ action: 'remove' });
    await ends();
    await shows(other(), copy('House tool', '2.0'));
    await prove();
    const [task] = await activities();
    expect(task).toMatchObject({
      action: 'remove',
      cause: 'The installer said that it succeeded, but it is still there.',
    });
    await sql('update tasks set ready_at = created_at');
    await deliveries();
    await ends();
    await shows(other());
    await prove();
    await plan();
    expect(await verdict(goalUuid)).toMatchObject({ verdict: 'achieved', cause: 'House tool is not there.' });
  });

  it('that nothing shows is done when its installer says so, and the job says that nothing shows it', async () => {
    const { signed, make, verdict, activities, plan, filesOf, deliveries, ends } = world;
    const config = await signed('House tool');
    const { goalUuid } = await make([run(config.customDeploymentConfigUuid)]);
    await deliveries();
    await ends();
    await plan();
    expect(await verdict(goalUuid)).toMatchObject({
      verdict: 'achieved',
      cause: 'The installation of House tool succeeded, as its installer says. No list of software shows it.',
    });
    expect(await activities()).toMatchObject([{ result: 'verified', cause: 'No list of software shows it.' }]);
    expect(await filesOf()).toEqual([]);
  });

  it('is tried again, and uses up no attempt, where a host does not believe its approvers yet', async () => {
    const { signed, make, verdict, tasks, deliveries, ends } = world;
    const config = await signed('House tool');
    const { goalUuid } = await make([run(config.customDeploymentConfigUuid)]);
    await deliveries();
    const cause =
      'Those who vouch for custom software at this site were named less than 72 hours ago (approversNotYet).';
    await ends('expired', { pkgResult: 'Error', exitCode: null, cause });
    expect(await tasks('state, attempt')).toEqual([{ state: 0, attempt: 0 }]);
    expect(await verdict(goalUuid)).toMatchObject({ verdict: 'waits', cause: `It is tried again: ${cause}` });
  });

  it('is installed as its config says it behaves [DEP-67]', async () => {
    const { signed, make, deliveries, accepted, ends } = world;
    const flags = { progressPopup: true, interactive: true, requiresUac: true };
    for (const chosen of [flags, { ...flags, interactive: false }]) {
      const config = await signed('House tool', chosen);
      await make([run(config.customDeploymentConfigUuid)]);
      const [delivery] = await deliveries();
      expect((await accepted(delivery)).custom?.flags).toEqual(chosen);
      await ends();
    }
  });

  it('is a task of custom software in the lists of what is done, and completed in the end [ACT-08] [ACT-20]', async () => {
    const { host, shows, signed, make, activities, prove, deliveries, ends } = world;
    const config = await signed('House tool', { recognition: tool });
    await make([run(config.customDeploymentConfigUuid)]);
    const labels = async () => (await activities()).map((each) => activityLabel(each));
    await deliveries();
    expect(await activities()).toMatchObject([
      {
        title: 'House tool',
        channelTag: null,
        action: 'install',
        result: 'attempting',
        isTask: true,
        pkgResult: null,
        agentUuid: host.agentUuid,
        isDiskFull: false,
        isAwaitingBoot: false,
        isAwaitingLogin: false,
        isAwaitingRegistration: false,
        isCustomDeploymentConfig: true,
        systemHasBootedSinceTaskRan: false,
      },
    ]);
    expect(await labels()).toEqual(['Applying']);
    await ends();
    await shows(other(), copy('House tool', '2.0'));
    await prove();
    expect(await labels()).toEqual(['Completed']);
  });
});
