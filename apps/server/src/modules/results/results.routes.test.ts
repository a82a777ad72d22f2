import { randomUUID } from 'node:crypto';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { applications } from '@patchkeep/contract/applications';
import { corrections } from '@patchkeep/contract/corrections';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import { hosts } from '@patchkeep/contract/hosts';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { restartDefaults } from '@patchkeep/contract/restarts';
import { results } from '@patchkeep/contract/results';
import { rolePreset } from '@patchkeep/contract/rights';
import { search } from '@patchkeep/contract/search';
import { tags, tagKind } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { enterSite } from '../../testkit/approval-world.ts';
import { type FleetWorld, fleetWorld } from '../../testkit/fleet-world.ts';
import { jobTools, matchNew } from '../../testkit/jobs.ts';
import { recount } from './public.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
const cve = 'CVE-2026-10001';
const idOf = (name: string) => world.applicationIds.get(name) ?? 0;
const hostId = (at: number) => world.agents[at]?.agentUuid ?? '';
const verdict = { cves: [] as string[], zeroDays: [] as string[], isEol: false, isFixable: false };

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 4);
  await world.judge({ ...verdict, application: 'Alpha Editor', version: 1, cves: [cve], isFixable: true });
  await world.judge({ ...verdict, application: 'Bravo Player', version: 1, isEol: true });
  await world.judge({ ...verdict, application: 'Charlie Viewer', version: 1, cves: [cve], zeroDays: [cve] });
  await world.upload(0, ['Alpha Editor 1', 'Alpha Editor 2', 'Bravo Player 1', 'Charlie Viewer 1', 'Delta Reader 1']);
  await world.upload(1, ['Alpha Editor 1']);
  await world.upload(2, ['Alpha Editor 2']);
  await world.upload(3, []);
  await world.exploit(cve, true);
  await world.count();
});
afterAll(() => app.close());

const versionId = async (name: string, version: string): Promise<number> =>
  (await world.sql('select version_id from software_versions where name = $1 and version = $2', [name, version]))[0]
    .version_id;

describe('applications', () => {
  it('carry one of four statuses [APP-01] [APP-03]', async () => {
    const { body } = await manager.call(applications.list);
    expect(body.applications.map((row) => [row.name, row.status])).toEqual([
      ['Alpha Editor', 'insecure'],
      ['Bravo Player', 'eol'],
      ['Charlie Viewer', 'zeroday'],
      ['Delta Reader', 'ok'],
    ]);
  });

  it('are found by a part of their name, sorted by any column, and paged by key', async () => {
    const { body } = await manager.call(applications.list, { query: { q: 'ER', sort: 'hosts', order: 'desc' } });
    expect(body.applications.map((row) => row.name)).toEqual(['Delta Reader', 'Charlie Viewer', 'Bravo Player']);
    const worstFirst = await manager.call(applications.list, { query: { sort: 'status', order: 'desc' } });
    expect(worstFirst.body.applications.map((row) => row.status)).toEqual(['zeroday', 'insecure', 'eol', 'ok']);
    for (const sort of ['name', 'status', 'hosts', 'highestEpss', 'installations'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = (
          await manager.call(applications.list, {
            query: { sort, limit: 1, ...(cursor !== undefined && { cursor }) } as never,
          })
        ).body;
        seen.push(...page.applications.map((row) => row.name));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect([sort, seen.toSorted()]).toEqual([
        sort,
        ['Alpha Editor', 'Bravo Player', 'Charlie Viewer', 'Delta Reader'],
      ]);
    }
    expect((await manager.call(applications.list, { query: { cursor: 'nonsense' } })).status).toBe(400);
  });

  it('are narrowed to those that attackers use and a newer version fixes', async () => {
    const names = async (query: object) =>
      (await manager.call(applications.list, { query })).body.applications.map((row) => row.name);
    const fixable = await names({ isFixable: 'true' });
    expect(fixable).toContain('Alpha Editor');
    expect(fixable).not.toContain('Delta Reader');
    expect(await names({ isFixable: 'true', isExploited: 'true' })).toEqual(['Alpha Editor']);
  });

  it('list their versions, newest first, with hosts and the fix [APP-04]', async () => {
    const { body } = await manager.call(applications.versions, { query: { applicationId: idOf('Alpha Editor') } });
    expect(body.versions).toMatchObject([
      { version: '2.0', status: 'ok', hosts: 2, issues: 0 },
      { version: '1.0', status: 'insecure', hosts: 2, issues: 1, fixedVersion: '9.0', isExploited: true },
    ]);
    expect((await manager.call(applications.versions, { query: { applicationId: 999_999 } })).status).toBe(404);
  });

  it('list the issues between a version and a CVE [APP-16]', async () => {
    const query = { applicationId: idOf('Alpha Editor'), versionId: await versionId('Alpha Editor', '1.0') };
    const { body } = await manager.call(applications.issues, { query });
    expect(body.version).toMatchObject({ version: '1.0', hosts: 2 });
    expect(body.issues).toMatchObject([
      { cveId: cve, hosts: 2, ignoredHosts: 0, exploited: '2026-11-01', isZeroDay: false, fixedVersion: '9.0' },
    ]);
  });

  it('do not tell of software that only others have', async () => {
    const reader = await app.signIn('reader');
    for (const call of [applications.versions, applications.hosts, applications.issues])
      expect((await reader.call(call, { query: { applicationId: idOf('Alpha Editor') } as never })).status).toBe(404);
    expect((await reader.call(search.find, { query: { q: 'alpha' } })).body.applications).toEqual([]);
  });
});

describe('the list of hosts', () => {
  it('shows how bad each is, sorts by it and is narrowed by it', async () => {
    const list = async (query: object) => (await manager.call(hosts.list, { query: query as never })).body;
    const worstFirst = await list({ sort: 'status', order: 'desc' });
    expect(worstFirst.hosts.map((host) => host.counts?.status ?? null)).toEqual(['zeroday', 'insecure', 'ok', null]);
    expect(worstFirst.hosts[0]?.counts).toEqual({
      status: 'zeroday',
      split: { ok: 1, eol: 1, insecure: 1, zeroday: 1, ignored: 0 },
      exploited: 2,
    });
    const exploited = await list({ isExploited: 'true' });
    expect(exploited.hosts.map((host) => host.uuid).toSorted()).toEqual([hostId(0), hostId(1)].toSorted());
    expect(exploited.total).toBe(2);
    expect((await list({ isExploited: 'true', status: 'insecure' })).hosts.map((host) => host.uuid)).toEqual([
      hostId(1),
    ]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ sort: 'status', order: 'desc', limit: 1, ...(cursor !== null && { cursor }) });
      seen.push(...page.hosts.map((host) => host.uuid));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(worstFirst.hosts.map((host) => host.uuid));
    for (const [status, total] of [
      ['zeroday', 1],
      ['insecure', 1],
      ['eol', 0],
      ['ok', 1],
    ] as const)
      expect([status, (await list({ status })).total]).toEqual([status, total]);
  });
});

describe('the page of a CVE', () => {
  it('tells exploitation, exposure, the fix and our decisions [APP-14] [APP-15]', async () => {
    const expires = new Date(app.clock.now.getTime() + 9 * 86_400_000).toISOString();
    const rule = await manager.call(ignoreRules.createOfHost, {
      params: { id: hostId(1) },
      body: { target: { cveId: cve }, reasonKind: 'mitigated', reason: 'Shielded', expires },
    });
    const { body } = await manager.call(applications.cve, { params: { id: cve } });
    expect(body).toMatchObject({
      exploited: { on: '2026-11-01' },
      exposure: { hosts: 2, ignoredHosts: 1, byGroup: [{ groupUuid: null, hosts: 2 }] },
      decisions: [{ scope: 'host', reason: 'Shielded', state: 'expiring' }],
    });
    expect(body.software.map((row) => [row.name, row.hosts, row.fixedVersion]).toSorted()).toEqual([
      ['Alpha Editor', 2, '9.0'],
      ['Charlie Viewer', 1, null],
    ]);
    await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid: rule.body.ignoreRuleUuid } });
    expect((await manager.call(applications.cve, { params: { id: 'CVE-1999-9999' } })).status).toBe(404);
  });
});

describe('the results of a host', () => {
  it('hold all that its page shows [APP-09] [APP-11]', async () => {
    const made = await manager.call(tags.create, {
      body: {
        tagName: 'Night',
        tagKind: tagKind.RestartTag,
        restartSettings: { secondsUntilForce: 60, snoozeSeconds: 30 },
      },
    });
    await manager.call(tags.changeHosts, { body: { hosts: [hostId(0)], addTags: [made.body.tagUuid] } });
    const { body } = await manager.call(results.full, { params: { id: hostId(0) } });
    expect(body).toMatchObject({
      serverTime: app.clock.now.toISOString(),
      hostInfo: { uuid: hostId(0) },
      hostUsers: ['ana'],
      tasks: [],
      winUpdates: [],
      winUpdatesReported: null,
      siteRestartSettings: restartDefaults,
      restartTags: [{ tagName: 'Night', restartSettings: { secondsUntilForce: 60, snoozeSeconds: 30 } }],
    });
    expect(body.applications.map((row) => [row.name, row.status])).toEqual([
      ['Charlie Viewer', 'zeroday'],
      ['Alpha Editor', 'insecure'],
      ['Bravo Player', 'eol'],
      ['Delta Reader', 'ok'],
    ]);
    const [, alpha] = body.applications;
    expect(alpha?.versions.find((version) => version.version === '1.0')).toMatchObject({
      isExploited: true,
      worstIssues: [{ cveId: cve, isExploited: true }],
      sightings: [{ scope: 'machine', source: 'msi', detected: expect.any(String) }],
    });
  });

  it('show or leave out what the options name, with the number of each [APP-10]', async () => {
    const agent = world.agents[3];
    if (!agent) throw new Error('No agent');
    agent.software = [
      copy('Foxtrot Suite', '1.0', { path: 'C:\\Program Files\\Foxtrot' }),
      copy('Foxtrot Updater', '1.0', { path: 'C:\\Program Files\\Foxtrot\\Updater' }),
      copy('Golf Driver', '1.0'),
      copy('Hotel Runtime', '1.0'),
      copy('India Member', '1.0'),
    ];
    await agent.upload();
    await matchNew(app);
    for (const [name, flag] of [
      ['Golf Driver', 'is_driver'],
      ['Hotel Runtime', 'is_hidden'],
      ['India Member', 'is_suite_member'],
    ] as const) {
      await world.sql(
        `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
           is_suite_member, is_hidden, is_starter, rules, content_hash)
         values ($1, $1, '', 'generic', '{}', '{}', '', '', $2, $3, $4, false, '{}', '')`,
        [name, flag === 'is_driver', flag === 'is_suite_member', flag === 'is_hidden'],
      );
      await world.sql('update applications set channel_tag = $1 where name = $1', [name]);
    }
    const shown = async (query: object) =>
      (
        await manager.call(results.full, { params: { id: agent.agentUuid }, query: query as never })
      ).body.applications.map((row) => row.name);
    expect(await shown({})).toEqual(['Foxtrot Suite']);
    expect(await shown({ showChildren: 'true' })).toContain('Foxtrot Updater');
    expect(await shown({ showDrivers: 'true' })).toContain('Golf Driver');
    expect(await shown({ showHidden: 'true' })).toContain('Hotel Runtime');
    expect(await shown({ showSuiteMembers: 'true' })).toContain('India Member');
    expect(await shown({ showInstalled: 'false', isPeriodic: 'true' })).toEqual([]);
    const { optionCounts } = (await manager.call(results.full, { params: { id: agent.agentUuid } })).body;
    expect(optionCounts).toEqual({ children: 1, drivers: 1, hidden: 1, suiteMembers: 1, installed: 5 });
  });

  it('say what can be done with each application', async () => {
    const agent = world.agents[2];
    if (!agent) throw new Error('No agent');
    agent.software = [copy('Alpha Editor', '2.0', { productCode: '{A1}' }), copy('Echo Notes', '3.0')];
    await agent.upload();
    // With a code it is another row than without: it is judged by itself.
    await matchNew(app);
    const { body } = await manager.call(results.ofHost, { params: { id: agent.agentUuid } });
    const [alpha, echo] = body.applications.map((row) => row.capabilities);
    expect(alpha).toEqual({
      isInstallableSystemBased: false,
      isInstallableUserBased: false,
      isInstallable: false,
      isRemovable: true,
      isRemovableSystemBased: true,
      isRemovableUserBased: false,
      isEmpty: false,
      isConfigured: false,
      isSetToInstallSystemBased: false,
      isSetToInstallUserBased: false,
      isSetToRemoveSystemBased: false,
      isSetToRemoveUserBased: false,
    });
    expect(echo).toMatchObject({ isEmpty: true, isRemovable: false });
  });

  it('say what updating a version would bring [APP-13]', async () => {
    const id = await versionId('Alpha Editor', '1.0');
    const { body } = await manager.call(results.updateInfo, { params: { id, host: hostId(0) } as never });
    expect(body).toMatchObject({
      isInstalled: true,
      version: { version: '1.0', status: 'insecure' },
      fixedVersion: '9.0',
      remaining: [{ cveId: cve }],
      packages: [],
    });
    const elsewhere = { params: { id: 999_999, host: hostId(0) } as never };
    expect((await manager.call(results.updateInfo, elsewhere)).status).toBe(404);
  });
});

describe('a correction', () => {
  let admin: TestClient;
  beforeAll(async () => {
    admin = await app.signIn('admin');
    await enterSite(admin, 'Beta');
  });

  it('is in force for the customer after the next count, is logged, and can be taken back', async () => {
    const wrong = await versionId('Charlie Viewer', '1.0');
    const made = await admin.call(corrections.create, {
      body: { kind: 'isUnknown', versionId: wrong, note: 'Our own tool' },
    });
    expect(made.body).toMatchObject({ kind: 'isUnknown', name: 'Charlie Viewer', applicationId: null });
    await world.count();
    const of = async () =>
      (await manager.call(applications.list, { query: { q: 'charlie' } })).body.applications.map((row) => row.split);
    expect(await of()).toMatchObject([{ ok: 1, zeroday: 0 }]);
    const is = await admin.call(corrections.create, {
      body: { kind: 'isApplication', versionId: wrong, applicationId: idOf('Alpha Editor') },
    });
    await world.count();
    expect(await of()).toEqual([]);
    expect((await admin.call(corrections.list)).body.corrections).toMatchObject([
      { kind: 'isApplication', applicationName: 'Alpha Editor' },
    ]);
    const found = await manager.call(results.ofHost, { params: { id: hostId(0) } });
    const alpha = found.body.applications.find((row) => row.name === 'Alpha Editor');
    expect(alpha?.versions.map((row) => row.reportedName)).toContain('Charlie Viewer');
    await admin.call(corrections.remove, { params: { id: is.body.correctionUuid } });
    await world.count();
    expect(await of()).toMatchObject([{ zeroday: 1 }]);
    const acts = await world.sql(`select verb from audit_entries where object_kind = 'correction' order by at, seq`);
    expect(acts.map((row) => row.verb)).toEqual(['correction.create', 'correction.create', 'correction.delete']);
  });

  it('holds for all sites: an administrator of one site, or a token made there, neither reads nor changes it', async () => {
    const made = await admin.call(apiTokens.create, {
      body: { name: 'Reports', permissions: rolePreset['Read & Write'], expiresInDays: 1 },
    });
    const bearer = { authorization: `Bearer ${made.body.secret}` };
    const body = { kind: 'isUnknown' as const, versionId: await versionId('Alpha Editor', '1.0') };
    const kept = await admin.call(corrections.create, { body });
    expect(kept.status).toBe(200);
    const before = await world.sql('select * from corrections');
    const nobody = app.anonymous();
    for (const call of [
      (endpoint: AnyEndpoint, given: object) => manager.call(endpoint, given as never),
      (endpoint: AnyEndpoint, given: object) => nobody.call(endpoint, given as never, bearer),
    ]) {
      expect((await call(corrections.list, {})).status).toBe(403);
      expect((await call(corrections.create, { body: { ...body, note: 'mine' } })).status).toBe(403);
      expect((await call(corrections.remove, { params: { id: kept.body.correctionUuid } })).status).toBe(403);
    }
    expect(await world.sql('select * from corrections')).toEqual(before);
    await admin.call(corrections.remove, { params: { id: kept.body.correctionUuid } });
  });

  it('is about software of one’s own only', async () => {
    const reader = await app.signIn('stranger');
    const body = { kind: 'isUnknown' as const, versionId: await versionId('Alpha Editor', '1.0') };
    expect((await reader.call(corrections.create, { body })).status).toBe(404);
    expect((await admin.call(corrections.remove, { params: { id: randomUUID() } })).status).toBe(404);
  });
});

describe('search', () => {
  it('finds hosts, applications and CVEs by what a person types', async () => {
    const name = world.agents[0]?.facts.hostName ?? '';
    const find = async (q: string) => (await manager.call(search.find, { query: { q } })).body;
    expect((await find(name.slice(0, 8).toLowerCase())).hosts).toMatchObject([{ hostName: name, state: 'active' }]);
    expect((await find('editor')).applications).toMatchObject([{ name: 'Alpha Editor', hosts: expect.any(Number) }]);
    for (const q of [cve, cve.toLowerCase(), '2026-10001', 'cve-2026-1000'])
      expect((await find(q)).cves).toContainEqual({ cveId: cve, title: cve, isExploited: true });
    expect((await find('zzz')).cves).toEqual([]);
  });
});

describe('open pages', () => {
  it('are told when numbers of their site moved, and only then', async () => {
    const hints: unknown[] = [];
    const tools = { ...jobTools(app), bus: { publish: async (sent: readonly unknown[]) => void hints.push(...sent) } };
    const count = async () => {
      app.clock.now = new Date(app.clock.now.getTime() + 120_000);
      await recount.run({ customerId: world.customerId }, tools);
    };
    await count();
    hints.length = 0;
    await count();
    expect(hints).toEqual([]);
    await world.upload(1, ['Bravo Player 1']);
    await count();
    const [site] = await world.sql(`select site_id from sites where name = 'Beta'`);
    expect(hints).toEqual([{ customerId: world.customerId, siteAccountUuid: site.site_id, thing: 'counts' }]);
  });
});
