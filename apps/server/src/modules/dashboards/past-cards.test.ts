import { applications } from '@patchkeep/contract/applications';
import type { ChartType } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import { dashboards, systemDashboards } from '@patchkeep/contract/dashboards';
import { history } from '@patchkeep/contract/history';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type FleetWorld, fleetWorld, keyOf } from '../../testkit/fleet-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { followIssues } from '../results/public.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;

const alpha = { application: 'Alpha Editor', version: 1, zeroDays: [], isEol: false, isFixable: true };
const goTo = async (moment: string) => {
  app.clock.now = new Date(moment);
  manager = await app.signIn('manager');
};
const count = async (cves: string[]) => {
  await world.judge({ ...alpha, cves });
  await world.count();
  await followIssues.run({}, jobTools(app));
};

/** Two hosts with an Insecure application from the 16th on, a third one from the 18th on, and all is well on the 20th. */
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 3);
  await goTo('2026-11-16T10:00:00Z');
  for (const host of [0, 1]) await world.upload(host, [keyOf('Alpha Editor', 1)]);
  await count(['CVE-2026-10001']);
  await goTo('2026-11-18T10:00:00Z');
  await world.upload(2, [keyOf('Alpha Editor', 1)]);
  await count(['CVE-2026-10001']);
  await goTo('2026-11-20T10:00:00Z');
  await count([]);
});
afterAll(() => app.close());

const ask = async <Chart extends ChartType>(chart: Chart, asOf: string, more: object = {}) => {
  const config = { cards: [{ cardId: 'a', chart, ...more }] };
  const { status, body } = await manager.call(dashboards.instant, { body: { config, asOf } as never });
  expect(status).toBe(200);
  return body.cards[0] as Extract<CardData, { chart: Chart }>;
};
const insecure = async (asOf: string) => (await ask('vuln-status-pie', asOf)).pie.insecure;

describe('a dashboard as of a day', () => {
  it('shows the old truth on every day until the next change, and now today', async () => {
    expect(await insecure('2026-11-16')).toBe(2);
    expect(await insecure('2026-11-17')).toBe(2);
    expect(await insecure('2026-11-18')).toBe(3);
    expect(await insecure('2026-11-19')).toBe(3);
    expect(await insecure('2026-11-20')).toBe(0);
  });

  it('has the numbers of the list of that day', async () => {
    const { counts } = await ask('summary-table', '2026-11-17');
    const query = { asOf: '2026-11-17', limit: 200 };
    const { applications: rows, totals } = (await manager.call(applications.list, { query })).body;
    expect(counts).toMatchObject({
      countHosts: totals.hosts,
      countChannelTags: rows.length,
      countTotal: rows.reduce((sum, row) => sum + row.installations, 0),
      countInsecureNotZeroDay: 2,
      countAgents: null,
      countGroups: null,
      countOutOfDateApprovals: null,
    });
  });

  it('ends its charts with that day, and cuts a week that goes on', async () => {
    const daily = await ask('apps-bar', '2026-11-17', { periods: 2 });
    expect(daily.points.map((point) => [point.end.slice(0, 10), point.isPartial, point.insecure])).toEqual([
      ['2026-11-17', false, 2],
      ['2026-11-18', false, 2],
    ]);
    const weekly = await ask('apps-bar', '2026-11-17', { periodUnit: 'week', periods: 1 });
    expect(weekly.points).toMatchObject([{ end: '2026-11-18T00:00:00.000Z', isPartial: true, insecure: 2 }]);
    await world.sql(
      `insert into update_history (customer_id, site_id, at, upgrades, security_upgrades)
       select customer_id, site_id, at, 1, 0 from (select distinct customer_id, site_id from host_counts) s,
         unnest(array['2026-11-17 12:00Z', '2026-11-18 12:00Z']::timestamptz[]) as t (at)`,
    );
    const updates = await ask('updates-bar', '2026-11-17', { periodUnit: 'week', periods: 1 });
    expect(updates.points.map((point) => point.upgrades)).toEqual([1]);
  });

  it('counts the issues that were open then, as their list does', async () => {
    const { rows } = await ask('time-to-patch', '2026-11-19');
    const { total } = (await manager.call(history.issues, { query: { asOf: '2026-11-19' } })).body;
    expect([rows.reduce((sum, row) => sum + row.open, 0), total]).toEqual([1, 1]);
    expect((await ask('time-to-patch', '2026-11-20')).rows.every((row) => row.open === 0)).toBe(true);
  });

  it('says of cards that know only now, and of days before the first count, that nothing can be told', async () => {
    for (const chart of ['do-first', 'eol-calendar', 'silent-hosts'] as const)
      expect(await ask(chart, '2026-11-17')).toEqual({ cardId: 'a', chart: 'no-past', why: 'now' });
    expect(await ask('vuln-status-pie', '2026-11-01')).toEqual({ cardId: 'a', chart: 'no-past', why: 'unknown' });
    const tomorrow = new Date(app.clock.now.getTime() + dayMs).toISOString().slice(0, 10);
    const body = { config: { cards: [{ cardId: 'a', chart: 'vuln-status-pie' }] }, asOf: tomorrow } as never;
    expect((await manager.call(dashboards.instant, { body })).status).toBe(400);
  });

  it('adds up the sites of the system, and shows nothing of them to another customer', async () => {
    const config = { cards: [{ cardId: 'a', chart: 'site-table' }] };
    const body = { config, asOf: '2026-11-17' } as never;
    const sitesOf = async (person: TestClient) => {
      const [card] = (await person.call(systemDashboards.instant, { body })).body.cards;
      return card?.chart === 'site-table' ? card.sites : [];
    };
    expect((await sitesOf(manager)).map((site) => site.insecure)).toContain(2);
    const theirs = await sitesOf(await app.signIn('stranger'));
    expect(theirs.reduce((sum, site) => sum + site.insecure + site.ok, 0)).toBe(0);
  });
});
