import { applications } from '@patchkeep/contract/applications';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { chartTypes, defaultDashboardUuid, periodUnits } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import { dashboards, systemDashboards } from '@patchkeep/contract/dashboards';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, channelOf } from '../../testkit/approval-world.ts';
import { applicationNames, cveIds } from '../../testkit/fleet-world.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 4);
});
afterAll(() => app.close());

const everyUnit = {
  cards: [
    ...periodUnits.map((periodUnit) => ({ cardId: periodUnit, chart: 'apps-bar' as const, periodUnit })),
    { cardId: 'pie', chart: 'vuln-status-pie' as const },
    { cardId: 'table', chart: 'summary-table' as const },
  ],
};
const card = <Chart extends CardData['chart']>(cards: readonly CardData[], chart: Chart) => {
  const found = cards.find((each) => each.chart === chart);
  if (!found) throw new Error(`There is no ${chart}`);
  return found as Extract<CardData, { chart: Chart }>;
};

/** Approves a version of an application for the site; the newest of each is 3.0. */
const approve = async (application: string, version: string) => {
  const body = { siteApprovals: [{ channelTag: channelOf(application), version }] };
  const [calls, params] = [approvalCalls.site.app, { type: 'approve' }];
  const { previewToken } = (await manager.call(calls.preview, { params, body })).body;
  expect((await manager.call(calls.change, { params, body: { ...body, previewToken } })).status).toBe(200);
};
const countOutOfDate = async () =>
  (await manager.call(approvalCalls.site.app.list, { query: { approvalStatus: 'out-of-date' } as never })).body.total;

describe('the default dashboard', () => {
  it('answers under the all-zero id, with its config and how often to ask again [DASH-21] [DASH-22] [DASH-25]', async () => {
    const { status, body } = await manager.call(dashboards.data, { params: { id: defaultDashboardUuid } });
    expect(status).toBe(200);
    expect(body.data.refreshMs).toBe(60_000);
    expect(body.dashboardUuid).toBe(defaultDashboardUuid);
    expect(body.data.cards.map((each) => each.chart)).toEqual(body.config.cards.map((each) => each.chart));
    expect((await manager.call(dashboards.list)).body.list).toMatchObject([{ isDefault: true, isPersonal: false }]);
  });

  it('tells who asks again by itself what it told some seconds ago, and says of when that is', async () => {
    const at = async (periodic: 'true' | 'false') => {
      const request = { params: { id: defaultDashboardUuid }, query: { periodic } };
      return (await manager.call(dashboards.data, request)).body.data.at;
    };
    const later = (seconds: number) => {
      app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
      return app.clock.now.toISOString();
    };
    const first = later(1);
    expect(await at('true')).toBe(first);
    const second = later(4);
    expect(await at('true')).toBe(first);
    expect(await at('false')).toBe(second);
    const third = later(2);
    expect(await at('true')).toBe(third);
  });

  it('shows the numbers of the pages its rows lead to, whatever happens to the fleet [DASH-11] [DASH-18] [DASH-20]', async () => {
    const step = fc.record({
      host: fc.nat(3),
      keys: fc.subarray(world.all),
      application: fc.constantFrom(...applicationNames),
      version: fc.constantFrom(1, 2, 3),
      cves: fc.subarray(cveIds),
      isZeroDay: fc.boolean(),
      isEol: fc.boolean(),
      approved: fc.constantFrom(undefined, '2.0', '3.0'),
    });
    const worst = { zeroDay: 0, insecure: 0, eol: 0, ok: 0, outOfDate: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { host, keys, application, version, cves, isZeroDay, isEol, approved } of steps) {
          await world.upload(host, keys);
          const zeroDays = isZeroDay ? cves : [];
          await world.judge({ application, version, cves, zeroDays, isEol, isFixable: !isZeroDay });
          if (approved !== undefined) await approve(application, approved);
        }
        await world.count();
        const { cards } = (await manager.call(dashboards.instant, { body: { config: everyUnit } })).body;
        const totals = (await manager.call(applications.totals)).body;
        const views = (await manager.call(hosts.counts)).body;
        expect(card(cards, 'summary-table').counts).toMatchObject({
          countAgents: views.licencesInUse,
          countActiveAgents: views.views.active,
          countGroups: (await manager.call(groups.list)).body.groups.length,
          countChannelTags: (await manager.call(applications.list)).body.total,
          countChannelTagVersions: totals.versions,
          countOutOfDateApprovals: await countOutOfDate(),
          countTotal: totals.installations,
          countZeroDay: totals.split.zeroday,
          countInsecureNotZeroDay: totals.split.insecure,
          countEoLNotZeroDayNotInsecure: totals.split.eol,
          countOkNotZeroDayNotEoL: totals.split.ok,
        });
        const { ok, eol, insecure, zeroday } = totals.split;
        const split = { ok, eol, insecure, zeroDay: zeroday, total: ok + eol + insecure + zeroday };
        expect(card(cards, 'vuln-status-pie').pie).toEqual(split);
        for (const each of cards)
          if (each.chart === 'apps-bar') expect(each.points.at(-1)).toMatchObject({ ...split, isPartial: true });
        const system = (await manager.call(systemDashboards.data, { params: { id: defaultDashboardUuid } })).body.data;
        const row = card(system.cards, 'site-table').sites.find((site) => site.siteName === 'Beta');
        expect(row).toMatchObject({ ok, eol, insecure, zeroDay: zeroday, hosts: totals.hosts });
        for (const key of ['zeroDay', 'insecure', 'eol', 'ok'] as const) worst[key] += split[key];
        worst.outOfDate += await countOutOfDate();
      }),
      { numRuns: 12, seed: 11 },
    );
    // A comparison of nothing with nothing would prove nothing.
    for (const count of Object.values(worst)) expect(count).toBeGreaterThan(0);
  });
});

describe('an instant dashboard', () => {
  it('answers a config that nobody saved, and saves nothing [DASH-23]', async () => {
    const before = (await manager.call(dashboards.list)).body;
    const config = { cards: [{ cardId: 'a', chart: 'vuln-status-pie' as const }] };
    const { body } = await manager.call(dashboards.instant, { body: { config } });
    expect(body.cards).toMatchObject([{ cardId: 'a', chart: 'vuln-status-pie' }]);
    expect((await manager.call(dashboards.list)).body).toEqual(before);
  });

  it('refuses two cards of one id, and charts it does not know', async () => {
    const pie = { cardId: 'a', chart: chartTypes[3] };
    expect((await manager.call(dashboards.instant, { body: { config: { cards: [pie, pie] } } })).status).toBe(400);
    const odd = { cards: [{ cardId: 'a', chart: 'x' as never }] };
    expect((await manager.call(dashboards.instant, { body: { config: odd } })).status).toBe(400);
  });
});
