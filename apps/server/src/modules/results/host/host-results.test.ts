import { results } from '@patchkeep/contract/results';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { addChannelRow, enterSite } from '../../../testkit/approval-world.ts';
import { type FleetWorld, fleetWorld } from '../../../testkit/fleet-world.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
const cve = 'CVE-2026-10001';
const hostId = (at: number) => world.agents[at]?.agentUuid ?? '';
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 3);
});
afterAll(() => app.close());

const versionId = async (name: string, version: string): Promise<number> =>
  (await world.sql('select version_id from software_versions where name = $1 and version = $2', [name, version]))[0]
    .version_id;

describe('the results of a host', () => {
  it('tell who asks again by itself what they told some seconds ago, and whoever wants to know what is [APP-10]', async () => {
    const at = async (isPeriodic: 'true' | 'false', client = manager, host = hostId(1)) => {
      const request = { params: { id: host }, query: { isPeriodic } as never };
      return (await client.call(results.full, request)).body.serverTime;
    };
    const later = (seconds: number) => {
      app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
      return app.clock.now.toISOString();
    };
    const first = later(1);
    expect(await at('true')).toBe(first);
    const second = later(4);
    expect([await at('true'), await at('false')]).toEqual([first, second]);
    // Another host, and somebody with other rights, are other questions.
    const admin = await app.signIn('admin');
    await enterSite(admin, 'Beta');
    expect([await at('true', manager, hostId(2)), await at('true', admin)]).toEqual([second, second]);
    const third = later(2);
    expect(await at('true')).toBe(third);
  });
});

describe('what updating a version on a host would bring', () => {
  it('names the issues that go away and those that stay, and the packages of the recommended version [APP-12]', async () => {
    const [tag, staying] = ['alpha-updates', 'CVE-2026-10002'];
    await world.judge({
      application: 'Alpha Editor',
      version: 3,
      cves: [cve, staying],
      zeroDays: [staying],
      isEol: false,
      isFixable: true,
    });
    await addChannelRow(world.sql, tag, 'Alpha Editor', 'generic');
    await world.sql(
      `insert into manifests (package_id, version, channel_tag, content_hash, display_versions)
       values ($1, '9.0', $1, '', '{}')`,
      [tag],
    );
    for (const [at, architecture] of ['x64', 'arm64'].entries())
      await world.sql(
        `insert into packages (package_id, version, installer_no, architecture, scope, kind, url, sha256, switches,
           product_codes, display_names, publishers, details)
         values ($1, '9.0', $2, $3, 'machine', 'msi', 'https://vendor.example/9.msi', decode(repeat('ab', 32), 'hex'),
           '{}', '{}', '{}', '{}', '{}')`,
        [tag, at, architecture],
      );
    const id = await versionId('Alpha Editor', '3.0');
    const own = `(select application_id from version_verdicts where version_id = $1)`;
    await world.sql(`update version_verdicts set recommended_version = '9.0' where version_id = $1`, [id]);
    await world.sql(`update applications set channel_tag = $2 where application_id = ${own}`, [id, tag]);
    await world.upload(1, ['Alpha Editor 3']);
    await world.count();
    manager = await app.signIn('manager');
    const { body } = await manager.call(results.updateInfo, { params: { id, host: hostId(1) } as never });
    expect(body).toMatchObject({
      isInstalled: true,
      version: { version: '3.0', status: 'zeroday' },
      recommendedVersion: '9.0',
      resolved: [{ cveId: cve }],
      remaining: [{ cveId: staying, isZeroDay: true }],
    });
    const sha256 = 'ab'.repeat(32);
    expect(body.packages).toEqual([
      { version: '9.0', architecture: 'arm64', scope: 'machine', kind: 'msi', sha256 },
      { version: '9.0', architecture: 'x64', scope: 'machine', kind: 'msi', sha256 },
    ]);
    // The host that does not have it: what the version is about is the same, but it is not installed there.
    const elsewhere = await manager.call(results.updateInfo, { params: { id, host: hostId(2) } as never });
    expect(elsewhere.body).toMatchObject({ isInstalled: false, sightings: [], resolved: [{ cveId: cve }] });
  });
});
