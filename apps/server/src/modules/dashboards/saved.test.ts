import { randomUUID } from 'node:crypto';
import { wire } from '@patchkeep/contract/constants';
import { builtInConfig, dashboardLimits, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import { dashboards, dashboardTokens, detached, systemDashboards } from '@patchkeep/contract/dashboards';
import { detachedBase, uiBase } from '@patchkeep/contract/endpoint';
import { sites } from '@patchkeep/contract/sites';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';

let app: TestApp;
let manager: TestClient;
let reader: TestClient;

/** On the site that both of them see and the manager administers. */
const onAlpha = async (client: TestClient): Promise<void> => {
  const alpha = (await client.ehlo()).body.sites.find((site) => site.siteName === 'alpha');
  await client.call(sites.select, { params: { id: alpha?.siteAccountUuid ?? '' } });
  await client.ehlo();
};

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  reader = await app.signIn('reader');
  await onAlpha(manager);
  await onAlpha(reader);
});
afterAll(() => app.close());

const pie = {
  cards: [{ cardId: 'a', chart: 'vuln-status-pie' as const, width: 'M' as const, periodUnit: 'day' as const }],
};
const table = { cards: [{ ...pie.cards[0], cardId: 'b', chart: 'summary-table' as const }] } as never;
const list = async (client: TestClient) => (await client.call(dashboards.list)).body.list;
const acts = async (kind: string) =>
  (
    await app.database
      .pool('postgres')
      .query('select verb from audit_entries where object_kind = $1 and customer_id = $2 order by at, seq', [
        kind,
        manager.customerId,
      ])
  ).rows.map((row) => row.verb as string);

describe('saved dashboards', () => {
  it('are listed with their config, the default first, and stand for the all-zero id [DASH-17] [DASH-22]', async () => {
    expect(await list(reader)).toMatchObject([{ dashboardUuid: defaultDashboardUuid, config: builtInConfig }]);
    const made = (await manager.call(dashboards.create, { body: { name: 'Wall', config: pie, isDefault: true } })).body;
    expect(await list(reader)).toEqual([{ ...made, isDefault: true, isPersonal: false, serialNumber: 1 }]);
    const { body } = await reader.call(dashboards.data, { params: { id: defaultDashboardUuid } });
    expect(body).toMatchObject({ dashboardUuid: made.dashboardUuid, config: pie });
    const second = (await manager.call(dashboards.create, { body: { name: 'Ahead', config: pie, isDefault: true } }))
      .body;
    expect((await list(reader)).map((each) => [each.name, each.isDefault])).toEqual([
      ['Ahead', true],
      ['Wall', false],
    ]);
    for (const { dashboardUuid: id } of [made, second]) await manager.call(dashboards.remove, { params: { id } });
    expect(await list(reader)).toMatchObject([{ dashboardUuid: defaultDashboardUuid, isDefault: true }]);
    expect(await acts('dashboard')).toEqual([
      'dashboard.create',
      'dashboard.create',
      'dashboard.remove',
      'dashboard.remove',
    ]);
  });

  it('are saved by who may change things, over the serial number they saw', async () => {
    const body = { name: 'Ours', config: pie, isDefault: false };
    expect((await reader.call(dashboards.create, { body })).status).toBe(403);
    const { dashboardUuid: id } = (await manager.call(dashboards.create, { body })).body;
    const saved = await manager.call(dashboards.save, { params: { id }, body: { config: table, serialNumber: 1 } });
    expect(saved.body).toMatchObject({ name: 'Ours', config: table, serialNumber: 2 });
    const late = await manager.call(dashboards.save, { params: { id }, body: { name: 'Late', serialNumber: 1 } });
    expect(late.status).toBe(409);
    await manager.call(dashboards.remove, { params: { id } });
    expect((await manager.call(dashboards.data, { params: { id } })).status).toBe(404);
  });

  it('can be arranged by each for themselves, the built-in one too, and be set back', async () => {
    const params = { id: defaultDashboardUuid };
    expect((await reader.call(dashboards.arrange, { params, body: { config: pie } })).body).toMatchObject({
      isPersonal: true,
      config: pie,
    });
    expect((await list(manager))[0]).toMatchObject({ isPersonal: false, config: builtInConfig });
    expect((await reader.call(dashboards.data, { params })).body.data.cards).toHaveLength(1);
    expect((await reader.call(dashboards.reset, { params })).body).toMatchObject({
      isPersonal: false,
      config: builtInConfig,
    });
  });

  it('are bounded in number', async () => {
    const body = { name: 'One of many', config: pie, isDefault: false };
    const made: string[] = [];
    for (let i = 0; i < dashboardLimits.perSite; i++)
      made.push((await manager.call(dashboards.create, { body })).body.dashboardUuid);
    expect((await manager.call(dashboards.create, { body })).status).toBe(400);
    for (const id of made) await manager.call(dashboards.remove, { params: { id } });
  });
});

describe('the system dashboard [DASH-24]', () => {
  it('has the same calls; everybody sees their own sites, administrators save it', async () => {
    const admin = await app.signIn('admin');
    const params = { id: defaultDashboardUuid };
    const names = async (client: TestClient) => {
      const { cards } = (await client.call(systemDashboards.data, { params })).body.data;
      const found = cards.find((each) => each.chart === 'site-table');
      return found?.chart === 'site-table' ? found.sites.map((site) => site.siteName).toSorted() : [];
    };
    expect(await names(admin)).toEqual(['Beta', 'Closed', 'alpha']);
    expect(await names(manager)).toEqual(['Beta', 'alpha']);
    expect(await names(reader)).toEqual(['alpha']);
    const body = { name: 'All', config: pie, isDefault: true };
    expect((await manager.call(systemDashboards.create, { body })).status).toBe(403);
    const { dashboardUuid: id } = (await admin.call(systemDashboards.create, { body })).body;
    expect((await reader.call(systemDashboards.list)).body.list).toMatchObject([{ dashboardUuid: id }]);
    // A site knows nothing of it.
    expect((await reader.call(dashboards.data, { params: { id } })).status).toBe(404);
    await admin.call(systemDashboards.remove, { params: { id } });
    // What no kept number of a site can tell is not for the system, and a table of sites not for one.
    const doFirst = { cards: [{ cardId: 'a', chart: 'do-first' as const }] };
    expect((await admin.call(systemDashboards.instant, { body: { config: doFirst } })).status).toBe(400);
    const siteTable = { cards: [{ cardId: 'a', chart: 'site-table' as const }] };
    expect((await admin.call(dashboards.arrange, { params, body: { config: siteTable } })).status).toBe(400);
    const instant = await manager.call(systemDashboards.instant, { body: { config: pie } });
    expect(instant.body.cards).toMatchObject([{ chart: 'vuln-status-pie' }]);
  });
});

describe('a detached dashboard', () => {
  const get = async (path: string, headers: Record<string, string>, base = detachedBase) => {
    const answer = await app.app.inject({ method: 'GET', url: base + path, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const make = async () => {
    const { dashboardUuid } = (
      await manager.call(dashboards.create, { body: { name: 'Lobby', config: pie, isDefault: false } })
    ).body;
    const { status, body } = await manager.call(dashboardTokens.create, {
      body: { name: 'Lobby screen', dashboardUuid },
    });
    expect(status).toBe(200);
    return { dashboardUuid, bearer: { authorization: `Bearer ${body.accessToken}` }, ...body };
  };

  it('shows its one dashboard with a bearer token, as everybody sees it [DASH-27] [DASH-28]', async () => {
    const { dashboardUuid, bearer } = await make();
    await manager.call(dashboards.arrange, { params: { id: dashboardUuid }, body: { config: table } });
    const { body } = await get(detached.ehlo.path, bearer);
    expect(body).toMatchObject({ dashboardUuid, heading: 'Lobby', siteName: 'alpha' });
    // A cookie that the browser sends along says nothing here.
    const shown = await get(`${detached.data.path}?periodic=true`, { ...bearer, cookie: `sid=${reader.cookie}` });
    expect(shown.body).toMatchObject({ config: pie, data: { cards: [{ chart: 'vuln-status-pie' }] } });
    expect((await get(detached.data.path, { cookie: `sid=${manager.cookie}` })).status).toBe(401);
  });

  it('reports the errors that it shows with its token; nobody reports there without one', async () => {
    const { bearer } = await make();
    const instanceId = randomUUID();
    const payload = {
      showExceptionModal: true,
      exceptionTitle: 'Error',
      exceptionDescription: 'Unable to fetch dashboard data.',
      requiresLogin: false,
      requiresReload: false,
      showStandardMessage: true,
    };
    const url = `${detachedBase}${detached.reportError.path}?${wire.instanceParam}=${instanceId}`;
    const post = async (headers: Record<string, string>) =>
      (await app.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    expect(await post(bearer)).toBe(200);
    expect(await post({ cookie: `sid=${manager.cookie}` })).toBe(401);
    const kept = await app.database
      .pool('postgres')
      .query('select description from error_reports where instance_id = $1', [instanceId]);
    expect(kept.rows).toEqual([{ description: 'Unable to fetch dashboard data.' }]);
  });

  it('opens no other realm, and no token opens its own from the address', async () => {
    const { bearer, accessToken } = await make();
    expect((await get('/applications', bearer, uiBase)).status).toBe(401);
    for (const name of ['accessToken', 'access-token']) {
      expect((await get(`${detached.data.path}?${name}=${accessToken}`, {})).status).toBe(401);
      expect((await get(`${detached.data.path}?${name}=${accessToken}`, bearer)).status).toBe(401);
    }
    const other = accessToken.slice(0, -1) + (accessToken.endsWith('0') ? '1' : '0');
    expect((await get(detached.data.path, { authorization: `Bearer ${other}` })).status).toBe(401);
  });

  it('is listed without its secret, kept as a hash, ends after 30 days or when it is revoked', async () => {
    const { bearer, dashboardToken, accessToken } = await make();
    const listed = (await manager.call(dashboardTokens.list)).body.dashboardTokens;
    expect(listed[0]).toMatchObject({ dashboardTokenUuid: dashboardToken.dashboardTokenUuid, name: 'Lobby screen' });
    expect(JSON.stringify(listed)).not.toContain(accessToken);
    const { rows } = await app.database.pool('postgres').query('select * from dashboard_tokens');
    expect(JSON.stringify(rows)).not.toContain(accessToken);
    expect((await reader.call(dashboardTokens.list)).status).toBe(403);
    expect((await get(detached.ehlo.path, bearer)).status).toBe(200);
    const started = app.clock.now;
    app.clock.now = new Date(started.getTime() + 30 * dayMs - 1_000);
    expect((await get(detached.ehlo.path, bearer)).status).toBe(200);
    app.clock.now = new Date(started.getTime() + 30 * dayMs);
    expect((await get(detached.ehlo.path, bearer)).status).toBe(401);
    app.clock.now = started;
    await manager.call(dashboardTokens.revoke, { params: { id: dashboardToken.dashboardTokenUuid } });
    expect((await get(detached.ehlo.path, bearer)).status).toBe(401);
    expect((await acts('dashboardToken')).slice(-2)).toEqual(['dashboardToken.create', 'dashboardToken.revoke']);
  });

  it('goes dark when whoever made it may no longer see the site', async () => {
    const { bearer } = await make();
    const database = app.database.pool('postgres');
    const set = (permissions: number) =>
      database.query(
        `update site_members set permissions = $1 where site_id = (select site_id from sites where name = 'alpha')
         and user_id = (select user_id from users where username like 'manager@%')`,
        [permissions],
      );
    await set(0);
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    expect((await get(detached.data.path, bearer)).status).toBe(401);
    await set(4211);
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    expect((await get(detached.data.path, bearer)).status).toBe(200);
  });
});
