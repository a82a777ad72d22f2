import { approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { why } from '@patchkeep/contract/why';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, type RaisedSigner, signingApp } from '../../../testkit/signed-packages.ts';
import { plan } from './plan.jobs.ts';

let app: TestApp;
let silentApp: TestApp;
let signer: RaisedSigner;
let manager: TestClient;
let world: ApprovalWorld;
const channelTag = 'alpha-editor';
const hostCount = 5;
/** Host 0 and 1 run Windows on x64, 2 Windows on ARM, 3 Linux; 4 enrolled without a root of keys. */
beforeAll(async () => {
  ({ app, signer } = await signingApp());
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, hostCount);
  for (let at = 0; at < hostCount; at++) await world.upload(at, ['Alpha Editor 1']);
  const set = (at: number, change: string) =>
    world.sql(`update hosts set ${change} where host_id = $1`, [world.agents[at]?.agentUuid]);
  await set(2, `os_architecture = 'arm64'`);
  await set(3, 'os_family = 1');
  await set(4, 'has_root = false');
  await world.count();
  silentApp = await testApp({ database: app.database });
});
afterAll(async () => {
  await silentApp.app.close();
  await app.close();
});

const explain = async (at: number, by = manager) =>
  (await by.call(why.explain, { params: { id: world.agents[at]?.agentUuid ?? '' }, query: { channelTag } })).body;
const everybody = async (by = manager) => {
  const told: string[] = [];
  for (let at = 0; at < hostCount; at++) {
    const { verdict, awaits } = await explain(at, by);
    told.push([verdict.action, verdict.reason, ...awaits.map(({ kind }) => kind)].join(' '));
  }
  return told;
};
const change = (type: SomeChange['type']): SomeChange[] => [{ level: 'site', kind: 'app', type, channelTag }];
const preview = async (type: SomeChange['type'], by = manager) =>
  (await by.call(approvals.previewChanges, { body: { changes: change(type) } })).body;
const decide = async (type: SomeChange['type']) => {
  const { previewToken } = await preview(type);
  const { status } = await manager.call(approvals.applyChanges, { body: { changes: change(type), previewToken } });
  expect(status).toBe(200);
};
/** Plans, and gives the hosts that then have work to do. */
const planned = async (of = app): Promise<number[]> => {
  await plan.run({}, jobTools(of));
  const rows = await world.sql('select host_id from tasks where state = 0 and channel_tag = $1', [channelTag]);
  return rows.map((row) => world.agents.findIndex((agent) => agent.agentUuid === row.host_id)).toSorted();
};
const promised = async (): Promise<number[]> =>
  (await everybody()).flatMap((told, at) => (told.startsWith('update') ? [at] : []));

describe('there is a package', () => {
  it('not by a manifest alone: Why?, the preview and the plan all say that nobody has vouched for one', async () => {
    expect(await preview('automate')).toMatchObject({
      updatingHosts: 0,
      warnings: [
        { kind: 'waitsForRoot', count: 1 },
        { kind: 'waitsForPackage', count: 4 },
      ],
    });
    await decide('automate');
    const nobodyVouched = 'wait noPackage package';
    expect(await everybody()).toEqual([...Array.from({ length: 4 }, () => nobodyVouched), 'wait noRoot root package']);
    expect((await explain(0)).verdict.sentence).toBe(
      'Waits with 3.0: the site follows the newest version, but nobody has vouched for a package of it.',
    );
    expect(await planned()).toEqual([]);
  });

  it('not while the packager is at it: each of its states has a sentence of its own, and nothing is planned', async () => {
    const told = async (state: string) => {
      await world.sql(
        `insert into package_builds (build_id, channel_tag, version, state, holds, since)
         values ('1', $1, '3.0', $2, '[]', now()) on conflict (build_id) do update set state = excluded.state`,
        [channelTag, state],
      );
      return (await explain(0)).verdict;
    };
    const sentences: [string, string][] = [
      ['fetching', ', and its package is being prepared'],
      ['ready', ', and its package is being prepared'],
      ['awaitsVerifier', ', but the verifier has not vouched for its package yet'],
      ['awaitsPerson', ', but nobody with the offline keys has signed its package yet'],
      ['held', ', but its package is held back'],
      ['vendorDown', ', but the vendor’s file for its package cannot be had now'],
      ['movedOn', ', but the vendor’s file for its package cannot be had now'],
      ['notOffered', ', but no package of it can be made from public manifests'],
    ];
    for (const [state, sentence] of sentences)
      expect(await told(state)).toMatchObject({
        action: 'wait',
        sentence: `Waits with 3.0: the site follows the newest version${sentence}.`,
      });
    await world.sql('insert into packager_contact (silent_since) values (now())');
    expect((await told('fetching')).sentence).toContain(
      ', but the packager that prepares its package does not answer.',
    );
    // The packager makes packages for Windows: nobody prepares one for host 3.
    expect((await everybody()).slice(2)).toEqual([
      'wait packagerSilent package',
      'wait noPackage package',
      'wait noRoot root package',
    ]);
    expect(await planned()).toEqual([]);
    await world.sql('delete from package_builds');
  });

  it('when it was vouched for, fits the host, and the host has a root: then it is planned, and for nobody else', async () => {
    const content = Buffer.from('Alpha Editor 3 for x64');
    await importVouched(app, signer, { channelTag, version: '3.0' }, content);
    expect(await everybody()).toEqual([
      'update auto checkIn',
      'update auto checkIn',
      'update auto checkIn',
      'wait packageUnfit package',
      'wait noRoot root',
    ]);
    const { outcomes } = (await manager.call(why.spread, { query: { channelTag } })).body;
    expect(outcomes.map(({ reason, hosts }) => `${hosts} ${reason}`).toSorted()).toEqual([
      '1 noRoot',
      '1 packageUnfit',
      '3 auto',
    ]);
    expect(await planned()).toEqual([0, 1, 2]);
    // The catalogue learns what the file is: of the same hash, and for ARM.
    await world.sql(
      `insert into packages (package_id, version, installer_no, architecture, kind, url, sha256, switches, product_codes,
         display_names, publishers, details)
       values ($1, '3.0', 1, 'arm64', 'msi', '', sha256($2), '{}', '{}', '{}', '{}', '{}')`,
      [channelTag, content],
    );
    expect(await promised()).toEqual([2]);
    await world.sql(`update packages set architecture = 'x64' where package_id = $1`, [channelTag]);
    expect(await promised()).toEqual([0, 1, 2]);
  });

  it('only for copies of its own variant: Why?, the spread, the preview and the plan say for which there is none', async () => {
    const [x64, x86, setup] = [
      copy('Alpha Editor', '1.0', { architecture: 'x64' }),
      copy('Alpha Editor', '1.0', { architecture: 'x86' }),
      copy('Alpha Editor', '1.0', { architecture: 'x64', source: 'exe' }),
    ];
    const [zero, one, two] = world.agents;
    for (const [agent, software] of [
      [zero, [x64]],
      [one, [x86]],
      [two, [setup]],
    ] as const) {
      if (agent) agent.software = [...software];
      expect((await agent?.upload())?.status).toBe(200);
    }
    await world.count();
    await world.sql('delete from tasks');
    await world.sql('delete from package_statements');
    await importVouched(app, signer, { channelTag, version: '3.0', architectures: ['x64'], family: 'msi' });
    expect((await everybody()).slice(0, 3)).toEqual([
      'update auto checkIn',
      'wait noFit package',
      'wait noFit package',
    ]);
    const sentence = async (at: number) => (await explain(at)).verdict.sentence;
    expect([await sentence(1), await sentence(2)]).toEqual([
      'Waits with 3.0: the site follows the newest version, but there is no package for 32-bit MSI copies.',
      'Waits with 3.0: the site follows the newest version, but there is no package for 64-bit setup copies.',
    ]);
    const { outcomes } = (await manager.call(why.spread, { query: { channelTag } })).body;
    expect(outcomes.map(({ reason, hosts, copies = '' }) => `${hosts} ${reason} ${copies}`).toSorted()).toEqual([
      '1 auto ',
      '1 noFit 32-bit MSI copies',
      '1 noFit 64-bit setup copies',
      '1 noRoot ',
      '1 packageUnfit ',
    ]);
    expect(await planned()).toEqual([0]);
    await decide('disable');
    expect(await preview('automate')).toMatchObject({
      updatingHosts: 1,
      warnings: expect.arrayContaining(
        [{ kind: 'waitsForPackage', count: 3 }].map((each) => expect.objectContaining(each)),
      ),
    });
    await decide('automate');
    // The packager prepares the one for 32-bit copies: that is told, and only of them.
    await world.sql(
      `insert into package_builds (build_id, channel_tag, version, variant, fits, state, holds, since)
       values ('2', $1, '3.0', 'x86 machine msi', $2, 'fetching', '[]', now())`,
      [channelTag, JSON.stringify({ architectures: ['x86'], scope: 'machine', family: 'msi' })],
    );
    expect((await everybody()).slice(1, 3)).toEqual(['wait packagerSilent package', 'wait noFit package']);
    await world.sql('delete from package_builds');
    await importVouched(app, signer, { channelTag, version: '3.0', architectures: ['x86'], family: 'msi' });
    expect(await promised()).toEqual([0, 1]);
    expect(await planned()).toEqual([0, 1]);
    // An older statement, which names no variant, fits every copy.
    await importVouched(app, signer, { channelTag, version: '3.0' });
    expect(await promised()).toEqual([0, 1, 2]);
  });

  it('not on a server without a signer: Why?, the preview and the plan all say so', async () => {
    const stranger = await silentApp.signIn('manager');
    const told = await everybody(stranger);
    expect(told).toEqual([
      ...Array.from({ length: 3 }, () => 'wait noSigner signer'),
      'wait noSigner signer package',
      'wait noSigner signer',
    ]);
    await decide('disable');
    expect((await preview('automate', stranger)).warnings).toMatchObject([{ kind: 'waitsForSigner', count: 5 }]);
    await decide('automate');
    expect(await planned(silentApp)).toEqual([]);
    expect(await planned()).toEqual(await promised());
  });

  it('not any more when what was vouched for has expired, and what was planned of it is taken back', async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 366 * 86_400_000);
    manager = await app.signIn('manager');
    for (const agent of world.agents) await agent.checkIn();
    await world.count();
    expect(await everybody()).toEqual([
      'wait packageExpired package',
      'wait packageExpired package',
      'wait packageExpired package',
      'wait packageUnfit package',
      'wait noRoot root package',
    ]);
    expect(await planned()).toEqual([]);
  });
});
