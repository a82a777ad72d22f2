import { applications } from '@patchkeep/contract/applications';
import { groups } from '@patchkeep/contract/groups';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type FleetWorld, fleetWorld } from '../../testkit/fleet-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { recount, sweepRecounts } from '../results/public.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
let groupId: string;
const cveId = 'CVE-2026-10001';
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 3);
  await world.judge({
    application: 'Alpha Editor',
    version: 1,
    cves: [cveId],
    zeroDays: [],
    isEol: false,
    isFixable: true,
  });
  for (const at of [0, 1, 2]) await world.upload(at, ['Alpha Editor 1']);
  await world.count();
  groupId = (await manager.call(groups.create, { body: { title: 'Lab' } })).body.uuid;
});
afterAll(() => app.close());

const day = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now.getTime() + days * day).toISOString();
const later = (days: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + days * day);
};
const applicationId = () => world.applicationIds.get('Alpha Editor') ?? 0;
const draft = (more: object = {}) => ({
  target: { applicationId: applicationId() },
  reasonKind: 'acceptedRisk' as const,
  reason: 'Runs in an isolated network',
  expires: inDays(30),
  ...more,
});
const create = async (more: object = {}) => (await manager.call(ignoreRules.create, { body: draft(more) })).body;
const split = async () => {
  const { body } = await manager.call(applications.list, { query: { q: 'alpha' } });
  return body.applications[0]?.split;
};
/** Somebody comes back after days: the old session is long over. */
const signInAgain = async () => {
  manager = await app.signIn('manager');
};

describe('an ignore rule', () => {
  it('takes what it names out of the count, apart and in sight, until it ends; then it is back [IGN-01] [IGN-03]', async () => {
    expect(await split()).toMatchObject({ insecure: 3, ignored: 0 });
    const rule = await create();
    expect(rule).toMatchObject({ scope: 'site', state: 'active', renewals: 0, history: [], owner: expect.any(String) });
    await world.count();
    expect(await split()).toMatchObject({ insecure: 0, ignored: 3, ok: 0 });
    later(17);
    await signInAgain();
    expect((await manager.call(ignoreRules.list)).body.ignoreRules[0]?.state).toBe('expiring');
    later(14);
    await signInAgain();
    await sweepRecounts.run({}, jobTools(app));
    await recount.run({ customerId: world.customerId }, jobTools(app));
    expect(await split()).toMatchObject({ insecure: 3, ignored: 0 });
    const [expired] = (await manager.call(ignoreRules.list, { query: { state: 'expired' } })).body.ignoreRules;
    expect(expired).toMatchObject({ ignoreRuleUuid: rule.ignoreRuleUuid, state: 'expired' });
    await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid: rule.ignoreRuleUuid } });
  });

  it('must end, and within a year', async () => {
    for (const expires of [inDays(0), inDays(-1), inDays(400)])
      expect((await manager.call(ignoreRules.create, { body: draft({ expires }) })).status).toBe(400);
    expect((await manager.call(ignoreRules.create, { body: draft({ expires: undefined }) as never })).status).toBe(400);
    const nothing = draft({ target: {} });
    expect((await manager.call(ignoreRules.create, { body: nothing as never })).status).toBe(400);
  });

  it('is made, read, changed, revoked and restored by the calls of the site [IGN-04] [IGN-08]', async () => {
    const made = await create({ target: { cveId } });
    const id = made.ignoreRuleUuid;
    expect((await manager.call(ignoreRules.readOfSite, { params: { id } })).body).toMatchObject({ target: { cveId } });
    expect((await manager.call(ignoreRules.readOfHost, { params: { id } })).status).toBe(404);
    const changed = await manager.call(ignoreRules.update, {
      body: { ignoreRuleUuid: id, reason: 'Another reason', serialNumber: made.serialNumber },
    });
    expect(changed.body.reason).toBe('Another reason');
    const stale = { params: { id }, body: { reason: 'x', serialNumber: made.serialNumber } };
    expect((await manager.call(ignoreRules.updateOfSite, stale)).status).toBe(409);
    await manager.call(ignoreRules.revokeOfSite, { params: { id } });
    expect((await manager.call(ignoreRules.readOfSite, { params: { id } })).body.state).toBe('revoked');
    expect((await manager.call(ignoreRules.restoreOfSite, { params: { id } })).body.state).toBe('active');
    await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid: id } });
    const acts = await world.sql(`select verb from audit_entries where object_id = $1 order by seq`, [id]);
    expect(acts.map((row) => row.verb)).toEqual([
      'ignoreRule.create',
      'ignoreRule.change',
      'ignoreRule.revoke',
      'ignoreRule.restore',
      'ignoreRule.revoke',
    ]);
  });

  it('exists at host and group level with calls of their own [IGN-02] [IGN-06] [IGN-07]', async () => {
    const host = world.agents[0]?.agentUuid ?? '';
    const onHost = (await manager.call(ignoreRules.createOfHost, { params: { id: host }, body: draft() })).body;
    const onGroup = (await manager.call(ignoreRules.createOfGroup, { params: { id: groupId }, body: draft() })).body;
    expect([onHost.scope, onHost.scopeUuid, onGroup.scope, onGroup.scopeUuid]).toEqual([
      'host',
      host,
      'group',
      groupId,
    ]);
    await world.count();
    expect(await split()).toMatchObject({ insecure: 2, ignored: 1 });
    const ofHost = (await manager.call(ignoreRules.listOfHost, { params: { id: host } })).body.ignoreRules;
    expect(ofHost.map((rule) => [rule.ignoreRuleUuid, rule.hits])).toEqual([[onHost.ignoreRuleUuid, 1]]);
    const [ofGroup] = (await manager.call(ignoreRules.listOfGroup, { params: { id: groupId } })).body.ignoreRules;
    expect(ofGroup).toMatchObject({ hits: 0, matchesNothing: true, scopeName: 'Lab' });
    for (const [rule, read, update, restore, revoke] of [
      [onHost, ignoreRules.readOfHost, ignoreRules.updateOfHost, ignoreRules.restoreOfHost, ignoreRules.revokeOfHost],
      [
        onGroup,
        ignoreRules.readOfGroup,
        ignoreRules.updateOfGroup,
        ignoreRules.restoreOfGroup,
        ignoreRules.revokeOfGroup,
      ],
    ] as const) {
      const params = { id: rule.ignoreRuleUuid };
      expect((await manager.call(read, { params })).status).toBe(200);
      expect((await manager.call(ignoreRules.readOfSite, { params })).status).toBe(404);
      const { serialNumber } = rule;
      const changed = await manager.call(update, { params, body: { expires: inDays(60), serialNumber } });
      expect(changed.body.expires).toBe(inDays(60));
      await manager.call(revoke, { params });
      expect((await manager.call(restore, { params })).body.state).toBe('active');
      await manager.call(revoke, { params });
    }
    for (const [rule, place, elsewhere, update, revoke, restore] of [
      [
        onHost,
        host,
        world.agents[1]?.agentUuid ?? '',
        ignoreRules.updateNamedOfHost,
        ignoreRules.revokeNamedOfHost,
        ignoreRules.restoreOfHost,
      ],
      [
        onGroup,
        groupId,
        (await manager.call(groups.create, { body: { title: 'Elsewhere' } })).body.uuid,
        ignoreRules.updateNamedOfGroup,
        ignoreRules.revokeNamedOfGroup,
        ignoreRules.restoreOfGroup,
      ],
    ] as const) {
      const { ignoreRuleUuid } = rule;
      const { serialNumber } = (await manager.call(restore, { params: { id: ignoreRuleUuid } })).body;
      const body = { ignoreRuleUuid, reason: 'Said anew', serialNumber };
      // A rule is changed and revoked at its own place only.
      expect((await manager.call(update, { params: { id: elsewhere }, body })).status).toBe(404);
      expect((await manager.call(revoke, { params: { id: elsewhere }, query: { ignoreRuleUuid } })).status).toBe(404);
      expect((await manager.call(update, { params: { id: place }, body })).body.reason).toBe('Said anew');
      expect((await manager.call(update, { params: { id: place }, body })).status).toBe(409);
      expect((await manager.call(revoke, { params: { id: place }, query: { ignoreRuleUuid } })).status).toBe(200);
    }
  });

  it('is renewed, one or many, with its history; and a renewal can be taken back [IGN-05]', async () => {
    const [one, two] = [await create({ expires: inDays(5) }), await create({ target: { cveId }, expires: inDays(6) })];
    const queue = (await manager.call(ignoreRules.renewQueue)).body.ignoreRules.map((rule) => rule.ignoreRuleUuid);
    expect(queue).toEqual(expect.arrayContaining([one.ignoreRuleUuid, two.ignoreRuleUuid]));
    const both = [one.ignoreRuleUuid, two.ignoreRuleUuid];
    const renewed = await manager.call(ignoreRules.renew, {
      body: { ignoreRules: both, expires: inDays(90), reason: 'Still isolated' },
    });
    expect(renewed.body).toMatchObject({ count: 2 });
    const first = renewed.body.ignoreRules.find((rule) => rule.ignoreRuleUuid === one.ignoreRuleUuid);
    expect(first).toMatchObject({
      renewals: 1,
      expires: inDays(90),
      history: [{ expiredBefore: inDays(5), expires: inDays(90), reason: 'Still isolated' }],
    });
    const again = await manager.call(ignoreRules.renewOne, {
      body: { ignoreRuleUuid: one.ignoreRuleUuid, expires: inDays(100), serialNumber: first?.serialNumber ?? 0 },
    });
    expect(again.body.renewals).toBe(2);
    const undone = await manager.call(ignoreRules.undoRenewal, { query: { ignoreRuleUuid: one.ignoreRuleUuid } });
    expect(undone.body).toMatchObject({ renewals: 1, expires: inDays(90) });
    const mixed = { ignoreRules: [one.ignoreRuleUuid, world.agents[0]?.agentUuid ?? ''], expires: inDays(95) };
    expect((await manager.call(ignoreRules.renew, { body: mixed })).status).toBe(404);
    expect((await manager.call(ignoreRules.readOfSite, { params: { id: one.ignoreRuleUuid } })).body.expires).toBe(
      inDays(90),
    );
    for (const ignoreRuleUuid of both) await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid } });
  });

  it('is told apart from one that already covers it', async () => {
    const wide = await create();
    const narrow = await create({ target: { applicationId: applicationId(), cveId } });
    expect(narrow.duplicateOfUuid).toBe(wide.ignoreRuleUuid);
    const preview = await manager.call(ignoreRules.preview, {
      body: { scope: 'group', scopeUuid: groupId, target: { applicationId: applicationId() } },
    });
    expect(preview.body.duplicateOfUuid).toBe(wide.ignoreRuleUuid);
    for (const { ignoreRuleUuid } of [wide, narrow])
      await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid } });
  });

  it('is previewed with what changes its status: where another CVE remains, nothing does', async () => {
    const verdict = { application: 'Alpha Editor', version: 1, zeroDays: [], isEol: false, isFixable: true };
    const other = 'CVE-2026-10002';
    await world.judge({ ...verdict, cves: [cveId, other] });
    await world.count();
    const preview = async (target: object) => {
      const { body } = await manager.call(ignoreRules.preview, { body: { target } as never });
      return [body.hosts, body.installations, body.changedInstallations];
    };
    const ofOther = { applicationId: applicationId(), cveId: other };
    expect(await preview({ applicationId: applicationId(), cveId })).toEqual([3, 3, 0]);
    expect(await preview({ applicationId: applicationId() })).toEqual([3, 3, 3]);
    const first = await create({ target: ofOther });
    expect(await preview({ applicationId: applicationId(), cveId })).toEqual([3, 3, 3]);
    expect(await preview(ofOther)).toEqual([3, 3, 0]);
    await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid: first.ignoreRuleUuid } });
    await world.judge({ ...verdict, cves: [cveId] });
    await world.count();
  });

  it('is nobody else’s: a reader may look, another site does not see it', async () => {
    const rule = await create();
    const reader = await app.signIn('reader');
    expect((await reader.call(ignoreRules.list)).body.ignoreRules).toEqual([]);
    expect((await reader.call(ignoreRules.create, { body: draft() })).status).toBe(403);
    const params = { id: rule.ignoreRuleUuid };
    expect((await reader.call(ignoreRules.readOfSite, { params })).status).toBe(404);
    await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid: rule.ignoreRuleUuid } });
  });
});

describe('the session', () => {
  it('reports rules that have ended and that end within two weeks [IGN-09]', async () => {
    const before = (await manager.ehlo()).body.expiringIgnoreRules;
    const soon = await create({ expires: inDays(10) });
    await create({ expires: inDays(20) });
    expect((await manager.ehlo()).body.expiringIgnoreRules).toEqual({
      ...before,
      countExpiringSoon: before.countExpiringSoon + 1,
    });
    later(11);
    await signInAgain();
    expect((await manager.ehlo()).body.expiringIgnoreRules).toEqual({
      countExpired: before.countExpired + 1,
      countExpiringSoon: before.countExpiringSoon + 1,
    });
    await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid: soon.ignoreRuleUuid } });
    expect((await manager.ehlo()).body.expiringIgnoreRules.countExpired).toBe(before.countExpired);
  });
});
