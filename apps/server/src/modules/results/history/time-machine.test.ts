import { applications } from '@patchkeep/contract/applications';
import { history } from '@patchkeep/contract/history';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type FleetWorld, fleetWorld } from '../../../testkit/fleet-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { judgeVersion } from '../../../testkit/judge-version.ts';
import { followIssues, keepHistory, recount } from '../public.ts';

const days = 80;
/** The same dice in every run. */
let dice = 7;
const random = {
  next: (): number => (dice = (dice * 48_271) % 2_147_483_647) / 2_147_483_647,
  below: (limit: number): number => Math.floor(random.next() * limit),
};

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
const keep = keepHistory({ months: 61, hostMonths: 13 });

interface Snapshot {
  hosts: Map<string, string[]>;
  counts: Record<string, number>;
  issues: Set<string>;
  /** Applications with their numbers, and hosts with theirs, as their lists showed them that day. */
  applications: Record<string, object>;
  splits: Record<string, object | null>;
}
/** By date: what the tables of the present held when the day ended. */
const snapshots = new Map<string, Snapshot>();
const today = (): string => app.clock.now.toISOString().slice(0, 10);

const takeSnapshot = async () => {
  const statuses = new Map(
    (await world.sql('select version_id, status from version_verdicts')).map((row) => [row.version_id, row.status]),
  );
  const held = await world.sql(
    'select h.host_id, i.version_ids from host_inventories i join hosts h using (customer_id, host_no) where customer_id = $1',
    [world.customerId],
  );
  const [counts] = await world.sql(
    `select ok, eol, insecure, zeroday, ignored from scope_counts where customer_id = $1 and scope_id = site_id and hosts > 0`,
    [world.customerId],
  );
  const issues = await world.sql(
    `select distinct c.cve_id from version_counts n join version_verdicts v using (version_id) join cves c on c.cve_no = any(v.cve_nos)
     where n.customer_id = $1 and n.hosts > n.ignored`,
    [world.customerId],
  );
  // A session ends before eighty days have gone by.
  manager = await app.signIn('manager');
  const listed = (await manager.call(applications.list, { query: { limit: 200 } })).body.applications;
  const splits = await world.sql(
    `select h.host_id, c.ok, c.eol, c.insecure, c.zeroday from hosts h left join host_counts c using (customer_id, host_no)
     where h.customer_id = $1`,
    [world.customerId],
  );
  snapshots.set(today(), {
    applications: Object.fromEntries(listed.map((row) => [row.name, { ...row, highestEpss: null }])),
    splits: Object.fromEntries(splits.map(({ host_id, ...split }) => [host_id, split.ok === null ? null : split])),
    hosts: new Map(
      held.map((row) => [
        row.host_id,
        unpackNumbers(row.version_ids)
          .map((id) => `${id} ${statuses.get(id)}`)
          .toSorted(),
      ]),
    ),
    counts,
    issues: new Set(issues.map((row) => row.cve_id)),
  });
};

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 5);
  const versionIds = (
    await world.sql('select version_id from software_versions where name = any($1)', [[...world.applicationIds.keys()]])
  ).map((row) => row.version_id as number);
  const cveNos = (await world.sql(`select cve_no from cves where cve_id like 'CVE-2026-1000_' order by 1`)).map(
    (row) => row.cve_no as number,
  );
  const start = new Date('2026-11-16T10:00:00Z').getTime();
  for (let day = 0; day < days; day++) {
    app.clock.now = new Date(start + day * dayMs);
    // Some days nothing happens, on others several things at once.
    for (let i = random.below(4); i > 0; i--)
      await world.upload(
        random.below(5),
        world.all.filter(() => random.next() < 0.4),
      );
    for (let i = random.below(3); i > 0; i--) {
      const status = [0, 2, 3][random.below(3)] ?? 0;
      const cves = status === 0 ? [] : cveNos.filter(() => random.next() < 0.5);
      await judgeVersion(app, versionIds[random.below(versionIds.length)] ?? 0, status, cves);
    }
    await world.count();
    await followIssues.run({}, jobTools(app));
    await takeSnapshot();
    if (day === 10) await recount.run({ customerId: (await app.signIn('stranger')).customerId ?? '' }, jobTools(app));
    await keep.run({}, jobTools(app));
  }
  app.clock.now = new Date(start + days * dayMs);
  manager = await app.signIn('manager');
});
afterAll(() => app.close());

const infoOf = ({ body }: { body: unknown }) => (body as { info?: object }).info;
const somePast = Array.from({ length: 50 }, () => random.below(days));
const dateOf = (day: number): string => new Date(Date.parse('2026-11-16') + day * dayMs).toISOString().slice(0, 10);

describe('the time machine', () => {
  it('tells of 50 past days what each host had and how bad it was, as it was stored that day', async () => {
    let atRisk = 0;
    for (const date of somePast.map(dateOf))
      for (const { agentUuid: id } of world.agents) {
        const { body } = await manager.call(history.ofHost, { params: { id }, query: { date } });
        const number = { ok: 0, eol: 1, insecure: 2, zeroday: 3 };
        const replayed = body.installed?.map((each) => `${each.versionId} ${number[each.status]}`).toSorted();
        expect([date, replayed ?? []]).toEqual([date, snapshots.get(date)?.hosts.get(id) ?? []]);
        atRisk += body.installed?.filter((each) => each.status !== 'ok').length ?? 0;
      }
    expect(atRisk).toBeGreaterThan(50);
  });

  it('tells of the same days what was counted', async () => {
    const seen = new Set<string>();
    for (const date of somePast.map(dateOf)) {
      const { counts } = (await manager.call(history.counts, { query: { date } })).body;
      const { ok, eol, insecure, zeroday, ignored } = snapshots.get(date)?.counts ?? {};
      expect([date, counts]).toMatchObject([date, { ok, eol, insecure, zeroDay: zeroday, ignored }]);
      seen.add(JSON.stringify(counts));
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  it('tells since when and until when the site had each CVE', async () => {
    const state = { open: 'open', fixed: 'fixed' } as const;
    const spans = [
      ...(await manager.call(history.issues, { query: { state: state.fixed, limit: 200 } })).body.issues,
      ...(await manager.call(history.issues, { query: { state: state.open, limit: 200 } })).body.issues,
    ];
    for (const [date, { issues }] of snapshots) {
      const end = new Date(Date.parse(date) + dayMs).toISOString();
      const open = spans.filter(({ firstSeen, fixedOn }) => firstSeen < end && (fixedOn === null || fixedOn >= end));
      expect([date, open.map((span) => span.cveId).toSorted()]).toEqual([date, [...issues].toSorted()]);
    }
    expect(spans.some((span) => span.fixedOn !== null && span.daysOpen >= 1)).toBe(true);
  });

  it('lists of the same days the applications that were counted, whose numbers add up to those of the day', async () => {
    let changed = 0;
    for (const date of somePast.map(dateOf)) {
      const { body } = await manager.call(applications.list, { query: { asOf: date, limit: 200 } });
      const { applications: then = {} } = snapshots.get(date) ?? {};
      expect([date, Object.fromEntries(body.applications.map((row) => [row.name, row]))]).toEqual([date, then]);
      expect(body.total).toBe(body.applications.length);
      const { counts } = (await manager.call(history.counts, { query: { date } })).body;
      for (const [status, key] of [
        ['insecure', 'insecure'],
        ['zeroday', 'zeroDay'],
      ] as const) {
        const { applications: rows, totals } = (
          await manager.call(applications.list, { query: { asOf: date, status, limit: 200 } })
        ).body;
        const sum = rows.reduce((all, row) => all + row.split[status], 0);
        expect([date, status, sum, totals.split[status]]).toEqual([date, status, counts?.[key], counts?.[key]]);
        changed += sum;
      }
    }
    expect(changed).toBeGreaterThan(50);
  });

  it('pages through the applications of a day by key, in every order', async () => {
    const query = { asOf: dateOf(40), sort: 'status', order: 'desc' } as const;
    const whole = (await manager.call(applications.list, { query: { ...query, limit: 200 } })).body.applications;
    const paged: typeof whole = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await manager.call(applications.list, {
        query: { ...query, limit: 2, ...(cursor && { cursor }) },
      });
      paged.push(...body.applications);
      cursor = body.nextCursor;
    } while (cursor);
    expect(whole.length).toBeGreaterThan(2);
    expect(paged).toEqual(whole);
  });

  it('lists of the same days the hosts with their applications by status', async () => {
    const seen = new Set<string>();
    for (const date of somePast.map(dateOf)) {
      const { hosts, total } = (await manager.call(history.hosts, { query: { date, limit: 3 } })).body;
      expect([hosts.length, total]).toEqual([3, 5]);
      const then = snapshots.get(date)?.splits ?? {};
      for (const { uuid, known } of hosts) {
        expect([date, uuid, known?.split ?? null]).toEqual([date, uuid, then[uuid] ?? null]);
        seen.add(JSON.stringify(known));
      }
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  it('lists of the same days the issues that were open, also those that were fixed since', async () => {
    let fixedSince = 0;
    for (const date of somePast.map(dateOf)) {
      const { issues, total } = (await manager.call(history.issues, { query: { asOf: date, limit: 200 } })).body;
      const then = snapshots.get(date)?.issues ?? new Set();
      expect([date, issues.map((span) => span.cveId).toSorted()]).toEqual([date, [...then].toSorted()]);
      expect(total).toBe(then.size);
      fixedSince += issues.filter((span) => span.fixedOn !== null).length;
    }
    expect(fixedSince).toBeGreaterThan(10);
    expect((await manager.call(history.issues, { query: { asOf: dateOf(3), state: 'fixed' } })).status).toBe(400);
  });

  it('lists nothing of a day to come, nor of one before its lists were kept, and says since when they are', async () => {
    const { status } = await manager.call(applications.list, { query: { asOf: '2030-01-01' } });
    expect(status).toBe(400);
    expect((await manager.call(history.hosts, { query: { date: '2030-01-01' } })).status).toBe(400);
    expect((await manager.call(history.issues, { query: { asOf: '2030-01-01' } })).status).toBe(400);
    const early = await manager.call(applications.list, { query: { asOf: '2026-11-14' } });
    expect([early.status, infoOf(early)]).toEqual([400, { keptSince: '2026-11-15' }]);
    expect((await manager.call(applications.list, { query: { asOf: '2026-11-15' } })).status).toBe(200);
    const { hosts } = (await manager.call(history.hosts, { query: { date: '2026-11-14' } })).body;
    expect(hosts).toEqual([]);
    const chosen = { asOf: dateOf(3), hosts: world.agents[0]?.agentUuid ?? '' };
    expect((await manager.call(applications.ofHosts, { query: chosen as never })).status).toBe(400);
  });

  it('lists to another customer, of the same days, nothing of this one', async () => {
    const stranger = await app.signIn('stranger');
    const asOf = dateOf(40);
    const listed = await stranger.call(applications.list, { query: { asOf } });
    expect([listed.status, listed.body.applications, listed.body.totals.installations]).toEqual([200, [], 0]);
    expect((await stranger.call(history.hosts, { query: { date: asOf } })).body.hosts).toEqual([]);
    expect((await stranger.call(history.issues, { query: { asOf } })).body).toMatchObject({ issues: [], total: 0 });
  });

  it('says now what every page says now, and nothing of days it does not know', async () => {
    const { split } = (await manager.call(applications.totals)).body;
    const { counts } = (await manager.call(history.counts)).body;
    expect(counts).toMatchObject({ ok: split.ok, insecure: split.insecure, zeroDay: split.zeroday });
    expect((await manager.call(history.counts, { query: { date: '2026-01-01' } })).body.counts).toBeNull();
    const params = { id: world.agents[0]?.agentUuid ?? '' };
    expect((await manager.call(history.ofHost, { params, query: { date: '2026-01-01' } })).body.installed).toBeNull();
    expect((await manager.call(history.counts, { query: { date: '2030-01-01' } })).status).toBe(400);
  });

  it('keeps the hours of two weeks and then one point a day, in months behind row-level security', async () => {
    const { rows } = await app.database.pool('postgres').query(
      `select count(*)::int as points, count(distinct date_trunc('day', at, 'UTC'))::int as days from count_history
       where customer_id = $1 and scope_id = site_id and at < $2 group by scope_id`,
      [world.customerId, new Date(app.clock.now.getTime() - 15 * dayMs)],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { points, days: apart } of rows) expect(points).toBe(apart);
    const months = await world.sql(
      `select c.relname, c.relrowsecurity and c.relforcerowsecurity as is_protected from pg_inherits i
       join pg_class c on c.oid = i.inhrelid where i.inhparent = 'count_history'::regclass`,
    );
    expect(months.every((month) => month.is_protected)).toBe(true);
    // A year ahead of now, and none that is too old.
    const ahead = new Date(app.clock.now.getTime() + 364 * dayMs).toISOString().slice(0, 7).replace('-', '');
    expect(months.map((month) => month.relname)).toContain(`count_history_${ahead}`);
    await keepHistory({ months: 1, hostMonths: 1 }).run({}, jobTools(app));
    const kept = await world.sql(
      `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'inventory_changes'::regclass order by 1 limit 1`,
    );
    expect(kept[0]?.relname).toBe('inventory_changes_202701');
    const { counts } = (await manager.call(history.counts, { query: { date: dateOf(days - 2) } })).body;
    expect(counts).not.toBeNull();
    // Lists of the months that are left stay whole; of those that went none is told.
    const { applications: then = {} } = snapshots.get('2027-01-05') ?? {};
    const { body } = await manager.call(applications.list, { query: { asOf: '2027-01-05', limit: 200 } });
    expect(Object.fromEntries(body.applications.map((row) => [row.name, row]))).toEqual(then);
    const gone = await manager.call(applications.list, { query: { asOf: '2026-12-31' } });
    expect([gone.status, infoOf(gone)]).toEqual([400, { keptSince: '2027-01-01' }]);
  });
});
