import { agentApi } from '@patchkeep/contract/agent/protocol';
import { deploymentConfigs } from '@patchkeep/contract/deployment-configs';
import { goals } from '@patchkeep/contract/goals';
import { results } from '@patchkeep/contract/results';
import { argumentsFor, type Delivery, judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { importVouched, type RaisedSigner, signingApp } from '../../testkit/signed-packages.ts';
import { planGoals } from './goals.jobs.ts';

const channelTag = 'alpha-editor';
const plainTag = 'bravo-player';
let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
let siteUuid: string;

const server = {
  name: 'server',
  title: 'Server',
  help: 'Whom it calls.',
  argument: 'SERVER={value}',
  isRequired: true,
};
const icons = { name: 'noIcons', title: 'No icons', help: '', argument: '/noicons', isFlag: true };
const setRules = async (upgrade: object) => {
  await world.sql(`update channels set rules = rules || $2 where channel_tag = $1`, [channelTag, { upgrade }]);
  await world.sql('update catalog_revision set revision = revision + 1');
};

beforeAll(async () => {
  const signing = await signingApp();
  ({ app, signer } = signing);
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 2);
  siteUuid = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  await importVouched(app, signer, {
    channelTag,
    version: '3.0',
    isInstallable: true,
    installArguments: ['/S', 'SERVER={server}', '{noIcons}'],
    options: { server: { maxLength: 100, values: null }, noIcons: { maxLength: 20, values: ['/noicons'] } },
  });
  await importVouched(app, signer, { channelTag: plainTag, version: '3.0', isInstallable: true });
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  await world.sql('delete from tasks');
  await world.sql('delete from goals where customer_id = $1', [world.customerId]);
  await world.sql('delete from deployment_choices');
  await setRules({ options: [server, icons] });
  for (const at of [0, 1]) await world.upload(at, []);
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
});

const agentAt = (at: number): TestAgent => world.agents[at] as TestAgent;
const plan = () => planGoals.run({}, jobTools(app));
const read = async () => {
  const { deploymentConfigs: found } = (await manager.call(deploymentConfigs.read, { params: { id: channelTag } }))
    .body;
  const [config] = found;
  if (!config) throw new Error('There is no config');
  return config;
};
const save = async (choices: object, more: object = {}) => {
  const config = await read();
  const { softwareDeploymentUserChoicesId, deploymentConfigTag, deploymentConfigTagSeqNumber, serialNumber } = config;
  const version = { softwareDeploymentUserChoicesId, deploymentConfigTag, deploymentConfigTagSeqNumber, serialNumber };
  const answer = await manager.call(deploymentConfigs.save, {
    params: { id: channelTag },
    body: { ...version, choices, ...more } as never,
  });
  return { status: answer.status, body: answer.body as { code?: number; deploymentConfigs: (typeof config)[] } };
};
const make = async (action: object, tag = channelTag) => {
  const actions = [{ channelTag: tag, actionType: 'Install', ...action }];
  const body = { title: 'Editors', actions, hosts: [agentAt(0).agentUuid] } as never;
  const answer = await manager.call(goals.deploy, { body });
  await plan();
  return {
    status: answer.status,
    body: answer.body as { code?: number; message?: string; info?: object; goalUuid: string },
  };
};
const told = (text: string | boolean, name = 'server') => ({ choices: { installOptions: { [name]: text } } });
const goalOf = async (id: string) => (await manager.call(goals.read, { params: { id } })).body.goal;
const waiting = async () => (await world.sql('select options from tasks where state = 0')).map((row) => row['options']);

describe('the choices of a site for an application', () => {
  it('are read with what can be chosen, and saved under their number [DEP-07] [DEP-08] [DEP-09] [DEP-56] [DEP-57]', async () => {
    const before = await read();
    expect(before).toMatchObject({
      channelTag,
      title: 'Alpha Editor',
      softwareDeploymentUserChoicesId: null,
      deploymentConfigTag: expect.stringMatching(/^[0-9a-f]{16}$/),
      deploymentConfigTagSeqNumber: 1,
      serialNumber: 0,
      deploymentConfig: {
        order: [],
        pkgDataSelector: [],
        installOptions: [
          { name: 'server', type: 'text', argument: 'SERVER={value}', isRequired: true, defaultValue: '' },
          { name: 'noIcons', type: 'flag', argument: '/noicons', isRequired: false, defaultValue: '' },
        ],
        files: [],
        basicUi: ['server', 'noIcons'],
        advancedUi: [],
        commands: [],
        defaults: { selectors: {}, installOptions: {}, files: {} },
      },
      choices: { selectors: {}, installOptions: {}, files: {}, isSetToInstallSystemBased: false },
      missing: ['Server'],
      isInstallableSystemBased: true,
      isInstallableUserBased: false,
      isRemovableSystemBased: true,
      isRemovableUserBased: false,
      isConfigured: false,
    });
    const choices = { installOptions: { server: 'one two', noIcons: true }, isSetToInstallSystemBased: true };
    const saved = await save(choices);
    expect([saved.status, saved.body.deploymentConfigs[0]]).toMatchObject([
      200,
      {
        serialNumber: 1,
        choices: { ...choices, isSetToRemoveSystemBased: false },
        missing: [],
        isConfigured: true,
        isSetToInstall: true,
        isSetToRemove: false,
        deploymentConfig: { commands: ['"SERVER=one two"', '/noicons'] },
      },
    ]);
    expect((await read()).softwareDeploymentUserChoicesId).toEqual(expect.any(String));
    const [entry] = await world.sql(`select verb from audit_entries order by at desc, seq desc limit 1`);
    expect(entry).toEqual({ verb: 'deploymentChoices.save' });
  });

  it('are not saved over those of somebody else', async () => {
    expect((await save({})).status).toBe(200);
    expect((await save({}, { serialNumber: 0 })).status).toBe(409);
    expect((await save({}, { softwareDeploymentUserChoicesId: null })).status).toBe(409);
    expect((await read()).serialNumber).toBe(1);
  });

  it('are refused when they are wrong, or were made for another config [ERR-27]', async () => {
    const wrong = async (choices: object, more: object = {}) => {
      const { status, body } = await save(choices, more);
      return [status, body.code];
    };
    for (const choices of [
      { installOptions: { server: 'a"b' } },
      { installOptions: { server: '/other' } },
      { installOptions: { server: true } },
      { installOptions: { nothing: 'x' } },
      { selectors: { architecture: 'x64' } },
      { files: { f: { siteResourceTag: siteUuid, filename: 'f.mst', forVersion: null } } },
      { isSetToInstallSystemBased: true, isSetToRemoveSystemBased: true },
    ])
      expect(await wrong(choices)).toEqual([400, 2031]);
    expect(await wrong({}, { deploymentConfigTag: 'before' })).toEqual([400, 2031]);
    expect(await wrong({}, { deploymentConfigTagSeqNumber: 7 })).toEqual([400, 2031]);
    expect(await world.sql('select 1 from deployment_choices')).toEqual([]);
  });

  it('are what hosts show of each application [APP-18]', async () => {
    const flags = async () => {
      const { body } = await manager.call(results.ofHost, { params: { id: agentAt(0).agentUuid } });
      return body.applications.find((row) => row.name === 'Alpha Editor')?.capabilities;
    };
    await world.upload(0, ['Alpha Editor 1']);
    const none = { isSetToInstallSystemBased: false, isSetToInstallUserBased: false };
    const noRemoval = { isSetToRemoveSystemBased: false, isSetToRemoveUserBased: false };
    expect(await flags()).toMatchObject({ isConfigured: false, ...none, ...noRemoval });
    await save({ installOptions: { server: 'a' }, isSetToInstallSystemBased: true, isSetToRemoveUserBased: true });
    expect(await flags()).toMatchObject({
      isConfigured: true,
      isSetToInstallSystemBased: true,
      isSetToInstallUserBased: false,
      isSetToRemoveSystemBased: false,
      isSetToRemoveUserBased: true,
    });
    await save({ isSetToInstallUserBased: true, isSetToRemoveSystemBased: true });
    expect(await flags()).toMatchObject({
      isConfigured: false,
      isSetToInstallSystemBased: false,
      isSetToInstallUserBased: true,
      isSetToRemoveSystemBased: true,
      isSetToRemoveUserBased: false,
    });
  });
});

describe('what a job tells an installer', () => {
  it('goes along with the work, signed, and becomes one argument each', async () => {
    const choices = { installOptions: { server: 'one two ', noIcons: true } };
    const { body } = await make({ choices });
    expect((await goalOf(body.goalUuid)).actions).toMatchObject([
      {
        choices: { selectors: {}, installOptions: { server: 'one two', noIcons: true }, files: {} },
        choicesTag: (await read()).deploymentConfigTag,
        choicesTagSeqNumber: 1,
        isSystemBased: true,
        isMainUser: false,
        isEnabled: true,
      },
    ]);
    expect(await waiting()).toEqual([{ server: 'one two', noIcons: '/noicons' }]);
    const agent = agentAt(0);
    const answer = await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }));
    const [delivery] = answer.body.deliveries as Delivery[];
    if (!delivery) throw new Error('Nothing was delivered');
    const trust = { siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 };
    const accepted = judge(
      delivery,
      { agent: agent.agentUuid, site: siteUuid, root: readRoot(signer.root), ...trust },
      { refusedKinds: [], refusedChannels: [] },
      app.clock.now.getTime(),
    );
    expect(argumentsFor(accepted)).toEqual(['/S', 'SERVER=one two', '/noicons']);
  });

  it('is what the site has saved where the job says nothing, and stays as it was', async () => {
    await save({ installOptions: { server: 'saved' } });
    const { body } = await make({});
    expect(await waiting()).toEqual([{ server: 'saved' }]);
    await save({ installOptions: { server: 'later' } });
    await plan();
    expect((await goalOf(body.goalUuid)).actions[0]?.choices).toMatchObject({ installOptions: { server: 'saved' } });
    expect(await waiting()).toEqual([{ server: 'saved' }]);
  });

  it('has to be complete: unconfigured software is not deployed [DEP-23] [DEP-45]', async () => {
    for (const action of [{}, told(''), told(true, 'noIcons'), { ...told('a'), choicesTag: 'before' }]) {
      const { status, body } = await make(action);
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining(String.raw`Cannot deploy unconfigured software \"Alpha Editor\"`),
      ]);
    }
    // A file of one's own cannot be brought to hosts: nothing is promised that cannot happen.
    const file = { name: 'mst', title: 'Transform', help: '', type: 'transform', isRequired: true };
    await setRules({ options: [server], files: [file] });
    expect((await read()).missing).toEqual(['Server', 'Transform']);
    expect((await make(told('a'))).status).toBe(400);
    expect((await make({}, plainTag)).status).toBe(200);
    // Whoever removes it is asked for nothing.
    await world.upload(0, ['Alpha Editor 1']);
    const removal = await make({ actionType: 'Remove' });
    expect(removal.status).toBe(200);
    expect((await goalOf(removal.body.goalUuid)).actions).toMatchObject([{ isConfigured: true, isDirty: false }]);
    expect(await world.sql(`select kind, options from tasks where channel_tag = $1`, [channelTag])).toEqual([
      { kind: 2, options: {} },
    ]);
  });

  it('has to be right, and something that a package takes', async () => {
    for (const action of [
      told('a"b'),
      told('-x'),
      told('x', 'nothing'),
      told('yes', 'noIcons'),
      { actionType: 'Remove', ...told('a') },
    ]) {
      const { status, body } = await make(action);
      expect([status, body.code]).toEqual([400, 2031]);
    }
    expect((await make(told('a'), plainTag)).body).toMatchObject({ code: 2031 });
    await setRules({ options: [server, { ...icons, name: 'dark', argument: '/dark' }] });
    const choices = { installOptions: { server: 'a', dark: true } };
    expect((await make({ choices })).body).toMatchObject({ code: 2031 });
    expect(await world.sql('select 1 from goals where customer_id = $1', [world.customerId])).toEqual([]);
  });

  it('is another action when it is another, and is kept by an edit that does not speak of it', async () => {
    const { body } = await make(told('one'));
    const edit = async (more: object) => {
      const { serialNumber } = await goalOf(body.goalUuid);
      const call = { params: { id: body.goalUuid }, body: { serialNumber, ...more } as never };
      expect((await manager.call(goals.edit, call)).status).toBe(200);
      await plan();
      return (await goalOf(body.goalUuid)).actions.map((each) => [
        each.choices?.installOptions['server'],
        each.isEnabled,
      ]);
    };
    const again = { channelTag, actionType: 'Install' };
    expect(await edit({ actions: [{ ...again, priority: 3 }] })).toEqual([['one', true]]);
    expect(await edit({ actions: [{ ...again, ...told('two') }] })).toEqual([
      ['one', false],
      ['two', true],
    ]);
    expect(await waiting()).toEqual([{ server: 'two' }]);
    // Chosen again, what was disabled is revived.
    expect(await edit({ actions: [{ ...again, ...told('one') }] })).toEqual([
      ['one', true],
      ['two', false],
    ]);
    expect(await waiting()).toEqual([{ server: 'one' }]);
  });

  it('that the catalogue no longer asks for so keeps hosts waiting, and says why', async () => {
    const { body } = await make(told('one'));
    await world.sql('delete from tasks');
    const cause = async () => {
      await plan();
      const { body: page } = await manager.call(goals.hosts, { params: { id: body.goalUuid }, query: {} as never });
      return page.hosts[0]?.actions[0]?.cause;
    };
    const standing = async () => (await goalOf(body.goalUuid)).actions[0];
    expect(await standing()).toMatchObject({ isConfigured: true, isDirty: false });
    await setRules({ options: [server, { ...icons, isRequired: true }] });
    expect(await standing()).toMatchObject({ isConfigured: false, isDirty: false });
    expect(await cause()).toBe('The choices for Alpha Editor are not complete.');
    await setRules({ options: [{ ...server, name: 'dark' }] });
    expect(await standing()).toMatchObject({ isConfigured: false, isDirty: true });
    expect(await cause()).toBe('The choices for Alpha Editor are not complete.');
    expect(await waiting()).toEqual([]);
  });
});
