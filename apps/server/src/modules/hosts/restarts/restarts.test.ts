import { randomUUID } from 'node:crypto';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { restartDefaults, restarts } from '@patchkeep/contract/restarts';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { inJob } from '../../../platform/job-context.ts';
import { facts, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { listDueRestarts, noteRestart } from '../public.ts';

let app: TestApp;
let manager: TestClient;
let token: string;
let siteId: string;
/** An hour until it is forced, ten minutes a snooze. */
let night: string;
const start = new Date('2026-11-15T09:00:00Z');
const minute = 60_000;

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  token = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 1_000 } })).body.secret;
  night = await restartTag('Night');
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.now = start;
});

const restartTag = async (tagName: string, more = {}): Promise<string> =>
  (await manager.call(tags.create, { body: { tagName, tagKind: tagKind.RestartTag, restartSettings: more } })).body
    .tagUuid;
const enrol = async (more: Parameters<typeof facts>[0] = {}): Promise<TestAgent> => {
  const agent = new TestAgent(app);
  agent.facts = facts(more);
  await agent.enrol(token);
  return agent;
};
const server = { os: { family: 'windows', name: 'Windows Server 2022', version: '10', architecture: 'x64' } } as const;
/** So many minutes after the test began. */
const at = (minutes: number): Date => new Date(start.getTime() + minutes * minute);
const later = (minutes: number): void => {
  app.clock.now = at(minutes);
};
const ask = (restartTagUuid: string, body: Record<string, unknown>, as = manager) =>
  as.call(restarts.request, { params: { restartTagUuid }, body } as never);
const stateOf = async (agent: TestAgent) =>
  (await manager.call(restarts.ofHost, { params: { id: agent.agentUuid } })).body;
const listed = async (agent: TestAgent) => (await manager.call(hosts.read, { params: { id: agent.agentUuid } })).body;
const tenant = () => ({ customerId: fleetCustomer(), siteIds: [siteId], actorId: null });
const fleetCustomer = (): string => manager.customerId ?? '';
const note = (agent: TestAgent, what: Parameters<typeof noteRestart>[2]) =>
  withTenant(app.database.pool('patchkeep_api'), tenant(), (tx) =>
    noteRestart(tx, { customerId: fleetCustomer(), siteId, hostId: agent.agentUuid }, what),
  );
const due = async (): Promise<string[]> => {
  const found = await withTenant(app.database.pool('patchkeep_worker'), tenant(), (tx) =>
    inJob(tx, { customerId: fleetCustomer(), siteId, now: app.clock.now, isSigning: false }, (context) =>
      listDueRestarts(context),
    ),
  );
  return found.map(({ hostId }) => hostId);
};
/** Heard of now, and written down. */
const heardOf = async (agent: TestAgent): Promise<void> => {
  await agent.checkIn();
  await expect.poll(async () => (await listed(agent)).lastSeen).toBe(app.clock.now.toISOString());
};

describe('restart settings', () => {
  it('have a title, a message and three times, and begin with the defaults [RST-02] [RST-13] [RST-14]', async () => {
    const reader = await app.signIn('reader');
    expect((await reader.call(restarts.readDefaults)).body).toEqual(restartDefaults);
    expect((await reader.call(restarts.readSettings)).body).toEqual({
      ...restartDefaults,
      minimumAgentVersion: '0.0.0',
      serialNumber: 0,
    });
  });

  it('are saved for the site by who may change, over what was seen; new restart tags begin with them', async () => {
    const manage = await app.signIn('admin');
    const given = { ...restartDefaults, title: 'Ours', delaySeconds: 30, minimumAgentVersion: '0.0.1' };
    const save = (serialNumber: number, as = manage, more = {}) =>
      as.call(restarts.saveSettings, { body: { ...given, ...more, serialNumber } });
    const { serialNumber } = (await manage.call(restarts.readSettings)).body;
    expect((await save(serialNumber, await app.signIn('reader'))).status).toBe(403);
    expect((await save(serialNumber, manage, { message: ' ' })).status).toBe(400);
    expect((await save(serialNumber, manage, { minimumAgentVersion: 'new' })).status).toBe(400);
    expect((await save(serialNumber)).body).toEqual({ ...given, serialNumber: serialNumber + 1 });
    expect((await save(serialNumber)).status).toBe(409);
    const { body } = await manage.call(tags.create, {
      body: { tagName: 'Fresh', tagKind: tagKind.RestartTag, restartSettings: { snoozeSeconds: 60 } },
    });
    expect(body.restartSettings).toEqual({
      title: 'Ours',
      message: restartDefaults.message,
      delaySeconds: 30,
      snoozeSeconds: 60,
      secondsUntilForce: 3_600,
    });
    const changed = await manage.call(tags.update, {
      params: { id: body.tagUuid },
      body: { restartSettings: { message: 'Tonight' }, serialNumber: 1 },
    });
    expect(changed.body.restartSettings).toMatchObject({ title: 'Ours', message: 'Tonight', snoozeSeconds: 60 });
  });
});

describe('a restart of one host', () => {
  it('is requested under a restart tag and stands at Requested at once [RST-01] [RST-09] [RST-12] [RST-15]', async () => {
    const agent = await enrol();
    const quick = await restartTag('Quick', { title: 'Now, please', secondsUntilForce: 300, snoozeSeconds: 0 });
    const { body, status } = await manager.call(restarts.requestOfHost, {
      params: { id: agent.agentUuid, tag: quick },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      restartState: 'Requested',
      isScheduled: false,
      lastBootRequestTime: start.toISOString(),
      rebootDeadline: start.toISOString(),
      forceTime: at(5).toISOString(),
      restartTagUuid: quick,
      restartTagName: 'Quick',
      settings: { title: 'Now, please', secondsUntilForce: 300, snoozeSeconds: 0 },
      isCancellable: false,
      rebootTime: null,
    });
    expect(await listed(agent)).toMatchObject({
      restartState: 'Requested',
      restartTagUuid: quick,
      lastBootRequestTime: start.toISOString(),
      rebootDeadline: start.toISOString(),
    });
  });

  it('goes from scheduled to requested, snoozed, requested and failed as time passes [RST-03] [RST-04] [RST-05] [RST-06] [RST-07]', async () => {
    const agent = await enrol();
    const brief = await restartTag('Brief', { secondsUntilForce: 900, snoozeSeconds: 300 });
    await ask(brief, { agentUuid: [agent.agentUuid], deadline: at(20).toISOString() });
    expect(await stateOf(agent)).toMatchObject({
      restartState: 'None',
      isScheduled: true,
      isCancellable: true,
      rebootDeadline: at(20).toISOString(),
      forceTime: at(35).toISOString(),
    });
    expect(await due()).not.toContain(agent.agentUuid);
    later(19);
    expect((await stateOf(agent)).restartState).toBe('None');
    later(20);
    expect(await stateOf(agent)).toMatchObject({ restartState: 'Requested', isScheduled: false, isCancellable: false });
    expect(await due()).toContain(agent.agentUuid);
    later(21);
    await note(agent, { shownAt: at(21) });
    await note(agent, { shownAt: at(22), snoozedAt: at(22) });
    later(26);
    expect(await stateOf(agent)).toMatchObject({
      restartState: 'Snooze',
      shownTime: at(21).toISOString(),
      snoozedUntil: at(27).toISOString(),
    });
    later(27);
    expect((await stateOf(agent)).restartState).toBe('Requested');
    await note(agent, { snoozedAt: at(33) });
    later(34);
    expect(await stateOf(agent)).toMatchObject({ restartState: 'Snooze', snoozedUntil: at(35).toISOString() });
    later(36);
    expect((await stateOf(agent)).restartState).toBe('Requested');
    await heardOf(agent);
    expect((await stateOf(agent)).restartState).toBe('Failed');
    expect((await listed(agent)).restartState).toBe('Failed');
  });

  it('is over with the boot after the request, wherever it stood [RST-03]', async () => {
    const agent = await enrol();
    await ask(night, { agentUuid: [agent.agentUuid] });
    later(10);
    expect((await stateOf(agent)).restartState).toBe('Requested');
    await agent.checkIn({ bootTime: at(9).toISOString() });
    await expect.poll(async () => (await stateOf(agent)).restartState).toBe('None');
    expect(await stateOf(agent)).toMatchObject({
      rebootTime: at(9).toISOString(),
      isScheduled: false,
      isCancellable: false,
    });
    expect(await due()).not.toContain(agent.agentUuid);
  });

  it('is refused below the minimum version, with the reason [RST-08]', async () => {
    const old = await enrol({ agentVersion: '0.0.1' });
    const next = await enrol({ agentVersion: '0.0.2' });
    const before = (await manager.call(restarts.readSettings)).body;
    await manager.call(restarts.saveSettings, { body: { ...before, minimumAgentVersion: '0.0.1' } });
    const refusal = 'Its agent is version 0.0.1; a restart needs one above 0.0.1';
    const one = await manager.call(restarts.requestOfHost, { params: { id: old.agentUuid, tag: night } });
    expect([one.status, one.body]).toEqual([400, { message: refusal }]);
    expect((await stateOf(old)).refusal).toBe(refusal);
    expect((await stateOf(next)).refusal).toBeNull();
    expect((await ask(night, { agentUuid: [old.agentUuid] })).status).toBe(400);
    const both = await ask(night, { agentUuid: [old.agentUuid, next.agentUuid] });
    expect(both.body).toMatchObject({ count: 1, leftOut: { tooOld: 1, notAtWork: 0 } });
    expect((await stateOf(old)).lastBootRequestTime).toBeNull();
    expect((await stateOf(next)).restartState).toBe('Requested');
  });
});

describe('a restart of many hosts', () => {
  it('needs somebody to ask [RST-10]', async () => {
    const { status, body } = await ask(night, { deadline: at(60).toISOString() });
    expect([status, body]).toEqual([400, { message: 'Missing argument to postRequestHostRestart' }]);
    expect((await ask(night, { agentUuid: [], groupUuid: [], tagUuid: [] })).status).toBe(400);
  });

  it('reaches hosts, those of groups and below, and those with tags, each once [RST-11]', async () => {
    const outer = (await manager.call(groups.create, { body: { title: 'Outer' } })).body.uuid;
    const inner = (await manager.call(groups.create, { body: { title: 'Inner', parentUuid: outer } })).body.uuid;
    const pilot = (await manager.call(tags.create, { body: { tagName: 'Pilot' } })).body.tagUuid;
    const [named, grouped, tagged, other] = [await enrol(), await enrol(server), await enrol(), await enrol()];
    const move = (agent: TestAgent) =>
      manager.call(hosts.move, { body: { selection: { hosts: [agent.agentUuid] }, groupUuid: inner } });
    await move(grouped);
    await move(named);
    await manager.call(tags.changeHosts, { body: { hosts: [tagged.agentUuid, named.agentUuid], addTags: [pilot] } });
    const given = {
      agentUuid: [named.agentUuid],
      groupUuid: [outer],
      tagUuid: [pilot],
      deadline: at(30).toISOString(),
    };
    const preview = await manager.call(restarts.preview, { params: { restartTagUuid: night }, body: given });
    expect(preview.body).toMatchObject({
      hosts: 3,
      workstations: 2,
      servers: 1,
      dormant: 0,
      alreadyAsked: 0,
      leftOut: { tooOld: 0, notAtWork: 0 },
      rebootDeadline: at(30).toISOString(),
      forceTime: at(90).toISOString(),
    });
    expect((await stateOf(named)).lastBootRequestTime).toBeNull();
    expect((await ask(night, { ...given, expectedCount: 4 })).status).toBe(409);
    expect((await ask(night, { ...given, expectedCount: 3, reason: 'Kernel' })).body.count).toBe(3);
    for (const agent of [named, grouped, tagged])
      expect(await stateOf(agent)).toMatchObject({ isScheduled: true, restartTagName: 'Night' });
    expect((await stateOf(other)).isScheduled).toBe(false);
    const again = await manager.call(restarts.preview, { params: { restartTagUuid: night }, body: given });
    expect(again.body.alreadyAsked).toBe(3);
    later(31);
    expect((await due()).toSorted()).toEqual(
      expect.arrayContaining([named.agentUuid, grouped.agentUuid, tagged.agentUuid]),
    );
    expect(await due()).not.toContain(other.agentUuid);
  });

  it('leaves out hosts that get no work, and takes a filter of the list', async () => {
    const [first, second] = [await enrol({ hostName: 'FLT-1' }), await enrol({ hostName: 'FLT-2' })];
    await manager.call(hosts.disable, { body: { agents: [second.agentUuid] } });
    const both = await ask(night, { agentUuid: [first.agentUuid, second.agentUuid] });
    expect(both.body).toMatchObject({ count: 1, leftOut: { tooOld: 0, notAtWork: 1 } });
    await manager.call(hosts.enable, { body: { agents: [second.agentUuid] } });
    const filter = { view: 'active', q: 'flt-' };
    const moved = await ask(night, { selection: { filter, except: [], expectedCount: 40 } });
    expect([moved.status, moved.body]).toMatchObject([409, { info: { expectedCount: 40, count: 2 } }]);
    const matching = await ask(night, { selection: { filter, except: [first.agentUuid], expectedCount: 1 } });
    expect(matching.body.count).toBe(1);
    expect((await stateOf(second)).restartState).toBe('Requested');
  });

  it('is taken back before its deadline, and not after', async () => {
    const [early, late] = [await enrol(), await enrol()];
    await ask(night, { agentUuid: [early.agentUuid], deadline: at(60).toISOString() });
    await ask(night, { agentUuid: [late.agentUuid], deadline: at(10).toISOString() });
    later(30);
    const { body } = await manager.call(restarts.cancel, {
      body: { agentUuid: [early.agentUuid, late.agentUuid] },
    });
    expect(body).toMatchObject({ success: true, count: 1, tooLate: 1 });
    expect(await stateOf(early)).toMatchObject({ isScheduled: false, lastBootRequestTime: null, restartTagUuid: null });
    expect((await stateOf(late)).restartState).toBe('Requested');
  });

  it('is bounded in time, and knows only restart tags and hosts of the site', async () => {
    const agent = await enrol();
    const agentUuid = [agent.agentUuid];
    expect((await ask(night, { agentUuid, deadline: at(-6).toISOString() })).status).toBe(400);
    expect((await ask(night, { agentUuid, deadline: at(31 * 1_440).toISOString() })).status).toBe(400);
    expect((await ask(night, { agentUuid, deadline: at(-1).toISOString() })).body.rebootDeadline).toBe(
      start.toISOString(),
    );
    const basic = (await manager.call(tags.create, { body: { tagName: 'Basic' } })).body.tagUuid;
    expect((await ask(basic, { agentUuid })).status).toBe(400);
    expect((await ask(randomUUID(), { agentUuid })).status).toBe(404);
    expect((await ask(night, { agentUuid: [randomUUID()] })).status).toBe(404);
    expect((await ask(night, { groupUuid: [randomUUID()] })).status).toBe(404);
    expect((await ask(night, { tagUuid: [randomUUID()] })).status).toBe(404);
    expect((await ask(night, { agentUuid }, await app.signIn('reader'))).status).toBe(403);
    expect((await ask(night, { agentUuid }, await app.signIn('stranger'))).status).toBe(404);
  });

  it('is one entry in the activity log, with its reason, however many they are', async () => {
    const agents = [await enrol(), await enrol(), await enrol()];
    const agentUuid = agents.map((agent) => agent.agentUuid);
    await ask(night, { agentUuid, reason: 'Driver', deadline: at(60).toISOString() });
    const { rows } = await app.database
      .pool('postgres')
      .query(`select after from audit_entries where verb = 'host.restart' order by at desc, seq desc limit 1`);
    expect(rows[0].after).toMatchObject({ count: 3, reason: 'Driver', restartTag: 'Night' });
  });

  it('follows the settings of the site when its restart tag is gone', async () => {
    const agent = await enrol();
    const short = await restartTag('Short', { secondsUntilForce: 60 });
    await ask(short, { agentUuid: [agent.agentUuid] });
    expect((await stateOf(agent)).forceTime).toBe(at(1).toISOString());
    await manager.call(tags.remove, { params: { id: short } });
    expect(await stateOf(agent)).toMatchObject({
      restartState: 'Requested',
      restartTagUuid: null,
      forceTime: at(60).toISOString(),
    });
  });
});
