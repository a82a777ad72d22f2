import { randomUUID } from 'node:crypto';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '../../platform/log/log.ts';
import { copy, facts, TestAgent } from '../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { markDormant } from './public.ts';

let app: TestApp;
let manager: TestClient;
let token: string;
const fleet: TestAgent[] = [];
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  token = await newToken();
  for (let i = 0; i < 12; i++) fleet.push(await enrol(`LT-CPH-${String(i).padStart(4, '0')}`));
});
afterAll(() => app.close());

const newToken = async () =>
  (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 1_000, expiresInDays: 365 } }))
    .body.secret;
const enrol = async (hostName: string): Promise<TestAgent> => {
  const agent = new TestAgent(app);
  agent.facts = facts({ hostName });
  await agent.enrol(token);
  return agent;
};
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const day = 86_400_000;
const sweep = () =>
  markDormant.run(
    {},
    {
      pool: app.database.pool('patchkeep_worker'),
      bus: { publish: async () => undefined },
      clock: () => app.clock.now,
      log: openLog('silent'),
      isSigning: false,
    },
  );
/** How many hosts have a sighting of today on record. */
const sightings = async (): Promise<number> => {
  const today = Math.floor((app.clock.now.getTime() - Date.UTC(2020, 0, 1)) / 60_000) - 60;
  const { rows } = await app.database
    .pool('postgres')
    .query('select count(*)::int as n from host_presence, unnest(seen_minutes) m where m >= $1', [today]);
  return rows[0].n;
};
const list = async (query: Record<string, unknown> = {}) => (await manager.call(hosts.list, { query } as never)).body;
const names = async (query = {}) => (await list(query)).hosts.map((host) => host.hostName);
const some = (...agents: TestAgent[]) => ({ hosts: agents.map((agent) => agent.agentUuid) });
const at = (index: number): TestAgent => fleet[index] as TestAgent;

describe('the host list', () => {
  it('lists hosts with the fields of the requirements [HOST-02] [HOST-03] [HOST-10] [HOST-12]', async () => {
    const [host] = (await list({ q: 'lt-cph-0000' })).hosts;
    expect(host).toMatchObject({
      uuid: at(0).agentUuid,
      agentUuid: at(0).agentUuid,
      hostName: 'LT-CPH-0000',
      groupUuid: null,
      groupName: null,
      havePendingInspection: true,
      version: '0.1.0',
      restartTagUuid: null,
      lastBootRequestTime: null,
      lastKnownBootTime: '2026-11-14T06:00:00.000Z',
      rebootDeadline: null,
      lastRebootSnoozeTime: null,
      lastReportedBootTime: '2026-11-14T06:00:00.000Z',
      agentFlags: 1,
      state: 'active',
    });
  });

  it('keeps the boot that the clock of a host tells apart from the one that is known [HOST-03]', async () => {
    const ahead = new TestAgent(app);
    const boots = async () => {
      const [host] = (await list({ q: ahead.facts.hostName })).hosts;
      return { known: host?.lastKnownBootTime, reported: host?.lastReportedBootTime };
    };
    await ahead.enrol(token);
    const before = '2026-11-14T06:00:00.000Z';
    expect(await boots()).toEqual({ known: before, reported: before });
    const reported = new Date(app.clock.now.getTime() + 2 * day).toISOString();
    later(60_000);
    const known = app.clock.now.toISOString();
    ahead.facts.bootTime = reported;
    await ahead.checkIn();
    expect(await boots()).toEqual({ known, reported });
    // Heard again, by a check-in and by an inspection: it has not started again.
    for (const contact of [() => ahead.checkIn(), () => ahead.upload()]) {
      later(60_000);
      expect((await contact()).status).toBe(200);
      expect(await boots()).toEqual({ known, reported });
    }
    await manager.call(hosts.trash, { body: { agents: [ahead.agentUuid] } });
    await manager.call(hosts.emptyTrash, { body: { expectedCount: 1 } });
  });

  it('pages by key in both directions of every sort, each host once', async () => {
    for (const sort of ['hostName', 'lastReportedBootTime', 'version', 'osName'])
      for (const order of ['asc', 'desc']) {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await list({ sort, order, limit: 5, ...(cursor && { cursor }) });
          expect(page.total).toBe(12);
          seen.push(...page.hosts.map((host) => host.hostName));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(seen.toSorted()).toEqual(fleet.map((agent) => agent.facts.hostName));
        if (sort === 'hostName') expect(seen).toEqual(order === 'asc' ? seen.toSorted() : seen.toSorted().toReversed());
      }
    expect((await manager.call(hosts.list, { query: { cursor: 'x' } } as never)).status).toBe(400);
  });

  it('shows one host with its users, and nothing of another site or customer [HOST-05]', async () => {
    const { body } = await manager.call(hosts.read, { params: { id: at(1).agentUuid } });
    expect(body).toMatchObject({
      hostUsers: ['ana'],
      osArchitecture: 'x64',
      timeZone: 'Europe/Copenhagen',
      freeDiskBytes: 120_000_000_000,
    });
    const reader = await app.signIn('reader');
    for (const client of [reader, await app.signIn('stranger')]) {
      expect((await client.call(hosts.read, { params: { id: at(1).agentUuid } })).status).toBe(404);
      expect((await client.call(hosts.list)).body.total).toBe(0);
    }
  });

  it('counts them in the session', async () => {
    expect((await manager.ehlo()).body.activeAgentCount).toBe(12);
  });
});

describe('inspecting', () => {
  it('is asked of many hosts at once, is pending until it was done, and then not [HOST-11] [HOST-12]', async () => {
    const agent = at(2);
    agent.software = [copy('Git', '2.50')];
    await agent.upload({ inspectedRevision: 1 });
    expect((await list({ q: 'lt-cph-0002' })).hosts[0]?.havePendingInspection).toBe(false);
    const { body } = await manager.call(hosts.inspect, { body: some(agent, at(3)) });
    expect(body).toEqual({ success: true, count: 2 });
    expect((await list({ q: 'lt-cph-0002' })).hosts[0]?.havePendingInspection).toBe(true);
    later(1_000);
    const answer = await agent.checkIn();
    expect(answer.body.inspectRevision).toBe(2);
    await agent.upload({ inspectedRevision: 2 });
    expect((await list({ q: 'lt-cph-0002' })).hosts[0]?.havePendingInspection).toBe(false);
  });

  it('lists what was found, copy by copy', async () => {
    const { body } = await manager.call(hosts.inventory, { params: { id: at(2).agentUuid } });
    expect(body.software).toEqual([{ name: 'Git', publisher: 'Example', version: '2.50', scope: 'machine' }]);
  });
});

describe('setting hosts apart', () => {
  it('disables and enables: a disabled host stays listed apart and gets no work [HOST-04] [HOST-14] [HOST-19]', async () => {
    expect((await manager.call(hosts.disable, { body: { agents: [at(4).agentUuid] } })).body.count).toBe(1);
    expect(await names({ view: 'disabled' })).toEqual(['LT-CPH-0004']);
    expect((await list({ view: 'disabled' })).hosts[0]?.agentFlags).toBe(0);
    later(1_000);
    at(4).software = [copy('Git', '9')];
    expect((await at(4).checkIn()).body.isInventoryWanted).toBe(false);
    await manager.call(hosts.enable, { body: { agents: [at(4).agentUuid] } });
    expect(await names({ view: 'disabled' })).toEqual([]);
  });

  it('trashes softly: restorable, not counted, without work, marked when heard of since [HOST-15] [HOST-16]', async () => {
    // Sightings are kept by the minute, and one is due from before.
    later(120_000);
    await manager.call(hosts.trash, { body: { agents: [at(5).agentUuid] } });
    expect((await list()).total).toBe(11);
    const { views, licencesInUse } = (await manager.call(hosts.counts)).body;
    expect([views.active, views.trash, licencesInUse]).toEqual([11, 1, 11]);
    const isSeenSince = async () => (await list({ view: 'trash' })).hosts.map((host) => host.isSeenSinceTrash);
    expect((await list({ view: 'licensed' })).total).toBe(11);
    expect(await isSeenSince()).toEqual([false]);
    later(120_000);
    // Word of it goes round by the bus, within a moment.
    await expect.poll(async () => (await at(5).checkIn()).status).toBe(403);
    const workAnswer = await at(5).send(at(5).sign(agentApi.work, { lineage: at(5).lineage }));
    expect(workAnswer.status).toBe(403);
    await expect.poll(isSeenSince).toEqual([true]);
    await manager.call(hosts.restore, { body: { agents: [at(5).agentUuid] } });
    expect((await list()).total).toBe(12);
    later(1_000);
    await expect.poll(async () => (await at(5).checkIn()).status).toBe(200);
  });

  it('empties the trash for good: the identity is gone, a new enrolment is a new host [HOST-17]', async () => {
    const doomed = await enrol('LT-OLD-0001');
    doomed.software = [copy('Doomed', '1')];
    await doomed.upload();
    await manager.call(hosts.trash, { body: { agents: [doomed.agentUuid] } });
    expect((await manager.call(hosts.emptyTrash, { body: { expectedCount: 5 } })).status).toBe(409);
    expect((await manager.call(hosts.emptyTrash, { body: { expectedCount: 1 } })).body.count).toBe(1);
    app.clock.now = new Date(app.clock.now.getTime() + 60_001);
    expect((await doomed.checkIn()).status).toBe(401);
    const { rows } = await app.database
      .pool('postgres')
      .query(`select host_nos from version_holders join software_versions using (version_id) where name = 'Doomed'`);
    expect(rows).toEqual([]);
    const again = new TestAgent(app, doomed.identity);
    expect((await again.enrol(token)).status).toBe(200);
    expect(again.agentUuid).not.toBe(doomed.agentUuid);
    await manager.call(hosts.trash, { body: { agents: [again.agentUuid] } });
    await manager.call(hosts.emptyTrash, { body: { expectedCount: 1 } });
  });

  it('turns silent hosts dormant after a week, counts their licence for 45 days, and revives them with one call [HOST-04] [HOST-07] [HOST-08] [HOST-09]', async () => {
    await app.database.pool('postgres').query('update customers set host_license_count = 5000');
    later(7 * day + 60_000);
    manager = await app.signIn('manager');
    expect(await names({ view: 'active' })).toHaveLength(12);
    await sweep();
    await sweep();
    expect(await names({ view: 'dormant' })).toHaveLength(12);
    expect((await list({ view: 'dormant' })).hosts[0]?.agentFlags).toBe(9);
    const counts = async () => (await manager.call(hosts.counts)).body;
    expect(await counts()).toMatchObject({
      views: { active: 0, dormant: 12 },
      licencesInUse: 12,
      hostLicenseCount: 5_000,
    });
    await at(0).checkIn();
    expect((await counts()).views).toMatchObject({ active: 1, dormant: 11 });
    // Sightings are written in bulk, a few seconds later.
    await expect.poll(async () => (await sightings()) > 0).toBe(true);
    later(40 * day);
    manager = await app.signIn('manager');
    expect((await counts()).licencesInUse).toBe(1);
    expect(await names({ view: 'licensed' })).toEqual([at(0).facts.hostName]);
    for (const agent of fleet) await agent.checkIn();
    expect((await counts()).views.active).toBe(12);
  });
});

describe('acting on a filter', () => {
  it('means all that match but for the exceptions, and refuses when the number has moved', async () => {
    const selection = {
      filter: { view: 'active' as const, q: 'lt-cph-000' },
      except: [at(0).agentUuid],
      expectedCount: 9,
    };
    expect((await manager.call(hosts.disable, { body: selection })).body.count).toBe(9);
    expect((await names({ view: 'disabled' })).length).toBe(9);
    expect((await manager.call(hosts.disable, { body: { ...selection, expectedCount: 500 } })).status).toBe(409);
    await manager.call(hosts.enable, { body: { filter: { view: 'disabled' }, except: [], expectedCount: 9 } });
    expect((await list()).total).toBe(12);
  });

  it('tells how the hosts were, so that it can be taken back', async () => {
    const selection = { filter: { view: 'active' as const, q: 'lt-cph-000' }, except: [], expectedCount: 10 };
    const group = (await manager.call(groups.create, { body: { title: 'Passing' } })).body;
    const tag = (await manager.call(tags.create, { body: { tagName: 'Passing' } })).body;
    await manager.call(hosts.move, { body: { selection: some(at(1)), groupUuid: group.uuid } });
    const tagged = await manager.call(tags.changeHosts, { body: { hosts: selection, addTags: [tag.tagUuid] } });
    expect(tagged.body.former).toHaveLength(10);
    const moved = await manager.call(hosts.move, { body: { selection, groupUuid: null } });
    expect(moved.body.former?.find(({ uuid }) => uuid === at(1).agentUuid)).toEqual({
      uuid: at(1).agentUuid,
      groupUuid: group.uuid,
      tagUuids: [tag.tagUuid],
    });
    const disabled = await manager.call(hosts.disable, { body: selection });
    const back = { hosts: disabled.body.former?.map(({ uuid }) => uuid) ?? [] };
    const enabled = await manager.call(hosts.enable, { body: back });
    expect(enabled.body).toMatchObject({ success: true, count: 10 });
    expect(enabled.body.former).toHaveLength(10);
    expect((await list()).total).toBe(12);
    await manager.call(tags.changeHosts, { body: { hosts: selection, removeTags: [tag.tagUuid] } });
  });

  it('touches nothing when one named host is not the site’s', async () => {
    for (const endpoint of [hosts.disable, hosts.trash, hosts.inspect])
      expect((await manager.call(endpoint, { body: { hosts: [at(0).agentUuid, randomUUID()] } })).status).toBe(404);
    expect((await list()).total).toBe(12);
  });

  it('needs the right to change', async () => {
    const reader = await app.signIn('reader');
    for (const endpoint of [hosts.disable, hosts.trash, hosts.inspect, hosts.accept])
      expect((await reader.call(endpoint, { body: some(at(0)) })).status).toBe(403);
  });
});

describe('newcomers that wait', () => {
  it('are listed apart and work once somebody accepts them', async () => {
    const waiting = new TestAgent(app);
    waiting.hardwareId = at(6).hardwareId;
    later(61_000);
    expect((await waiting.enrol(token)).body.state).toBe('pending');
    expect((await list({ view: 'pending' })).total).toBe(1);
    await manager.call(hosts.accept, { body: some(waiting) });
    expect((await list({ view: 'pending' })).total).toBe(0);
    waiting.software = [copy('X', '1')];
    later(1_000);
    expect((await waiting.upload()).status).toBe(200);
    await manager.call(hosts.trash, { body: some(waiting) });
  });
});

describe('groups and tags of hosts', () => {
  it('move hosts, and find them by group and tag with those below', async () => {
    const parent = (await manager.call(groups.create, { body: { title: 'Sales' } })).body;
    const child = (await manager.call(groups.create, { body: { title: 'Nordic', parentUuid: parent.uuid } })).body;
    await manager.call(hosts.move, { body: { selection: some(at(0)), groupUuid: parent.uuid } });
    await manager.call(hosts.move, { body: { selection: some(at(1)), groupUuid: child.uuid } });
    expect(await names({ groupUuid: parent.uuid })).toEqual(['LT-CPH-0000', 'LT-CPH-0001']);
    expect(await names({ groupUuid: child.uuid })).toEqual(['LT-CPH-0001']);
    expect((await list({ q: 'lt-cph-0001' })).hosts[0]?.groupName).toBe('Nordic');
    const tag = (await manager.call(tags.create, { body: { tagName: 'Pilot' } })).body;
    await manager.call(tags.changeHosts, {
      body: { hosts: [at(0).agentUuid, at(7).agentUuid], addTags: [tag.tagUuid] },
    });
    expect(await names({ tagUuid: tag.tagUuid })).toEqual(['LT-CPH-0000', 'LT-CPH-0007']);
    expect((await manager.call(hosts.move, { body: { selection: some(at(0)), groupUuid: randomUUID() } })).status).toBe(
      404,
    );
  });
});
