import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { goals } from '@patchkeep/contract/goals';
import { judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liftHold, matchStarter, syncPackages } from './modules/catalog/public.ts';
import { writeGoal } from './modules/deployments/public.ts';
import { plan, planNow } from './modules/patching/public.ts';
import { recount } from './modules/results/public.ts';
import { globalQueries } from './platform/db/global.ts';
import { openFileStore } from './platform/files/file-store.ts';
import { packagerClient } from './platform/packager-client.ts';
import { signerClient } from './platform/signer-client.ts';
import { copy, TestAgent } from './testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from './testkit/app.ts';
import { jobTools, matchNew } from './testkit/jobs.ts';
import { hasTools, vendorWorld } from './testkit/vendor-world.ts';

const channelTag = '7-zip';
const version = '2.5.1';

/**
 * The whole way with the real programs: a host reports an old copy, an administrator approves, the packager fetches the
 * installer from a vendor over HTTPS, checks and signs it, the worker takes it, and the host gets its work.
 */
describe.skipIf(!hasTools())('a package that comes by itself', () => {
  let vendor: Awaited<ReturnType<typeof vendorWorld>>;
  let app: TestApp;
  let manager: TestClient;
  let agent: TestAgent;
  beforeAll(async () => {
    vendor = await vendorWorld(version);
    const { signerSocket, files } = vendor;
    app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signerSocket, PATCHKEEP_FILES_DIR: files } });
    // The signer and the packager live in this time, and hosts refuse what was signed in another.
    app.clock.now = new Date();
    manager = await app.signIn('manager');
    const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 'one', useCap: 1 } }))
      .body;
    agent = new TestAgent(app);
    await agent.enrol(secret);
    await matchStarter(globalQueries(jobTools(app).pool), app.clock.now);
    await app.database
      .pool('postgres')
      .query(`insert into channel_versions (channel_tag, version, display_versions) values ($1, $2, '{}')`, [
        channelTag,
        version,
      ]);
    agent.software = [copy('7-Zip', '2.4', { publisher: 'Igor Pavlov' })];
    await agent.upload();
    await matchNew(app);
    app.clock.now = new Date();
    await recount.run({ customerId: manager.customerId ?? '' }, jobTools(app));
  });
  afterAll(async () => {
    await app.close();
    await vendor.stop();
  });

  const db = () => globalQueries(jobTools(app).pool);
  const sync = () =>
    syncPackages(
      {
        packager: packagerClient(vendor.packagerSocket),
        files: openFileStore(vendor.files),
        signer: signerClient(vendor.signerSocket),
      },
      planNow,
    ).run({}, jobTools(app));
  const rows = async (query: string) => (await app.database.pool('postgres').query(query)).rows;
  /** In how many milliseconds a job is to run that was asked for beside its minute; undefined when it was not. */
  const askedFor = async (job: string): Promise<number | undefined> => {
    const [asked] = await rows(`select run_at from graphile_worker.jobs where key = '${job}'`);
    return asked && asked.run_at.getTime() - app.clock.now.getTime();
  };
  const planned = async () => {
    app.clock.now = new Date();
    await plan.run({}, jobTools(app));
    return rows(`select to_version, state from tasks where host_id = '${agent.agentUuid}'`);
  };
  /** Asks as the worker does each minute, until the build is in the state. */
  const reaches = (state: string) =>
    vi.waitUntil(
      async () => {
        await sync();
        return (await rows('select * from package_builds')).find((row) => row.state === state);
      },
      { timeout: 100_000, interval: 100 },
    );

  it('goes from an old copy and an approval to work on the host; a person lifts what the packager judges', async () => {
    const body = { siteApprovals: [{ channelTag }] };
    const { body: preview } = await manager.call(approvalCalls.site.app.preview, {
      params: { type: 'automate' },
      body,
    });
    await manager.call(approvalCalls.site.app.change, {
      params: { type: 'automate' },
      body: { ...body, previewToken: preview.previewToken },
    });
    expect(await planned()).toEqual([]);

    const held = await reaches('held');
    expect(held).toMatchObject({ channel_tag: channelTag, version, holds: [{ name: 'scannerStale' }] });
    expect(await planned()).toEqual([]);
    const now = new Date();
    await expect(liftHold(db(), { build: held.build_id, hold: 'infected', reason: 'no', now })).rejects.toThrow(
      `7-zip ${version} is not held for infected.`,
    );
    await liftHold(db(), { build: held.build_id, hold: 'scannerStale', reason: 'own signatures', now });

    await rows(`select graphile_worker.remove_job('sync-packages')`);
    expect(await askedFor('plan')).toBeUndefined();
    await sync();
    // The packager is at work: the worker looks again soon.
    expect(await askedFor('sync-packages')).toBe(5_000);
    await reaches('ready');
    await sync();
    // What has come is planned at once.
    expect(await askedFor('plan')).toBe(0);
    await rows(`select graphile_worker.remove_job('sync-packages')`);
    await sync();
    expect(await askedFor('sync-packages')).toBeUndefined();
    expect(await rows('select channel_tag, version from package_statements')).toEqual([
      { channel_tag: channelTag, version },
    ]);
    expect(await rows('select silent_since from packager_contact')).toEqual([{ silent_since: null }]);
    expect(await planned()).toEqual([{ to_version: version, state: 0 }]);
    const { deliveries } = (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body;
    expect(deliveries).toHaveLength(1);
    expect((await openFileStore(vendor.files).read(vendor.sha256, 0, 1))?.size).toBe(vendor.installer.length);
  });

  it('is installed by a job where no copy is, because its recipe says that it may be', async () => {
    const other = new TestAgent(app);
    const { body: token } = await manager.call(configuration.createInstallToken, { body: { name: 'two', useCap: 1 } });
    const { trustRoot } = (await other.enrol(token.secret)).body;
    other.software = [copy('Something else', '1.0')];
    await other.upload();
    await rows('update customers set is_software_deployment_enabled = true');
    app.clock.now = new Date(Date.now() + 1_000);
    const { body: job } = await manager.call(goals.deploy, {
      body: { title: 'Archives', actions: [{ channelTag, actionType: 'Install' }], hosts: [other.agentUuid] } as never,
    });
    expect(job).toMatchObject({ result: 'submitted', agentCount: 1, unsupportedAgentCount: 0 });
    const siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
    const goalId = job.goalUuid ?? '';
    app.clock.now = new Date();
    await writeGoal.run({ customerId: manager.customerId ?? '', siteId, goalId }, jobTools(app));
    const { deliveries } = (await other.send(other.sign(agentApi.work, { lineage: other.lineage }))).body;
    expect(deliveries).toHaveLength(1);
    // The host judges by itself, by the root that it pinned.
    const known = { siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 };
    const trust = { ...known, agent: other.agentUuid, site: siteId, root: readRoot(trustRoot) };
    const accepted = judge(deliveries[0], trust, { refusedKinds: [], refusedChannels: [] }, Date.now());
    expect(accepted.order.kind).toBe('install-package');
    expect(accepted.package).toMatchObject({ channelTag, version, isInstallable: true, sha256: vendor.sha256 });
  });

  it('is lifted only where it is a judgement, by its name, with a reason', async () => {
    const build = '0'.repeat(32);
    const hold = (name: string, isLiftable: boolean) => ({ name, says: '', advice: 'Tell the vendor.', isLiftable });
    await app.database
      .pool('postgres')
      .query(
        `insert into package_builds (build_id, channel_tag, version, state, holds, since) values ($1, $2, '9', 'held', $3, now())`,
        [build, channelTag, JSON.stringify([hold('infected', false), hold('publisherNew', true)])],
      );
    const lift = (name: string, of = build) => liftHold(db(), { build: of, hold: name, reason: 'r', now: new Date() });
    await expect(lift('infected')).rejects.toThrow('infected is a fact, and cannot be lifted. Tell the vendor.');
    await expect(lift('unsigned')).rejects.toThrow('7-zip 9 is not held for unsigned.');
    await expect(lift('unsigned', '1'.repeat(32))).rejects.toThrow('There is no build 1111');
    expect(await lift('publisherNew')).toEqual({ channelTag, version: '9' });
    expect(await rows(`select hold, reason from package_lifts where build_id = '${build}'`)).toEqual([
      { hold: 'publisherNew', reason: 'r' },
    ]);
  });

  it('is taken back when it is withdrawn, and comes again when it no longer is', async () => {
    const file = join(vendor.packagerHome, 'withdrawals.jsonl');
    await rows(`select graphile_worker.remove_job('plan')`);
    const withdrawn = { channelTag, version, reason: 'It removes files', at: Date.now() };
    writeFileSync(file, `${JSON.stringify(withdrawn)}\n`);
    const held = await reaches('held');
    expect(held.holds).toMatchObject([{ name: 'withdrawn', isLiftable: false }]);
    const statements = () => rows('select withdrawn_at is null as counts from package_statements order by counts');
    expect(await statements()).toEqual([{ counts: false }]);
    expect(await askedFor('plan')).toBe(0);
    rmSync(file);
    await reaches('ready');
    await sync();
    expect(await statements()).toEqual([{ counts: false }, { counts: true }]);
  });

  it('stays when the packager is gone', async () => {
    await vendor.killPackager();
    await sync();
    const [contact] = await rows('select answered_at, silent_since from packager_contact');
    expect(contact).toMatchObject({ answered_at: expect.any(Date), silent_since: expect.any(Date) });
    await sync();
    expect(await rows('select answered_at, silent_since from packager_contact')).toEqual([contact]);
    expect(await rows(`select state from package_builds where version = '${version}'`)).toEqual([{ state: 'ready' }]);
  });
});
