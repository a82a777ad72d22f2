import { customSoftware } from '@patchkeep/contract/custom-software';
import { goals } from '@patchkeep/contract/goals';
import { hostTargets } from '@patchkeep/contract/host-targets';
import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { sites } from '@patchkeep/contract/sites';
import { customTag } from '@patchkeep/orders/custom/custom-package';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copy } from '../../../testkit/agent.ts';
import { type CustomWorld, customWorld, other, run, tool } from '../../../testkit/custom/custom-world.ts';

let world: CustomWorld;
beforeAll(async () => {
  world = await customWorld();
});
afterAll(() => world.app.close());
beforeEach(() => world.forget());

describe('an action with custom software', () => {
  it('is shown with its config, its kind and what hosts run [DEP-14] [DEP-16]', async () => {
    const { admin, signed, make, goalOf } = world;
    const config = await signed('House tool', { recognition: tool });
    const { customDeploymentConfigUuid, taskSpec, taskSpecTag, taskSpecTagSeqNumber } = config;
    const { goalUuid } = await make([run(customDeploymentConfigUuid, { isRemoval: true })]);
    const { actions } = await goalOf(goalUuid);
    expect(actions).toMatchObject([
      {
        goalActionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        channelTag: '',
        actionType: 'Custom',
        customDeploymentConfigUuid,
        isRemoval: true,
        title: 'House tool',
        taskData: { taskSpec, taskSpecTag },
        taskSpecTagSeqNumber,
        version: null,
        choices: null,
        isConfigured: true,
      },
    ]);
    expect(actions[0]?.taskData?.taskSpec).toMatchObject({ mainFile: taskSpec.mainFile, files: taskSpec.files });
    const targets = await admin.call(hostTargets.list, { query: { goalUuid, showStatus: 'all' } as never });
    expect(targets.body.targets[0]?.actions).toMatchObject([{ channelTag: '', title: 'House tool' }]);
    expect((await admin.call(goals.read, { params: { id: goalUuid } })).body.channels).toEqual([]);
  });

  it('stands once for each config, and two configs are two actions', async () => {
    const { admin, signed, make, goalOf, tasks } = world;
    const [one, two] = [await signed('One', { recognition: tool }), await signed('Two')];
    const [a, b] = [one.customDeploymentConfigUuid, two.customDeploymentConfigUuid];
    expect(await make([run(a), run(a, { isRemoval: true })])).toMatchObject({ status: 400, code: 2031 });
    const { goalUuid } = await make([run(a), run(b)]);
    const tags = async () => (await tasks('channel_tag')).map((row) => row.channel_tag);
    expect((await tags()).toSorted()).toEqual([customTag(a), customTag(b)].toSorted());
    // Removed instead of installed, it is another action; wanted again as it was, the first is revived.
    const edit = async (more: object) => {
      const { serialNumber } = await goalOf(goalUuid);
      const body = { serialNumber, ...more } as never;
      expect((await admin.call(goals.edit, { params: { id: goalUuid }, body })).status).toBe(200);
      return (await goalOf(goalUuid)).actions.map((each) => [each.title, each.isRemoval, each.isEnabled]);
    };
    expect(await edit({ actions: [run(a, { isRemoval: true }), run(b)] })).toEqual([
      ['One', false, false],
      ['Two', false, true],
      ['One', true, true],
    ]);
    expect(await edit({ actions: [run(a)] })).toEqual([
      ['One', false, true],
      ['Two', false, false],
      ['One', true, false],
    ]);
  });

  it('is held by a job that wants the opposite, and the preview says so', async () => {
    const { host, admin, shows, signed, make, verdict } = world;
    const config = await signed('House tool', { recognition: tool });
    const id = config.customDeploymentConfigUuid;
    await make([run(id)], [host], { title: 'Spring', priority: 5, jobType: 'ongoing' });
    const body = { title: 'x', actions: [run(id, { isRemoval: true })], hosts: [host.agentUuid] } as never;
    const preview = await admin.call(goals.preview, { body });
    expect(preview.body.conflicts).toMatchObject([{ title: 'Spring', channelTag: '' }]);
    await shows(other(), copy('House tool', '2.0'));
    const { goalUuid } = await make([run(id, { isRemoval: true })]);
    expect(await verdict(goalUuid)).toMatchObject({ verdict: 'held', cause: 'It is held by the job "Spring".' });
  });

  it('is refused where it cannot be done', async () => {
    const { sql, place, save, signed, make } = world;
    const fixed = await signed('Fixed', { removeArguments: null });
    const refused = async (...given: Parameters<typeof make>) => {
      const { status, code, message } = await make(...given);
      return [status, code, message];
    };
    expect(await refused([run(fixed.customDeploymentConfigUuid, { isRemoval: true })])).toEqual([
      400,
      2031,
      '"Fixed" cannot be removed: nothing says how',
    ]);
    const personal = await save('Personal');
    await sql(`update custom_configs set spec = spec || '{"scope": "user"}' where config_id = $1`, [
      personal.customDeploymentConfigUuid,
    ]);
    expect(await refused([run(personal.customDeploymentConfigUuid)])).toEqual([
      400,
      2031,
      'Jobs cannot deploy "Personal" yet: it is for single users',
    ]);
    const choices = { installOptions: { a: 'b' } };
    expect(await refused([run(fixed.customDeploymentConfigUuid, { choices })])).toEqual([
      400,
      2031,
      'Only what is installed takes choices',
    ]);
    expect(await make([run(fixed.customDeploymentConfigUuid, { version: '1' })])).toMatchObject({ status: 400 });
    expect(await sql('select 1 from goals where customer_id = $1', [place.customerId])).toEqual([]);
  });

  it('asks for the right to custom software besides the right to deploy, and for software of this site', async () => {
    const { app, sql, place, host, old, signed, make, goalOf } = world;
    const config = await signed('House tool', { recognition: tool });
    const id = config.customDeploymentConfigUuid;
    const { goalUuid } = await make([run(id)]);
    const may = async (permissions: number) => {
      await sql('update site_members set permissions = $2 where site_id = $1', [place.siteId, permissions]);
      const manager = await app.signIn('manager');
      await manager.call(sites.select, { params: { id: place.siteId } });
      await manager.ehlo();
      return manager;
    };
    const both = { body: { goals: [goalUuid] } as never };
    const needed = { message: 'Needs canWriteCustomDeployments' };
    const manager = await may(rolePreset['Read & Write'] & ~sitePermission.WriteCustomDeployments);
    const { serialNumber } = await goalOf(goalUuid);
    const body = { serialNumber, addHosts: [old.agentUuid] } as never;
    expect((await manager.call(goals.read, { params: { id: goalUuid } })).status).toBe(200);
    expect(await make([run(id)], [host], {}, manager)).toMatchObject({ status: 403, ...needed });
    expect((await manager.call(goals.edit, { params: { id: goalUuid }, body })).body).toMatchObject(needed);
    // Whoever may deploy may stop it, and not have it go on.
    expect((await manager.call(goals.abort, both)).status).toBe(200);
    expect((await manager.call(goals.resume, both)).body).toMatchObject(needed);
    expect((await (await may(rolePreset['Read & Write'])).call(goals.resume, both)).body).toMatchObject({
      goals: [{}],
    });
    await sql(
      `update custom_configs set site_id = (select site_id from sites where customer_id = $1 and site_id <> $2 limit 1)
       where customer_id = $1`,
      [place.customerId, place.siteId],
    );
    expect(await make([run(id)])).toMatchObject({ status: 404 });
  });
});

describe('a host', () => {
  it('counts where its system fits and its agent says whom it believes, and the rest is told why it waits', async () => {
    const { host, old, linux, signed, make, verdict, tasks } = world;
    const config = await signed('House tool');
    const made = await make([run(config.customDeploymentConfigUuid)], [host, old, linux]);
    const { goalUuid } = made;
    expect(made).toMatchObject({ agentCount: 1, unsupportedAgentCount: 2, oldAgentCount: 1 });
    expect((await verdict(goalUuid, old))?.cause).toBe('The agent on the host is too old for this.');
    expect((await verdict(goalUuid, linux))?.cause).toBe('House tool does not run on this host.');
    expect(await tasks('host_id')).toEqual([{ host_id: host.agentUuid }]);
    const script = await signed('Script', {}, ['run.sh']);
    // Whom it is not for does not gain by a newer agent.
    const ofLinux = await make([run(script.customDeploymentConfigUuid)], [host, old, linux]);
    expect(ofLinux).toMatchObject({ agentCount: 1, unsupportedAgentCount: 2, oldAgentCount: 0 });
  });

  it('waits until approvers have signed, and again once what they signed is another', async () => {
    const { app, sql, host, admin, save, sign, make, verdict, tasks, plan } = world;
    const { customDeploymentConfigUuid: id, taskSpec } = await save('House tool', { recognition: tool });
    const { goalUuid } = await make([run(id)], [host], { jobType: 'ongoing' });
    const cause = async () => {
      await plan();
      return (await verdict(goalUuid))?.cause;
    };
    const unsigned = 'The custom software House tool waits for the signatures of its approvers.';
    expect(await cause()).toBe(unsigned);
    await sign(id);
    expect(await cause()).toBe('The host gets it at its next check-in.');
    const states = async () => (await tasks('state')).map((row) => row.state);
    expect(await states()).toEqual([0]);
    const expires = async (days: number) =>
      sql('update custom_packages set expires_at = $1', [new Date(app.clock.now.getTime() + days * 86_400_000)]);
    await expires(-1);
    expect(await cause()).toBe('The custom software House tool must be signed anew: its signatures have expired.');
    // What nobody has begun is taken back: hosts would refuse it.
    expect(await states()).toEqual([5]);
    await expires(1);
    const edited = { ...taskSpec, installArguments: [] };
    const { serialNumber } = (await admin.call(customSoftware.read, { params: { id } })).body.customDeploymentConfig;
    const body = { customDeploymentConfigUuid: id, title: 'House tool', taskSpec: edited, serialNumber } as never;
    expect((await admin.call(customSoftware.save, { body })).status).toBe(200);
    expect(await cause()).toBe(unsigned);
    await sql(`update approver_statements set starts_at = $1`, [new Date(app.clock.now.getTime() + 3_600_000)]);
    await sign(id);
    expect(await cause()).toMatch(/^Those who vouch for House tool count from 2026-\d\d-\d\d \d\d:\d\d UTC on\.$/);
    await sql(`update approver_statements set starts_at = $1`, [new Date(app.clock.now.getTime() - 3_600_000)]);
    expect(await cause()).toBe('The host gets it at its next check-in.');
    expect(await states()).toEqual([5, 0]);
  });
});
