import { applications } from '@patchkeep/contract/applications';
import { chartTypes, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import { dashboards } from '@patchkeep/contract/dashboards';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { applicationNames, type FleetWorld, fleetWorld, keyOf } from '../../testkit/fleet-world.ts';

let app: TestApp;
let manager: TestClient;
let world: FleetWorld;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await fleetWorld(app, manager, 4);
}, 60_000);
afterAll(() => app.close());

const data = async (client = manager, id = defaultDashboardUuid) =>
  (await client.call(dashboards.data, { params: { id }, query: { periodic: 'true' } })).body.data;
const card = <Chart extends CardData['chart']>(cards: readonly CardData[], chart: Chart) => {
  const found = cards.find((each) => each.chart === chart);
  if (!found) throw new Error(`There is no ${chart}`);
  return found as Extract<CardData, { chart: Chart }>;
};

describe('the default dashboard', () => {
  it('answers under the all-zero id, with its config and how often to ask again [DASH-21] [DASH-22] [DASH-25]', async () => {
    const { status, body } = await manager.call(dashboards.data, { params: { id: defaultDashboardUuid } });
    expect(status).toBe(200);
    expect(body.data.refreshMs).toBe(60_000);
    expect(body.dashboardUuid).toBe(defaultDashboardUuid);
    expect(body.data.cards.map((each) => each.cardId)).toEqual(
      body.config.cards.map((each) => each.cardId).filter((id) => body.data.cards.some((each) => each.cardId === id)),
    );
    expect((await manager.call(dashboards.list)).body.list).toMatchObject([{ isDefault: true, isPersonal: false }]);
  });

  it('shows the numbers of the pages its rows lead to [DASH-18] [DASH-11]', async () => {
    await world.judge({
      application: 'Alpha Editor',
      version: 1,
      cves: ['CVE-2026-10001'],
      zeroDays: [],
      isEol: false,
      isFixable: true,
    });
    await world.judge({
      application: 'Bravo Player',
      version: 2,
      cves: ['CVE-2026-10002'],
      zeroDays: ['CVE-2026-10002'],
      isEol: false,
      isFixable: false,
    });
    await world.upload(1, [keyOf('Alpha Editor', 1), keyOf('Bravo Player', 2)]);
    await world.upload(
      2,
      applicationNames.map((name) => keyOf(name, 3)),
    );
    await world.count();
    const { cards } = await data();
    const totals = (await manager.call(applications.totals)).body;
    const views = (await manager.call(hosts.counts)).body;
    expect(card(cards, 'summary-table').counts).toMatchObject({
      countAgents: views.licencesInUse,
      countActiveAgents: views.views.active,
      countChannelTags: totals.applications,
      countChannelTagVersions: totals.versions,
      countTotal: totals.installations,
      countZeroDay: totals.split.zeroday,
      countInsecureNotZeroDay: totals.split.insecure,
      countEoLNotZeroDayNotInsecure: totals.split.eol,
      countOkNotZeroDayNotEoL: totals.split.ok,
    });
    expect(totals.split.zeroday).toBeGreaterThan(0);
    const { ok, eol, insecure, zeroday } = totals.split;
    const split = { ok, eol, insecure, zeroDay: zeroday, total: ok + eol + insecure + zeroday };
    expect(card(cards, 'vuln-status-pie').pie).toEqual(split);
    expect(card(cards, 'apps-bar').points.at(-1)).toMatchObject({ ...split, isPartial: true });
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
