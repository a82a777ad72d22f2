import { randomUUID } from 'node:crypto';
import { approvalCalls, approvalCallsOfSite } from '@patchkeep/contract/approvals';
import { approvalSettings } from '@patchkeep/contract/change-sets';
import type { SiteRow } from '@patchkeep/contract/dashboard-data';
import { systemDashboards, systemSites } from '@patchkeep/contract/dashboards';
import { dayMs } from '@patchkeep/rules/time-units';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, enterSite } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { followIssues } from '../results/public.ts';

/** From the start: connections that are open keep the function they began with. */
const queries = vi.spyOn(pg.Client.prototype, 'query');
let app: TestApp;
let world: ApprovalWorld;
let admin: TestClient;
let manager: TestClient;
let [alpha, beta, closed] = ['', '', ''];

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 4);
  for (const host of [0, 1, 2, 3]) await world.upload(host, host < 3 ? ['Alpha Editor 1'] : ['Bravo Player 2']);
  admin = await app.signIn('admin');
  await enterSite(admin, 'Beta');
  // The only system administrator may do without a second person.
  await admin.call(approvalSettings.update, { body: { level: 'system', isFourEyesRequired: false, serialNumber: 0 } });
  const { sites } = (await admin.ehlo()).body;
  [alpha = '', beta = '', closed = ''] = ['alpha', 'Beta', 'Closed'].map(
    (name) => sites.find(({ siteName }) => siteName === name)?.siteAccountUuid,
  );
});
afterAll(async () => {
  await app.close();
  queries.mockRestore();
});

const config = { cards: [{ cardId: 'a', chart: 'site-table' as const }] };
const table = async (client: TestClient): Promise<SiteRow[]> => {
  const { status, body } = await client.call(systemDashboards.instant, { body: { config } });
  expect(status).toBe(200);
  const [card] = body.cards;
  return card?.chart === 'site-table' ? card.sites : [];
};
const rowOf = async (siteName: string, client = admin) =>
  (await table(client)).find((site) => site.siteName === siteName);
const later = async (days: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + days * dayMs);
  admin = await app.signIn('admin');
  manager = await app.signIn('manager');
};
const judge = (cves: string[]) =>
  world.judge({ application: 'Alpha Editor', version: 1, cves, zeroDays: [], isEol: false, isFixable: true });
const compare = (client: TestClient, left: string, right: string) =>
  client.call(systemSites.compare, { query: { left, right } });

describe('the trend of a site', () => {
  it('is its hosts at risk now against the last count that is 30 days old, and unknown before there is one', async () => {
    await judge(['CVE-2026-10001']);
    await world.count();
    await followIssues.run({}, jobTools(app));
    expect(await rowOf('Beta')).toMatchObject({ hosts: 4, hostsAtRisk: 3, earlier: null });
    await later(29);
    await judge([]);
    await world.count();
    await followIssues.run({}, jobTools(app));
    expect(await rowOf('Beta')).toMatchObject({ hosts: 4, hostsAtRisk: 0, earlier: null });
    await later(2);
    expect(await rowOf('Beta')).toMatchObject({ hosts: 4, hostsAtRisk: 0, earlier: { hosts: 4, hostsAtRisk: 3 } });
    expect(await rowOf('alpha')).toMatchObject({ hosts: 0, earlier: { hosts: 0, hostsAtRisk: 0 } });
  });
});

describe('decisions of a site that differ from the system', () => {
  const decide = async (level: 'system' | 'site', type: string, channelTag: string) => {
    const calls = level === 'system' ? approvalCalls.system.app : approvalCallsOfSite.site.app;
    const body = { [`${level}Approvals`]: [{ channelTag }] };
    const params = { type, site: beta };
    const { previewToken } = (await admin.call(calls.preview, { params, body })).body;
    const made = await admin.call(calls.change, { params, body: { ...body, previewToken } });
    expect(made.status).toBe(200);
  };
  const listed = async () => {
    const query = { isDiffering: 'true' } as never;
    const { approvals, total } = (
      await admin.call(approvalCallsOfSite.site.app.list, { params: { site: beta }, query })
    ).body;
    expect(approvals).toHaveLength(total);
    return approvals.map((row) => row.channelTag);
  };

  it('are counted as the approvals of the site list them, for who may see those', async () => {
    expect((await rowOf('Beta'))?.differing).toBe(0);
    await decide('system', 'automate', 'alpha-editor');
    await decide('system', 'automate', 'bravo-player');
    expect(await listed()).toEqual([]);
    await decide('site', 'block', 'alpha-editor');
    await decide('site', 'automate', 'bravo-player');
    await decide('site', 'block', 'delta-reader');
    expect(await listed()).toEqual(['alpha-editor', 'delta-reader']);
    expect((await rowOf('Beta'))?.differing).toBe(2);
    expect((await rowOf('alpha'))?.differing).toBe(0);
    expect((await rowOf('Beta', manager))?.differing).toBeNull();
    await decide('system', 'block', 'alpha-editor');
    expect(await listed()).toEqual(['delta-reader']);
    expect((await rowOf('Beta'))?.differing).toBe(1);
    // What the catalogue no longer has is in neither.
    await world.sql(`update applications set channel_tag = null where channel_tag = 'delta-reader'`);
    await world.sql(`delete from manifests where channel_tag = 'delta-reader'`);
    await world.sql(`delete from channel_versions where channel_tag = 'delta-reader'`);
    await world.sql(`delete from channels where channel_tag = 'delta-reader'`);
    expect(await listed()).toEqual([]);
    expect((await rowOf('Beta'))?.differing).toBe(0);
  });
});

describe('two sites side by side', () => {
  it('have the numbers of the table, their issues, and what they decide differently', async () => {
    const { status, body } = await compare(admin, beta, alpha);
    expect(status).toBe(200);
    expect(body.left).toMatchObject({
      ...(await rowOf('Beta')),
      issues: { open: 0, overdue: 0, fixed: 1, fixedInTime: 1 },
    });
    expect(body.right).toMatchObject({ ...(await rowOf('alpha')), issues: { open: 0, fixed: 0 } });
    expect(body.decisions).toEqual({ total: 2, names: ['Alpha Editor', 'Bravo Player'] });
    expect((await compare(manager, beta, alpha)).body).toMatchObject({ left: { siteName: 'Beta' }, decisions: null });
  });

  it('are both sites that the caller may look into', async () => {
    expect((await compare(manager, beta, closed)).status).toBe(404);
    expect((await compare(manager, closed, beta)).status).toBe(404);
    const reader = await app.signIn('reader');
    expect((await compare(reader, alpha, beta)).status).toBe(404);
    expect((await compare(admin, alpha, randomUUID())).status).toBe(404);
  });
});

describe('another customer', () => {
  it('sees none of these sites, neither in the table nor by their ids', async () => {
    const stranger = await app.signIn('stranger');
    const own = await table(stranger);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((site) => [alpha, beta, closed].includes(site.siteAccountUuid))).toEqual([]);
    expect((await compare(stranger, alpha, beta)).status).toBe(404);
    expect((await compare(stranger, own[0]?.siteAccountUuid ?? '', beta)).status).toBe(404);
    const theirs = own[0]?.siteAccountUuid ?? '';
    expect((await compare(admin, beta, theirs)).status).toBe(404);
  });
});

describe('nine hundred sites', () => {
  it('are read with as many queries as three', async () => {
    const asked = async () => {
      // What only the first call reads is remembered by the second.
      await table(admin);
      const before = queries.mock.calls.length;
      const { length } = await table(admin);
      return { length, queries: queries.mock.calls.length - before };
    };
    const few = await asked();
    await world.sql(
      `insert into sites (customer_id, site_id, name, is_detection_module_enabled, is_patching_enabled,
         is_patch_pro_module_enabled, serial_number, created_at)
       select $1, gen_random_uuid(), 'Customer ' || n, true, true, true, 1, now() from generate_series(4, 900) n`,
      [world.customerId],
    );
    const many = await asked();
    expect([few.length, many.length]).toEqual([3, 900]);
    expect(many.queries).toBe(few.queries);
    expect(few.queries).toBeGreaterThan(3);
  });
});
