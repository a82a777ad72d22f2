import type { ChartType } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import { dashboards } from '@patchkeep/contract/dashboards';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type FleetWorld, fleetWorld, keyOf } from '../../testkit/fleet-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { markDormant } from '../hosts/public.ts';
import { followIssues } from '../results/public.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 4);
  for (const host of [0, 1, 2, 3]) await world.upload(host, [keyOf('Alpha Editor', 1), keyOf('Bravo Player', 2)]);
});
afterAll(() => app.close());

const ask = async <Chart extends ChartType>(chart: Chart, more: object = {}) => {
  const config = { cards: [{ cardId: 'a', chart, ...more }] };
  const { status, body } = await manager.call(dashboards.instant, { body: { config } });
  expect(status).toBe(200);
  return body.cards[0] as Extract<CardData, { chart: Chart }>;
};
const nextDay = async (days: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + days * dayMs);
  manager = await app.signIn('manager');
};
const alpha = { application: 'Alpha Editor', version: 1, zeroDays: [], isEol: false, isFixable: true };
const tell = async (cves: string[]) => {
  await world.judge({ ...alpha, cves });
  await world.count();
  await followIssues.run({}, jobTools(app));
};

describe('cards of a dashboard', () => {
  it('name what to do first: exploited with a fix, with the day it is due', async () => {
    expect(await ask('do-first')).toMatchObject({
      entries: [],
      totals: { exploited: 0, blocked: 0, failed: 0 },
      failedUpdates: 0,
    });
    await world.exploit('CVE-2026-10001', true);
    await world.sql(`update cves set exploited_due = '2026-12-01', cvss_score = 9.8 where cve_id = 'CVE-2026-10001'`);
    await tell(['CVE-2026-10001']);
    expect(await ask('do-first')).toMatchObject({
      entries: [{ kind: 'exploited', name: 'Alpha Editor', status: 'insecure', hosts: 4, dueOn: '2026-12-01' }],
      totals: { exploited: 1, blocked: 0, failed: 0 },
    });
  });

  it('measure the time to patch from first seen to fixed, and what is past its day', async () => {
    const critical = async () => {
      const card = await ask('time-to-patch');
      return { ...card.rows.find((row) => row.severity === 'critical'), ...card.exploited, isOf: card.rows.length };
    };
    expect(await critical()).toMatchObject({ open: 1, overdue: 0, fixed: 0, medianDays: null, pastDue: 0, isOf: 5 });
    await nextDay(20);
    expect(await critical()).toMatchObject({ overdue: 1, pastDue: 1 });
    await tell([]);
    const fixed = await critical();
    expect(fixed).toMatchObject({ overdue: 0, fixed: 1, fixedInTime: 0, pastDue: 0, open: 0 });
    expect(fixed.medianDays).toBeCloseTo(20, 0);
    await nextDay(1);
    await tell(['CVE-2026-10001']);
    await nextDay(3);
    await tell([]);
    expect(await critical()).toMatchObject({ fixed: 2, fixedInTime: 1 });
  });

  it('lay out what loses its support within 30, 90 and 180 days', async () => {
    const ends = (days: number) => new Date(app.clock.now.getTime() + days * dayMs).toISOString().slice(0, 10);
    const set = (name: string, version: string, day: string) =>
      world.sql(
        `update version_verdicts v set eol_on = $3 from software_versions s
         where s.version_id = v.version_id and s.name = $1 and s.version = $2`,
        [name, version, day],
      );
    await set('Alpha Editor', '1.0', ends(30));
    await set('Bravo Player', '2.0', ends(31));
    await set('Bravo Player', '3.0', ends(5));
    const card = await ask('eol-calendar');
    expect(card.within).toEqual([
      { days: 30, versions: 1, hosts: 4 },
      { days: 90, versions: 1, hosts: 4 },
      { days: 180, versions: 0, hosts: 0 },
    ]);
    expect(card.entries.map((entry) => [entry.name, entry.endsOn])).toEqual([
      ['Alpha Editor', ends(30)],
      ['Bravo Player', ends(31)],
    ]);
  });

  it('name the hosts that went silent, as many as the list of dormant hosts has', async () => {
    await markDormant.run({}, jobTools(app));
    const { views } = (await manager.call(hosts.counts)).body;
    const card = await ask('silent-hosts');
    expect(card.total).toBe(views['dormant']);
    expect(card.hosts).toHaveLength(4);
  });

  it('are of a group where they say so, and say when it is gone', async () => {
    const { groupUuid } = (await manager.call(groups.create, { body: { title: 'Few' } })).body;
    const [host] = world.agents;
    await manager.call(hosts.move, { body: { selection: { hosts: [host?.agentUuid ?? ''] }, groupUuid } });
    await host?.upload();
    await world.count();
    const place = { kind: 'group', name: 'Few' };
    expect(await ask('vuln-status-pie', { groupUuid })).toMatchObject({ place, pie: { total: 2 } });
    const series = await ask('apps-bar', { groupUuid });
    expect(series.place).toEqual(place);
    expect(series.points.at(-1)).toMatchObject({ total: 2 });
    expect((await ask('vuln-status-pie')).place).toBeNull();
    const gone = { groupUuid: '00000000-0000-4000-8000-000000000000' };
    expect((await ask('vuln-status-pie', gone)).chart).toBe('gone');
  });
});
