import { randomBytes, randomUUID } from 'node:crypto';
import { approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { wire } from '@patchkeep/contract/constants';
import { session } from '@patchkeep/contract/session';
import { why } from '@patchkeep/contract/why';
import type { PackageStatement } from '@patchkeep/orders/statements';
import { isSystemPackage, debTag, nameOfDebTag } from '@patchkeep/orders/system-package';
import { Draw } from '@patchkeep/rules/approvals/random-policies.factory';
import { copyState } from '@patchkeep/rules/software/older-copy';
import { runRank } from '@patchkeep/rules/software/variant';
import { compareVersions } from '@patchkeep/versions/schemes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { addChannelRow, type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools, matchNew } from '../../../testkit/jobs.ts';
import {
  debCopy,
  debVersions,
  drawBuilds,
  drawChanges,
  drawFailures,
  drawHost,
  drawPackages,
  fleetChannels,
  type FleetHost,
  fleetPackage,
  type FleetPackage,
  undecided,
} from '../../../testkit/random-fleet.ts';
import { importVouched, type RaisedSigner, signingApp } from '../../../testkit/signed-packages.ts';
import { recount } from '../../results/public.ts';
import { kindOfUpdate, systemPackageKind } from '../tasks/system-package.rules.ts';
import { plan } from './plan.jobs.ts';

/*
 * What people are told and what hosts get are two ways through the server: Why?, the spread and the preview on one
 * side, the planner's tasks on the other. Random fleets hold them together.
 */
const fleets = process.env['FULL_SIZE'] ? 500 : 6;
const hostCount = 8;

let app: TestApp;
let silentApp: TestApp;
let signer: RaisedSigner;
let managers: Map<TestApp, TestClient>;
let world: ApprovalWorld;
let siteId: string;
let groups: string[];
let tags: string[];

const signIn = async () => {
  managers = new Map([
    [app, await app.signIn('manager')],
    [silentApp, await silentApp.signIn('manager')],
  ]);
};
const managerOf = (of: TestApp): TestClient => {
  const found = managers.get(of);
  if (!found) throw new Error('Nobody is signed in');
  return found;
};

beforeAll(async () => {
  ({ app, signer } = await signingApp());
  const manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  world = await approvalWorld(app, manager, hostCount);
  await addChannelRow(world.sql, debTag(fleetPackage), 'Probe library', 'dpkg');
  // Seen once, so that every version has its verdict.
  const [first] = world.agents;
  if (first) first.software = debVersions.map((version) => debCopy(version));
  await first?.upload();
  await matchNew(app);
  groups = [await world.makeGroup('Lab'), await world.makeGroup('Office')];
  tags = [await world.makeTag('pilot'), await world.makeTag('late')];
  silentApp = await testApp({ database: app.database });
});
afterAll(async () => {
  await silentApp.app.close();
  await app.close();
});

/** Both servers have one time. */
const twoMinutesPass = (): void => {
  app.clock.now = new Date(app.clock.now.getTime() + 120_000);
  silentApp.clock.now = app.clock.now;
};
/** A customer rests after a count, unless somebody looks. */
const count = async (): Promise<void> => {
  twoMinutesPass();
  await managerOf(app).call(session.ehlo, {}, { [wire.activeHeader]: '1' });
  await recount.run({ customerId: world.customerId }, jobTools(app));
};

const emptied = ['tasks', 'plan_states', 'package_builds', 'packager_contact', 'package_statements', 'packages'];
const place = async (hosts: readonly FleetHost[]): Promise<void> => {
  for (const [at, host] of hosts.entries()) {
    const agent = world.agents[at];
    if (!agent) continue;
    agent.software = host.software;
    expect((await agent.upload()).status).toBe(200);
    await world.sql('update hosts set os_family = $2, os_architecture = $3, has_root = $4 where host_id = $1', [
      agent.agentUuid,
      host.osFamily,
      host.architecture,
      host.hasRoot,
    ]);
    const group = host.group === null ? null : (groups[host.group] ?? null);
    await world.assignHost(
      at,
      group,
      host.tags.map((tag) => tags[tag] ?? ''),
    );
  }
};
const vouch = async (packages: readonly FleetPackage[]): Promise<void> => {
  for (const { about, architecture } of packages) {
    const content = randomBytes(20);
    await importVouched(app, signer, about, content);
    if (architecture !== null)
      await world.sql(
        `insert into packages (package_id, version, installer_no, architecture, kind, url, sha256, switches,
           product_codes, display_names, publishers, details)
         values ($1, $2, (select count(*) from packages), $3, $4, '', sha256($5), '{}', '{}', '{}', '{}', '{}')`,
        [about.channelTag, about.version, architecture, about.kind, content],
      );
  }
};
const decide = async (changes: SomeChange[], of: TestApp) => {
  const manager = managerOf(of);
  const { body: seen } = await manager.call(approvals.previewChanges, { body: { changes } });
  const { status } = await manager.call(approvals.applyChanges, {
    body: { changes, previewToken: seen.previewToken },
  });
  expect(status).toBe(200);
  return seen.updatingHosts;
};
/** Lets some automatic decisions wait until a version is so many days old. */
const delay = async (draw: Draw): Promise<void> => {
  for (const channelTag of draw.some(fleetChannels, 25))
    await world.sql(
      `update approvals set options = jsonb_build_object('delayDays', $3::int) where subject = $1 and level = $2`,
      [channelTag, draw.of([1, 2, 3]), draw.of([3, 12, 13, 60])],
    );
  await world.sql('update approval_revisions set revision = revision + 1');
};
const fail = async (draw: Draw): Promise<void> => {
  for (const { host, channelTag, version, user, isAfterDecision } of drawFailures(draw, hostCount)) {
    const at = new Date(app.clock.now.getTime() - (isAfterDecision ? 1 : 60) * 60_000);
    await world.sql(
      `insert into tasks (customer_id, site_id, task_id, host_id, kind, channel_tag, from_version, to_version, options,
         state, attempt, epoch, ready_at, futile, has_inventory, created_at, changed_at, result, cause, is_disk_full,
         for_user)
       values ($1, $2, $3, $4, $10, $5, '', $6, $7, 4, 1, 1, $8, 0, false, $8, $8, 'failed', 'It failed.', false, $9)`,
      [
        world.customerId,
        siteId,
        randomUUID(),
        world.agents[host]?.agentUuid,
        channelTag,
        version,
        user === '' ? {} : { user },
        at,
        user,
        kindOfUpdate(channelTag),
      ],
    );
  }
};

/** `host channel version` of everything that Why? on the host promises. */
const told = async (of: TestApp): Promise<string[]> => {
  const promised: string[] = [];
  for (const [at, agent] of world.agents.entries()) {
    const { body } = await managerOf(of).call(why.ofHost, { params: { id: agent.agentUuid } });
    for (const { channelTag, verdict } of body.approvals)
      if (verdict.action === 'update') promised.push(`${at} ${channelTag} ${verdict.toVersion}`);
  }
  return promised.toSorted();
};
/** How many hosts the spread of each channel promises an update, in the order of channels. */
const spread = async (of: TestApp): Promise<number[]> => {
  const counts: number[] = [];
  for (const channelTag of fleetChannels) {
    const { outcomes } = (await managerOf(of).call(why.spread, { query: { channelTag } })).body;
    counts.push(outcomes.reduce((sum, { action, hosts }) => sum + (action === 'update' ? hosts : 0), 0));
  }
  return counts;
};
interface Planned {
  host: number;
  channelTag: string;
  version: string;
  user: string;
  /** What the host is sent; nothing for a package of its own distribution. */
  statement: PackageStatement | undefined;
}
const planned = async (of: TestApp): Promise<Planned[]> => {
  await plan.run({}, jobTools(of));
  const rows = await world.sql(
    `select t.host_id, t.channel_tag, t.to_version, t.for_user, s.envelope
     from tasks t left join package_statements s on s.statement_hash = t.statement_hash
     where t.state = 0 and t.kind in (0, 6)`,
  );
  return rows.map((row) => ({
    host: world.agents.findIndex(({ agentUuid }) => agentUuid === row.host_id),
    channelTag: row.channel_tag,
    version: row.to_version,
    user: row.for_user,
    statement: row.envelope
      ? JSON.parse(Buffer.from(JSON.parse(row.envelope).payload, 'base64').toString())
      : undefined,
  }));
};

/** What differs between what is told and what is planned at this moment, in words; nothing when they are the same. */
const differences = async (of: TestApp, hosts: readonly FleetHost[]) => {
  const work = await planned(of);
  const tasks = work.map(({ host, channelTag, version }) => `${host} ${channelTag} ${version}`).toSorted();
  const promised = await told(of);
  const counts = await spread(of);
  const refused = work.filter(({ host, channelTag, version: wanted, user, statement }) => {
    const { software = [], architecture = '' } = hosts[host] ?? {};
    const name = nameOfDebTag(channelTag);
    // What apt on the host would do: its repositories have the version, and it is newer than the copy.
    if (name !== undefined)
      return !software.some(
        (copy) =>
          copy.offered === wanted &&
          isSystemPackage({ name, version: wanted }) &&
          compareVersions('dpkg', copy.version, wanted) === -1,
      );
    if (!statement) return true;
    const { installedAs, version, scope, architectures, family } = statement;
    const about = { version, scope, architectures, family, ...(user !== '' && { user }) };
    return (
      !installedAs ||
      copyState(software, { ...about, installedAs }) !== 'older' ||
      runRank(architecture, architectures ?? []) < 0
    );
  });
  const expected = fleetChannels.map((tag) => work.filter(({ channelTag }) => channelTag === tag).length);
  return [
    ...promised.filter((each) => !tasks.includes(each)).map((each) => `told and not planned: ${each}`),
    ...tasks.filter((each) => !promised.includes(each)).map((each) => `planned and not told: ${each}`),
    ...(String(counts) === String(expected)
      ? []
      : [`the spread counts ${String(counts)}, the plan ${String(expected)}`]),
    ...refused.map((each) => `planned and refused by the host: ${JSON.stringify(each)}`),
  ];
};

/** One fleet, and one change of mind after it was planned. */
const compareFleet = async (seed: number) => {
  const draw = new Draw(seed);
  for (const table of emptied) await world.sql(`delete from ${table}`);
  const hosts = Array.from({ length: hostCount }, () => drawHost(draw));
  await place(hosts);
  await count();
  const packages = drawPackages(draw, app.clock.now.getTime());
  await vouch(packages);
  for (const { channelTag, version, state, fits } of drawBuilds(draw))
    await world.sql(
      `insert into package_builds (build_id, channel_tag, version, state, fits, holds, since)
       values ($1, $2, $3, $4, $5, '[]', now())`,
      [randomUUID(), channelTag, version, state, JSON.stringify(fits)],
    );
  if (draw.chance(10)) await world.sql('insert into packager_contact (silent_since) values (now())');
  const of = draw.chance(85) ? app : silentApp;
  const changes = drawChanges(draw, groups, tags, hosts);
  // Where nothing was decided before, the preview counts everybody who gets something.
  const isFirst = draw.chance(25);
  if (isFirst) await decide(undecided(groups, tags), of);
  const previewed = await decide(changes, of);
  if (!isFirst) {
    await delay(draw);
    // What failed since the decision failed before the planner looks now: no host has later work than its open work.
    twoMinutesPass();
    await fail(draw);
  }
  const found = await differences(of, hosts);
  const rows = await world.sql('select host_id, kind from tasks where state = 0');
  const updated = new Set(rows.map((row) => row.host_id)).size;
  if (isFirst && previewed !== updated) found.push(`the preview counts ${previewed} hosts, the plan ${updated}`);
  await decide(drawChanges(draw, groups, tags, hosts), of);
  const later = await differences(draw.chance(85) ? of : silentApp, hosts);
  const upgrades = rows.filter((row) => row.kind === systemPackageKind).length;
  return {
    tasks: rows.length,
    packages: upgrades,
    found: [...found, ...later.map((each) => `after a new decision, ${each}`)],
  };
};

describe('what people are told and what is planned', () => {
  it(
    `are the same on ${fleets} random fleets`,
    async () => {
      let [updates, emptyFleets, upgrades] = [0, 0, 0];
      const different: string[] = [];
      for (let seed = 0; seed < fleets; seed += 1) {
        // A session ends when nobody uses it for the time that the counts of so many fleets take.
        if (seed % 5 === 0) await signIn();
        const { tasks, packages, found } = await compareFleet(seed);
        different.push(...found.map((each) => `fleet ${seed}: ${each}`));
        updates += tasks;
        upgrades += packages;
        if (tasks === 0) emptyFleets += 1;
      }
      expect(different).toEqual([]);
      // Fleets for which nothing is planned prove little.
      expect(updates).toBeGreaterThan(fleets);
      // Upgrades of Linux packages are rarer: 500 fleets had 99.
      expect(upgrades).toBeGreaterThan(fleets / 6);
      expect(emptyFleets).toBeLessThan(fleets / 2);
    },
    60_000 + fleets * 20_000,
  );
});
