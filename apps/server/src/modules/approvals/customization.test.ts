import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customizations } from '@patchkeep/contract/customization';
import { resources, uploadMaxBytes } from '@patchkeep/contract/resources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../platform/db/global.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { matchStarter } from '../catalog/public.ts';

let app: TestApp;
let manager: TestClient;
const folder = mkdtempSync(join(tmpdir(), 'patchkeep-files-'));
beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_FILES_DIR: folder } });
  manager = await app.signIn('manager');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const msi = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(10_000, 7)]);
const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(10_000, 7)]);
const raw = { 'content-type': 'application/octet-stream' };
const upload = (filename: string, body: Buffer | object, headers: Record<string, string> = raw, by = manager) =>
  by.call(resources.uploadUpgradeFile, { query: { filename }, body } as never, headers);
const kept = () =>
  readdirSync(folder, { recursive: true }).filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(String(name)));
const sql = (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values);

describe('a file for updates', () => {
  it('is kept by what it holds and named by its tag [CUST-14]', async () => {
    const { status, body } = await upload('Setup 5.2.msi', msi);
    expect([status, body.siteResource.filename, body.siteResource.size]).toEqual([200, 'Setup 5.2.msi', msi.length]);
    const { rows } = await sql('select encode(sha256, $1) as sha256 from site_resources where resource_id = $2', [
      'hex',
      body.siteResource.siteResourceTag,
    ]);
    expect(rows).toEqual([{ sha256: createHash('sha256').update(msi).digest('hex') }]);
    const again = await upload('Same.MSI', msi);
    expect(again.body.siteResource.siteResourceTag).not.toBe(body.siteResource.siteResourceTag);
    expect(kept()).toHaveLength(1);
  });

  it.each([
    ['setup.zip', msi],
    ['setup.msi', exe],
    ['setup.exe', msi],
    ['setup.exe', Buffer.from('M')],
    ['setup', exe],
    ['script.ps1', Buffer.from([0x77, 0, 0x78])],
    ['script.ps1', Buffer.alloc(0)],
    ['setup.exe.txt', exe],
  ])('%s that is not what it says is refused, and nothing is kept', async (filename, content) => {
    const before = kept();
    const { status, body } = await upload(filename, content);
    expect([status, body]).toMatchObject([400, { code: 6000 }]);
    expect(kept()).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('may be a script, an executable or a patch', async () => {
    for (const [filename, content] of [
      ['a.ps1', Buffer.from('Write-Output 1')],
      ['a.exe', exe],
      ['a.msp', msi],
      ['a.mst', msi],
    ] as const)
      expect([filename, (await upload(filename, content)).status]).toEqual([filename, 200]);
  });

  it('is cut off when it is too large, whatever length was promised', async () => {
    const before = kept();
    const large = Buffer.concat([msi, Buffer.alloc(uploadMaxBytes)]);
    expect((await upload('large.msi', large)).status).toBe(413);
    expect(kept()).toEqual(before);
  });

  it('is taken as it is, from who may change things, and by no other endpoint', async () => {
    expect((await upload('a.exe', { not: 'a file' }, { 'content-type': 'application/json' })).status).toBe(415);
    expect((await upload('a.exe', exe, raw, await app.signIn('reader'))).status).toBe(403);
    expect((await upload('a.exe', exe, raw, app.anonymous())).status).toBe(401);
    const elsewhere = await app.app.inject({
      method: 'POST',
      url: '/api/corporate/ui/login',
      headers: raw,
      payload: exe,
    });
    expect(elsewhere.statusCode).toBe(415);
  });
});

describe('what the updates of a channel can be told', () => {
  beforeAll(async () => {
    await matchStarter(globalQueries(app.database.pool('patchkeep_worker')), app.clock.now);
  });
  const addPackages = async () => {
    await sql(`insert into manifests (package_id, version, channel_tag, content_hash, display_versions)
      values ('Wazuh.WazuhAgent', '4.9', 'wazuh-agent', 'x', '{}') on conflict do nothing`);
    const add = (no: number, architecture: string, scope: string | null, locale: string | null) =>
      sql(
        `insert into packages (package_id, version, installer_no, architecture, scope, kind, locale, url, sha256,
           switches, product_codes, display_names, publishers, details)
         values ('Wazuh.WazuhAgent', '4.9', $1, $2, $3, 'wix', $4, 'https://x.example', 'x',
           '{"Silent": "/qn", "InstallLocation": "INSTALLDIR=\\"<INSTALLPATH>\\""}', '{}', '{}', '{}', '{}')`,
        [no, architecture, scope, locale],
      );
    await add(0, 'x64', 'machine', null);
    await add(1, 'arm64', 'machine', null);
    await add(2, 'x64', 'user', null);
    await sql(`insert into channel_versions values ('wazuh-agent', '4.9', '{}', '2026-10-01')`);
    await sql('update catalog_revision set revision = revision + 1');
  };

  it('is the installer where the vendor gives none [APPR-32] [APPR-35]', async () => {
    const { body } = await manager.call(customizations.config, { params: { channel: 'vmware-workstation' } });
    expect(body).toMatchObject({
      channelTag: 'vmware-workstation',
      isRequired: true,
      pkgDataSelector: [],
      files: [{ name: 'installer', type: 'replaceInstaller', isRequired: true, isAdvanced: false }],
    });
    expect((await manager.call(customizations.config, { params: { channel: 'no-such-channel' } })).status).toBe(404);
  });

  it('comes from its packages: what there are several of, and how they are called [APPR-32]', async () => {
    const config = async () => (await manager.call(customizations.config, { params: { channel: 'wazuh-agent' } })).body;
    const before = await config();
    expect(before.pkgDataSelector).toEqual([]);
    await addPackages();
    const { pkgDataSelector, installOptions, files, isRequired, newestVersion, configTag } = await config();
    expect(
      pkgDataSelector.map(({ name, choices, defaultChoice }) => [
        name,
        choices.map((each) => each.value),
        defaultChoice,
      ]),
    ).toEqual([
      ['architecture', ['arm64', 'x64'], 'x64'],
      ['scope', ['machine', 'user'], 'machine'],
    ]);
    expect(installOptions.map(({ name }) => name)).toEqual(['manager', 'installLocation', 'switches']);
    expect(files.map(({ name, isAdvanced }) => [name, isAdvanced])).toEqual([['transform', true]]);
    expect([isRequired, newestVersion]).toEqual([false, '4.9']);
    // What was set must not be lost because packages came or went.
    expect(configTag).toBe(before.configTag);
  });
});
