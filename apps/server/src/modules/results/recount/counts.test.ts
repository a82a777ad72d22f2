import { applications } from '@patchkeep/contract/applications';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { results } from '@patchkeep/contract/results';
import { tags } from '@patchkeep/contract/tags';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import {
  exposed,
  hitsOf,
  inScope,
  membersOf,
  type ModelHost,
  type ModelRule,
  noSplit,
  onHost,
} from '../../../testkit/fleet-model.ts';
import { applicationNames, cveIds, type FleetWorld, fleetWorld, versionNumbers } from '../../../testkit/fleet-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { hostWalk } from '../applications/application-hosts.service.ts';
import { countExactly, countDrift } from '../public.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
const groupIds: string[] = [];
const tagIds: string[] = [];

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 10);
  for (const parent of [null, 0, 0, 2] as const) {
    const parentUuid = parent === null ? null : (groupIds[parent] ?? null);
    const made = await manager.call(groups.create, { body: { title: `Group ${groupIds.length}`, parentUuid } });
    groupIds.push(made.body.uuid);
    world.model.parents.set(made.body.uuid, parentUuid);
  }
  for (const tagName of ['Pilot', 'Kiosk'])
    tagIds.push((await manager.call(tags.create, { body: { tagName } })).body.tagUuid);
});
afterAll(() => app.close());

const hostAt = (at: number): ModelHost => {
  const host = world.model.hosts[at % world.model.hosts.length];
  if (!host) throw new Error('No such host');
  return host;
};

/** An act must do what it says, or the model and the product part for another reason than a wrong number. */
const done: TestClient['call'] = async (...given) => {
  const sent = await manager.call(...given);
  expect(sent).toMatchObject({ status: 200 });
  return sent;
};

/** One thing that happens to a fleet, drawn at random, done through the product and noted in the model. */
const acts = {
  upload: fc.tuple(fc.nat(9), fc.nat(100)).map(([at, seed]) => async () => {
    const keys = world.all.filter((_, i) => (seed * (i + 7)) % 5 < 2);
    if (hostAt(at).isCounted) await world.upload(at, keys);
  }),
  judge: fc
    .record({
      application: fc.constantFrom(...applicationNames),
      version: fc.constantFrom(...versionNumbers),
      cves: fc.subarray(cveIds, { maxLength: 3 }),
      zeroDays: fc.nat(2),
      isEol: fc.boolean(),
      isFixable: fc.boolean(),
    })
    .map(
      ({ zeroDays, ...version }) =>
        () =>
          world.judge({ ...version, zeroDays: version.cves.slice(0, zeroDays) }),
    ),
  exploit: fc.tuple(fc.constantFrom(...cveIds), fc.boolean()).map(
    ([cve, is]) =>
      () =>
        world.exploit(cve, is),
  ),
  move: fc.tuple(fc.nat(9), fc.nat(4)).map(([at, to]) => async () => {
    const host = hostAt(at);
    host.group = groupIds[to] ?? null;
    await done(hosts.move, { body: { selection: { hosts: [host.uuid] }, groupUuid: host.group } });
  }),
  moveGroup: fc.constantFrom(0, 2).map((to) => async () => {
    const [group = '', parentUuid = ''] = [groupIds[3], groupIds[to]];
    const { serialNumber } = (await done(groups.read, { params: { id: group } })).body;
    await done(groups.update, { params: { id: group }, body: { parentUuid, serialNumber } });
    world.model.parents.set(group, parentUuid);
  }),
  tag: fc.tuple(fc.nat(9), fc.nat(1), fc.boolean()).map(([at, which, isAdded]) => async () => {
    const [host, tagId] = [hostAt(at), tagIds[which] ?? ''];
    await done(tags.changeHosts, {
      body: { hosts: [host.uuid], addTags: isAdded ? [tagId] : [], removeTags: isAdded ? [] : [tagId] },
    });
    if (isAdded) host.tags.add(tagId);
    else host.tags.delete(tagId);
  }),
  setApart: fc
    .tuple(fc.nat(9), fc.constantFrom('trash', 'disable'), fc.boolean())
    .map(([at, how, isBack]) => async () => {
      const host = hostAt(at);
      const [away, back] = how === 'trash' ? [hosts.trash, hosts.restore] : [hosts.disable, hosts.enable];
      await done(away, { body: { agents: [host.uuid] } });
      if (isBack) await done(back, { body: { agents: [host.uuid] } });
      else {
        host.isCounted = false;
        return;
      }
      host.isCounted = true;
      await done(hosts.enable, { body: { agents: [host.uuid] } });
      await done(hosts.restore, { body: { agents: [host.uuid] } });
    }),
  ignore: fc
    .record({
      scope: fc.constantFrom('site' as const, 'group' as const, 'host' as const),
      at: fc.nat(9),
      application: fc.option(fc.constantFrom(...applicationNames)),
      cve: fc.option(fc.constantFrom(...cveIds)),
      from: fc.option(fc.constantFrom(1, 2, 3)),
      to: fc.option(fc.constantFrom(1, 2, 3)),
    })
    .filter((rule) => rule.application !== null || (rule.cve !== null && rule.from === null && rule.to === null))
    .map((rule) => () => ignore(rule)),
  revoke: fc.nat(5).map((at) => async () => {
    const rule = world.model.rules[at];
    if (!rule) return;
    await done(ignoreRules.revoke, { query: { ignoreRuleUuid: rule.uuid } });
    rule.isInForce = false;
  }),
};

const ignore = async ({
  scope,
  at,
  application,
  cve,
  from,
  to,
}: Omit<ModelRule, 'uuid' | 'scopeUuid' | 'isInForce'> & { at: number }) => {
  const scopeUuid = { site: null, group: groupIds[at % 4] ?? null, host: hostAt(at).uuid }[scope];
  const target = {
    applicationId: application === null ? null : (world.applicationIds.get(application) ?? 0),
    cveId: cve,
    versionFrom: from === null ? null : `${from}.0`,
    versionTo: to === null ? null : `${to}.0`,
  };
  await world.count();
  const preview = await done(ignoreRules.preview, { body: { scope, scopeUuid, target } });
  const expires = new Date(app.clock.now.getTime() + 90 * 86_400_000).toISOString();
  const made = await done(ignoreRules.create, {
    body: { scope, scopeUuid, target, reasonKind: 'acceptedRisk', reason: 'Looked at', expires },
  });
  const rule = { uuid: made.body.ignoreRuleUuid, scope, scopeUuid, application, cve, from, to, isInForce: true };
  world.model.rules.push(rule);
  expect(preview.body.hosts).toBe(hitsOf(world.model, rule));
};

/** A list of applications in the words of the model. */
const asModel = (listed: (typeof applications.list)['response']['_output']) =>
  new Map(
    listed.applications.map((row) => [
      row.name,
      {
        split: row.split,
        hosts: row.hosts,
        exploitedHosts: row.exploitedHosts,
        fixableHosts: row.fixableHosts,
        installations: row.installations,
        versions: row.versions,
      },
    ]),
  );
const plain = (rows: ReturnType<typeof inScope>['rows']) =>
  new Map([...rows].map(([name, row]) => [name, { ...row, versions: row.versions.size }]));
const addedUp = (rows: ReturnType<typeof inScope>['rows']) => {
  const split = noSplit();
  for (const row of rows.values())
    for (const key of Object.keys(split) as (keyof typeof split)[]) split[key] += row.split[key];
  return split;
};

const checkLists = async () => {
  const { model } = world;
  const scopes = [
    { members: membersOf(model), call: () => manager.call(applications.list) },
    { members: membersOf(model), call: () => manager.call(applications.ofHosts) },
    ...groupIds.map((id) => ({
      members: membersOf(model, { group: id }),
      call: () => manager.call(applications.ofGroup, { params: { id } }),
    })),
    ...tagIds.map((id) => ({
      members: membersOf(model, { tag: id }),
      call: () => manager.call(applications.ofTag, { params: { id } }),
    })),
    {
      members: model.hosts.slice(0, 4),
      call: () =>
        manager.call(applications.ofHosts, {
          query: {
            hosts: model.hosts
              .slice(0, 4)
              .map((host) => host.uuid)
              .join(','),
          } as never,
        }),
    },
  ];
  for (const { members, call } of scopes) {
    const { rows, hostSplit } = inScope(model, members);
    const { body } = await call();
    expect(asModel(body)).toEqual(plain(rows));
    expect(body.total).toBe(rows.size);
    expect(body.totals).toMatchObject({
      hosts: members.length,
      applications: rows.size,
      split: addedUp(rows),
      hostSplit,
    });
  }
  const { rows } = inScope(model, membersOf(model));
  for (const status of ['ok', 'eol', 'insecure', 'zeroday'] as const) {
    const { body } = await manager.call(applications.list, { query: { status } });
    const expected = [...rows].filter(([, row]) => row.split[status] > 0).map(([name]) => name);
    expect(body.applications.map((row) => row.name)).toEqual(expected.toSorted());
  }
};

const checkHosts = async () => {
  const { model } = world;
  for (const host of model.hosts) {
    const expected = noSplit();
    for (const { bucket } of onHost(model, host).values()) expected[bucket] += 1;
    const own = await manager.call(results.ofHost, { params: { id: host.uuid } });
    expect(own.body.split).toEqual(expected);
    expect((await manager.call(results.full, { params: { id: host.uuid } })).body.split).toEqual(expected);
    const stored = await world.sql(
      `select c.ok, c.eol, c.insecure, c.zeroday, c.ignored from host_counts c join hosts h using (customer_id, host_no)
       where h.host_id = $1`,
      [host.uuid],
    );
    expect(stored).toEqual(host.isCounted && host.holds.size > 0 ? [expected] : []);
  }
};

const checkApplications = async () => {
  const { model, applicationIds } = world;
  const counted = membersOf(model);
  for (const [name, applicationId] of applicationIds) {
    const have = counted.filter((host) => onHost(model, host).has(name));
    const all = await manager.call(applications.hosts, { query: { applicationId } });
    if (have.length === 0) continue;
    expect(all.body.hosts.map((host) => host.uuid).toSorted()).toEqual(have.map((host) => host.uuid).toSorted());
    for (const status of ['ok', 'eol', 'insecure', 'zeroday'] as const) {
      const { body } = await manager.call(applications.hosts, { query: { applicationId, status } });
      const expected = have.filter((host) => onHost(model, host).get(name)?.bucket === status);
      expect([body.total, body.hosts.length]).toEqual([expected.length, expected.length]);
      expect(body.application.split[status]).toBe(expected.length);
    }
    const exploited = await manager.call(applications.hosts, { query: { applicationId, isExploited: 'true' } });
    expect(exploited.body.hosts).toEqual(all.body.hosts.filter((host) => host.isExploited));
    expect(exploited.body.total).toBe(all.body.application.exploitedHosts);
    const versions = (await manager.call(applications.versions, { query: { applicationId } })).body.versions;
    expect(new Map(versions.map((row) => [row.version, row.hosts]))).toEqual(
      new Map(
        versionNumbers.flatMap((version) => {
          const held = counted.filter((host) => host.holds.has(`${name} ${version}`)).length;
          return held > 0 ? [[`${version}.0`, held]] : [];
        }),
      ),
    );
    for (const row of (await manager.call(applications.issues, { query: { applicationId } })).body.issues)
      expect({ cve: row.cveId, hosts: row.hosts, ignoredHosts: row.ignoredHosts }).toEqual({
        cve: row.cveId,
        ...exposed(model, row.cveId, name),
      });
  }
  for (const id of cveIds)
    expect((await manager.call(applications.cve, { params: { id } })).body.exposure).toMatchObject(exposed(model, id));
  for (const rule of (await manager.call(ignoreRules.list)).body.ignoreRules) {
    const own = model.rules.find((each) => each.uuid === rule.ignoreRuleUuid);
    if (own?.isInForce) expect([rule.target, rule.hits]).toEqual([rule.target, hitsOf(model, own)]);
  }
};

describe('every number of every screen', () => {
  it('is what counting host by host gives, whatever happens to the fleet [APP-02] [APP-03] [APP-05] [APP-06] [APP-07] [APP-08] [GRP-08] [TAG-09]', async () => {
    const act = fc.oneof(
      { arbitrary: acts.upload, weight: 4 },
      { arbitrary: acts.judge, weight: 4 },
      acts.exploit,
      { arbitrary: acts.move, weight: 2 },
      acts.moveGroup,
      { arbitrary: acts.tag, weight: 2 },
      acts.setApart,
      { arbitrary: acts.ignore, weight: 2 },
      acts.revoke,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), fc.boolean(), async (doings, isWalked) => {
        Object.assign(hostWalk, isWalked ? { few: 0, atOnce: 3 } : { few: 5_000, atOnce: 500 });
        for (const doing of doings) await doing();
        await world.count();
        await checkLists();
        await checkHosts();
        await checkApplications();
      }),
      { numRuns: 12, endOnFailure: true },
    );
    // And nothing has drifted from what a count from nothing gives.
    await countExactly.run({}, jobTools(app));
    expect(countDrift.rows).toBe(0);
  });
});
