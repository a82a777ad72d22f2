import { approvalCalls } from '@patchkeep/contract/approvals';
import { dashboards } from '@patchkeep/contract/dashboards';
import { hosts } from '@patchkeep/contract/hosts';
import { reports } from '@patchkeep/contract/reports';
import { vulnerabilities } from '@patchkeep/contract/vulnerabilities';
import { orderKinds } from '@patchkeep/orders/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, channelOf, enterSite } from '../../../testkit/approval-world.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;

type Query = { scope?: 'site' | 'customer'; from?: string; until?: string };
const ask = (query: Query = {}, by = manager) => by.call(reports.read, { query: query as never });
const read = async (query: Query = {}, by = manager) => {
  const { status, body } = await ask(query, by);
  expect(status).toBe(200);
  return body;
};
const windowsUpdate = orderKinds.indexOf('windows-update');
const october = { from: '2026-10-01', until: '2026-10-31' };
const sinceMiddle = { from: '2026-10-15', until: '2026-11-15' };

/** How a site stood, as the count would have written it then. */
const stood = (siteName: string, at: string, insecure: number, zeroday: number) =>
  world.sql(
    `insert into count_history (customer_id, site_id, scope_id, at, hosts, applications, versions, installations, ok,
       eol, insecure, zeroday, ignored, exploited, hosts_ok, hosts_eol, hosts_insecure, hosts_zeroday, hosts_ignored)
     select customer_id, site_id, site_id, $2, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $3, $4, 0 from sites where name = $1`,
    [siteName, at, insecure, zeroday],
  );
const issue = (siteName: string, cveId: string, opened: string, closed: string | null) =>
  world.sql(
    `insert into issue_history (customer_id, site_id, cve_no, opened_at, closed_at)
     select s.customer_id, s.site_id, c.cve_no, $3, $4 from sites s, cves c where s.name = $1 and c.cve_id = $2`,
    [siteName, cveId, opened, closed],
  );
const proven = (siteName: string, at: string, upgrades: number, security: number) =>
  world.sql(
    `insert into update_history (customer_id, site_id, at, upgrades, security_upgrades)
     select customer_id, site_id, $2, $3, $4 from sites where name = $1`,
    [siteName, at, upgrades, security],
  );
/** Work that was verified (3) or failed (4) on a host. */
const task = (host: number, channel: string, state: 3 | 4, at: string, kind = 0) =>
  world.sql(
    `insert into tasks (customer_id, site_id, task_id, host_id, kind, channel_tag, from_version, to_version, options,
       state, attempt, epoch, ready_at, futile, has_inventory, created_at, changed_at, result, cause, is_disk_full)
     select customer_id, site_id, gen_random_uuid(), host_id, $2, $3, '1.0', '2.0', '{}', $4, 1, 1, $5, 0, false, $5,
       $5, '', '', false from hosts where host_id = $1`,
    [world.agents[host]?.agentUuid, kind, channel, state, at],
  );

const [critical, high, medium, low] = ['CVE-2026-10001', 'CVE-2026-10002', 'CVE-2026-10003', 'CVE-2026-10004'] as const;
const [alphaEditor, bravoPlayer] = [channelOf('Alpha Editor'), channelOf('Bravo Player')];

/** Numbers on both sides of each end of October, for the site Beta with its five hosts. */
const furnish = async () => {
  const score = (cveId: string, cvss: number) =>
    world.sql('update cves set cvss_score = $2 where cve_id = $1', [cveId, cvss]);
  await score(critical, 9.8);
  await score(high, 7.5);
  await score(medium, 5.5);
  await score(low, 2.1);
  const verdict = { zeroDays: [], isEol: false, isFixable: true };
  await world.judge({ ...verdict, application: 'Alpha Editor', version: 1, cves: [critical, medium] });
  await world.judge({ ...verdict, application: 'Bravo Player', version: 1, cves: [high] });
  await world.exploit(critical, true);
  await world.sql(`update cves set exploited_due = '2026-12-24' where cve_id = $1`, [critical]);
  for (const host of [0, 1]) await world.upload(host, ['Alpha Editor 1']);
  await world.upload(2, ['Bravo Player 1']);
  for (const host of [3, 4]) await world.upload(host, ['Alpha Editor 3']);
  await world.sql(`update hosts set os_name = 'Windows Server 2022' where host_id = $1`, [world.agents[0]?.agentUuid]);
  await world.count();

  await stood('Beta', '2026-10-10T00:00:00Z', 2, 1);
  await stood('Beta', '2026-10-25T00:00:00Z', 1, 0);
  await issue('Beta', critical, '2026-09-20T00:00:00Z', '2026-10-02T00:00:00Z');
  await issue('Beta', critical, '2026-11-12T00:00:00Z', null);
  await issue('Beta', high, '2026-10-01T00:00:00Z', null);
  await issue('Beta', medium, '2026-07-20T00:00:00Z', '2026-10-31T23:30:00Z');
  await issue('Beta', low, '2026-10-31T23:59:00Z', '2026-11-01T00:00:00Z');
  await proven('Beta', '2026-10-01T00:00:00Z', 3, 1);
  await proven('Beta', '2026-10-31T23:00:00Z', 2, 4);
  await proven('Beta', '2026-11-01T00:00:00Z', 100, 100);
  for (const host of [0, 1, 2]) await task(host, alphaEditor, 3, '2026-10-05T10:00:00Z');
  await task(3, alphaEditor, 4, '2026-10-31T23:59:59Z');
  await task(0, bravoPlayer, 3, '2026-10-01T00:00:00Z');
  for (const host of [0, 1]) await task(host, 'kb:5068861', 3, '2026-10-06T10:00:00Z', windowsUpdate);
  // What a job installed is no update; what it failed to install failed.
  await task(0, channelOf('Delta Reader'), 3, '2026-10-05T10:00:00Z', 1);
  await task(1, channelOf('Delta Reader'), 4, '2026-10-05T10:00:00Z', 1);
  await task(4, alphaEditor, 3, '2026-11-01T00:00:00Z');
  await task(4, bravoPlayer, 4, '2026-09-30T23:59:59Z');
};

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 5);
  await furnish();
});
afterAll(() => app.close());

describe('the report of a site', () => {
  it('is of the last whole month unless days are given, and says who made it when', async () => {
    const report = await read();
    expect(report).toMatchObject({ scope: 'site', siteName: 'Beta', customerName: 'Ours', isPartial: false });
    expect(report).toMatchObject({ ...october, madeBy: 'manager@ours.example', madeAt: app.clock.now.toISOString() });
    expect(await read(october)).toEqual(report);
    expect(report.sites).toEqual([]);
  });

  it('counts the hosts as their list does, servers apart, and names those not heard of', async () => {
    const agent = world.agents[4];
    await world.sql('update hosts set dormant_since = $2 where host_id = $1', [agent?.agentUuid, app.clock.now]);
    const report = await read();
    expect(report.hosts).toEqual({ active: 4, workstations: 3, servers: 1, dormant: 1 });
    const { views } = (await manager.call(hosts.counts)).body;
    expect([views.active, views.dormant]).toEqual([4, 1]);
    expect(report.silent.total).toBe(1);
    expect(report.silent.hosts).toMatchObject([{ uuid: agent?.agentUuid, siteName: 'Beta' }]);
    await world.sql('update hosts set dormant_since = null where host_id = $1', [agent?.agentUuid]);
  });

  it('says how many hosts were at risk at both ends, and since when that is known', async () => {
    expect((await read()).risk).toEqual({ knownSince: '2026-10-10', begin: null, end: { hosts: 5, atRisk: 1 } });
    const report = await read(sinceMiddle);
    expect(report.isPartial).toBe(true);
    // The end is now: three of five hosts have a version with a CVE.
    expect(report.risk).toEqual({
      knownSince: '2026-10-10',
      begin: { hosts: 5, atRisk: 3 },
      end: { hosts: 5, atRisk: 3 },
    });
    expect((await read({ from: '2026-09-01', until: '2026-09-30' })).risk).toMatchObject({ begin: null, end: null });
  });

  it('counts issues that were found and fixed in the period, and those within target', async () => {
    const { issues } = await read();
    expect(issues).toMatchObject({ opened: 2, fixed: 2, fixedInTime: 1, open: 2 });
    const numbersOf = Object.fromEntries(
      issues.rows.map((row) => [row.severity, [row.opened, row.fixed, row.fixedInTime, row.open, row.medianDays]]),
    );
    expect(numbersOf).toEqual({
      critical: [0, 1, 1, 1, 12],
      high: [1, 0, 0, 1, null],
      medium: [0, 1, 0, 0, expect.closeTo(103.98, 1)],
      low: [1, 0, 0, 0, null],
      unscored: [0, 0, 0, 0, null],
    });
    // The dashboard measures by the same rule, over its last 90 days.
    const config = { cards: [{ cardId: 'a', chart: 'time-to-patch' as const }] };
    const [card] = (await manager.call(dashboards.instant, { body: { config } })).body.cards;
    const lately = await read({ from: '2026-08-18', until: '2026-11-15' });
    const shown = card?.chart === 'time-to-patch' ? card.rows : [];
    expect(
      lately.issues.rows.map(({ severity, open, fixed, fixedInTime }) => [severity, open, fixed, fixedInTime]),
    ).toEqual(shown.map(({ severity, open, fixed, fixedInTime }) => [severity, open, fixed, fixedInTime]));
    expect(lately.issues.fixed).toBe(3);
  });

  it('counts verified updates as the dashboard does and what failed as the activity does, by application', async () => {
    const { updates } = await read();
    expect(updates).toMatchObject({ verified: 10, security: 5, failed: 2 });
    const later = await read({ from: '2026-10-02', until: '2026-10-31' });
    expect(later.updates).toMatchObject({ verified: 6, security: 4 });
    expect(updates.applications).toEqual([
      { name: 'Alpha Editor', channelTag: alphaEditor, kbArticle: null, verified: 3, failed: 1 },
      { name: expect.any(String), channelTag: null, kbArticle: 'KB5068861', verified: 2, failed: 0 },
      { name: 'Bravo Player', channelTag: bravoPlayer, kbArticle: null, verified: 1, failed: 0 },
      { name: 'Delta Reader', channelTag: channelOf('Delta Reader'), kbArticle: null, verified: 0, failed: 1 },
    ]);
  });

  it('says what is still exploited and overdue, as the list of vulnerabilities says it', async () => {
    const { stillOpen } = await read();
    const total = async (query: object) =>
      (await manager.call(vulnerabilities.list, { query: query as never })).body.total;
    expect([stillOpen.exploited, stillOpen.overdue]).toEqual([1, 1]);
    expect([await total({ isExploited: 'true' }), await total({ isOverdue: 'true' })]).toEqual([1, 1]);
    expect(stillOpen.vulnerabilities.map((row) => [row.cveId, row.applicationName, row.reason])).toEqual([
      [critical, 'Alpha Editor', 'Exploited, 2 hosts, due in 11 days'],
      [high, 'Bravo Player', 'High severity, 1 host, 15 days overdue'],
    ]);
  });

  it('counts the changes that took effect in the period', async () => {
    const params = { type: 'block' };
    const body = { siteApprovals: [{ channelTag: alphaEditor }], reason: 'x' };
    const { previewToken } = (await manager.call(approvalCalls.site.app.preview, { params, body })).body;
    const made = await manager.call(approvalCalls.site.app.change, { params, body: { ...body, previewToken } });
    expect(made.status).toBe(200);
    expect([(await read()).changes, (await read(sinceMiddle)).changes]).toEqual([0, 1]);
    const move = (set: string) => world.sql(`update change_sets set ${set} where customer_id = $1`, [world.customerId]);
    await move(`requested_at = '2026-09-30T23:59:59Z', confirmed_at = '2026-10-01T00:00:00Z'`);
    expect((await read()).changes).toBe(1);
    await move('state = 1');
    expect((await read()).changes).toBe(0);
    await move('state = 3');
    expect((await read()).changes).toBe(1);
  });

  it('refuses days that are no period, or too many', async () => {
    const refused = async (from: string, until: string) => (await ask({ from, until })).status;
    expect(await refused('2026-10-31', '2026-10-01')).toBe(400);
    expect(await refused('2026-11-01', '2026-11-16')).toBe(400);
    expect(await refused('2025-11-14', '2026-11-15')).toBe(400);
    expect(await refused('2025-11-15', '2026-11-15')).toBe(200);
    expect(await refused('2026-02-30', '2026-03-01')).toBe(400);
  });
});

describe('the report of a customer', () => {
  it('adds up the sites that its reader may see, and no other customer', async () => {
    const before = await read({ scope: 'customer' });
    expect(before.sites.map(({ siteName, hosts: count }) => [siteName, count])).toEqual([
      ['alpha', 0],
      ['Beta', 5],
    ]);
    for (const siteName of ['alpha', 'Closed', 'gamma']) {
      await stood(siteName, '2026-10-20T00:00:00Z', 1, 1);
      await issue(siteName, high, '2026-09-01T00:00:00Z', null);
      await issue(siteName, critical, '2026-10-04T00:00:00Z', null);
      await issue(siteName, medium, '2026-10-04T00:00:00Z', '2026-10-05T00:00:00Z');
      await proven(siteName, '2026-10-20T00:00:00Z', 1, 1);
    }
    const after = await read({ scope: 'customer' });
    const alpha = { siteName: 'alpha', hosts: 0, opened: 2, fixed: 1, exploited: 1, overdue: 2, dormant: 0 };
    expect(after.sites).toMatchObject([
      alpha,
      { siteName: 'Beta', hosts: 5, atRisk: 3, opened: 2, fixed: 2, exploited: 1, overdue: 1, dormant: 0 },
    ]);
    expect(after).toMatchObject({ scope: 'customer', siteName: null, customerName: 'Ours', hosts: before.hosts });
    expect(after.issues).toMatchObject({ opened: 4, fixed: 3, fixedInTime: 2 });
    expect(after.updates.verified - before.updates.verified).toBe(2);
    expect(after.stillOpen).toEqual({ exploited: 2, overdue: 3, vulnerabilities: [] });
    expect(after.risk.end).toEqual({ hosts: 10, atRisk: 3 });
    // Who has one site sees the numbers of that site alone; an administrator sees the third one too.
    const reader = await read({ scope: 'customer' }, await app.signIn('reader'));
    expect(reader.sites).toMatchObject([alpha]);
    expect(reader.issues.opened).toBe(2);
    const admin = await read({ scope: 'customer' }, await app.signIn('admin'));
    expect(admin.sites.map(({ siteName }) => siteName)).toEqual(['alpha', 'Beta', 'Closed']);
    const stranger = await read({ scope: 'customer' }, await app.signIn('stranger'));
    expect(stranger.sites.map(({ siteName }) => siteName)).toEqual(['delta', 'gamma']);
    expect(stranger).toMatchObject({ customerName: 'Theirs', updates: { applications: [] } });
  });

  it('counts changes of the system for its administrators only', async () => {
    await world.sql(`update change_sets set site_id = null, state = 0 where customer_id = $1`, [world.customerId]);
    const admin = await app.signIn('admin');
    expect((await read({ scope: 'customer' }, admin)).changes).toBe(1);
    expect((await read({ scope: 'customer' })).changes).toBe(0);
    await enterSite(admin, 'Beta');
    expect((await read({}, admin)).changes).toBe(0);
  });
});
