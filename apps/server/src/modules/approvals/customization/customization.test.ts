import { randomUUID } from 'node:crypto';
import { approvalCalls, approvals } from '@patchkeep/contract/approvals';
import { type Customization, customizations } from '@patchkeep/contract/customization';
import { tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { uploadApp, type UploadApp } from '../../../testkit/uploads.ts';
import { matchStarter } from '../../catalog/public.ts';

let made: UploadApp;
let app: TestApp;
let manager: TestClient;
let upload: UploadApp['upload'];
let sql: UploadApp['sql'];
beforeAll(async () => {
  made = await uploadApp();
  ({ app, manager, upload, sql } = made);
});
afterAll(() => made.close());

const msi = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(10_000, 7)]);
const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(10_000, 7)]);

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
    expect(installOptions.map(({ name }) => name)).toEqual(['manager', 'installLocation']);
    expect(files.map(({ name, isAdvanced }) => [name, isAdvanced])).toEqual([['transform', true]]);
    expect([isRequired, newestVersion]).toEqual([false, '4.9']);
    // What was set must not be lost because packages came or went.
    expect(configTag).toBe(before.configTag);
  });
});

describe('custom settings of a tag', () => {
  const channelTag = 'vmware-workstation';
  let tagUuid: string;
  let files: Record<string, Customization['files'][string]>;
  let configTag: string;
  beforeAll(async () => {
    await release('17.5');
    tagUuid = (await manager.call(tags.create, { body: { tagName: 'Engineers' } })).body.tagUuid;
    ({ configTag } = (await manager.call(customizations.config, { params: { channel: channelTag } })).body);
    files = { installer: { ...(await installer('w.exe', exe)), forVersion: '17.5' } };
  });

  const release = async (version: string, channel = channelTag) => {
    await sql(`insert into channel_versions values ($1, $2, '{}', '2026-10-01')`, [channel, version]);
    await sql('update catalog_revision set revision = revision + 1');
  };
  const installer = async (filename: string, content: Buffer) => {
    const { siteResource } = (await upload(filename, content)).body;
    return { siteResourceTag: siteResource.siteResourceTag, filename };
  };
  const settings = (more: Partial<Customization> = {}): Customization => ({
    configTag,
    selectors: {},
    installOptions: {},
    files,
    ...more,
  });
  const stored = async () =>
    (await manager.call(approvals.lookup, { body: { channelTags: [channelTag], tagUuid } })).body.approvals[0];
  const save = async (customization: Customization, channel = channelTag) => {
    const { serialNumber = 0 } =
      (await manager.call(approvals.lookup, { body: { channelTags: [channel], tagUuid } })).body.approvals[0] ?? {};
    const body = {
      tagUuid,
      channelTag: channel,
      serialNumber,
      options: {},
      customization,
      isCustomizationEnabled: true,
    };
    return manager.call(approvalCalls.tag.app.options, { params: {}, body });
  };
  const approve = (channel = channelTag) =>
    manager.call(approvalCalls.tag.app.change, {
      params: { type: 'approve' },
      body: { tagApprovals: [{ tagUuid, channelTag: channel }] },
    });

  it('are needed before a tag approves, and no other level can [APPR-19]', async () => {
    const atSite = await manager.call(approvalCalls.site.app.change, {
      params: { type: 'approve' },
      body: { siteApprovals: [{ channelTag }] },
    });
    expect([atSite.status, atSite.body]).toMatchObject([400, { message: expect.stringContaining('at a tag') }]);
    expect([(await approve()).status, (await approve()).body]).toMatchObject([400, { code: 6002 }]);
    expect((await stored())?.isUcRequired).toBe(true);
    expect((await stored())?.tagApprovalUuid).toBeNull();
  });

  it('are kept before anything is decided, begin the form again, and let the tag approve [APPR-33] [APPR-34]', async () => {
    const saved = await save(settings());
    expect([saved.status, saved.body.isUcSet, saved.body.status]).toEqual([200, true, 'disabled']);
    const id = saved.body.tagApprovalUuid ?? '';
    const { body } = await manager.call(customizations.prefill, { params: { id } });
    expect(body).toMatchObject({ tagApprovalUuid: id, customization: settings(), isComplete: true, missing: [] });
    expect((await approve()).status).toBe(200);
    expect((await stored())?.approvedVersion).toBe('17.5');
    const stranger = await app.signIn('stranger');
    expect((await stranger.call(customizations.prefill, { params: { id } })).status).toBe(404);
  });

  it('are incomplete once a version needs an installer of its own [APPR-34] [APPR-35]', async () => {
    await release('17.6');
    expect([(await approve()).status, (await approve()).body]).toMatchObject([400, { code: 6002 }]);
    const reused = await save(settings({ files: { installer: { ...files['installer']!, forVersion: '17.6' } } }));
    expect([reused.status, reused.body]).toMatchObject([409, { code: 6003 }]);
    const fresh = { ...(await installer('w176.exe', exe)), forVersion: '17.6' };
    expect((await save(settings({ files: { installer: fresh } }))).status).toBe(200);
    expect((await approve()).status).toBe(200);
    expect((await stored())?.approvedVersion).toBe('17.6');
  });

  it('are refused when they do not fit, and nothing is written', async () => {
    const before = await stored();
    const transform = { ...(await installer('x.mst', msi)), forVersion: '17.6' };
    const theirs = { siteResourceTag: randomUUID(), filename: 'w.exe', forVersion: '17.6' };
    const cases: [Customization, number, object][] = [
      [settings({ configTag: 'of another day' }), 409, { code: 6004 }],
      [settings({ files: { installer: transform } }), 400, { code: 6000 }],
      [settings({ files: { installer: theirs } }), 400, { message: 'Upload the file first' }],
      [settings({ files: { ...files, other: transform } }), 400, { message: 'There is no file of this name' }],
      [settings({ installOptions: { other: 'x' } }), 400, { message: 'There is no option of this name' }],
      [settings({ selectors: { architecture: 'x64' } }), 400, { message: 'There is no choice of this name' }],
    ];
    for (const [given, status, body] of cases) {
      const answer = await save(given);
      expect([answer.status, answer.body]).toMatchObject([status, body]);
    }
    expect(await stored()).toEqual(before);
  });

  it('bring the version too where no catalogue knows any', async () => {
    const channel = 'filezilla-client';
    const config = (await manager.call(customizations.config, { params: { channel } })).body;
    expect(config.newestVersion).toBeNull();
    const given = { configTag: config.configTag, selectors: {}, installOptions: {} };
    const file = await installer('fz.exe', exe);
    const unnamed = await save({ ...given, files: { installer: { ...file, forVersion: null } } }, channel);
    expect(unnamed.status).toBe(400);
    const named = { ...given, files: { installer: { ...file, forVersion: '3.68.1' } } };
    expect((await save(named, channel)).status).toBe(200);
    const { status, body } = await approve(channel);
    expect([status, body.approvals[0]?.approvedVersion]).toEqual([200, '3.68.1']);
  });

  it('say which option is missing with a code of its own', async () => {
    await sql(`update channels set rules = jsonb_set(rules, '{upgrade}', $1) where channel_tag = 'snagit-2024'`, [
      { options: [{ name: 'key', title: 'Key', help: '', argument: 'K={value}', isRequired: true }] },
    ]);
    await release('24.1', 'snagit-2024');
    expect([(await approve('snagit-2024')).status, (await approve('snagit-2024')).body]).toMatchObject([
      400,
      { code: 6001 },
    ]);
    const config = (await manager.call(customizations.config, { params: { channel: 'snagit-2024' } })).body;
    const given = { configTag: config.configTag, selectors: {}, files: {} };
    for (const [key, message] of [
      ['two\nlines', 'An option must be one line of text without quotes'],
      ['K1" TRANSFORMS=x', 'An option must be one line of text without quotes'],
      ['--pre-invoke=/tmp/x', 'An option must not begin with - or /'],
      ['\\\\evil\\x.mst', 'An option must not name a network path'],
    ] as const)
      expect(await save({ ...given, installOptions: { key } }, 'snagit-2024')).toMatchObject({
        status: 400,
        body: { message },
      });
    expect((await save({ ...given, installOptions: { key: 'K1' } }, 'snagit-2024')).status).toBe(200);
    expect((await approve('snagit-2024')).status).toBe(200);
  });
});
