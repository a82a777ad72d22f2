import { applications } from '@patchkeep/contract/applications';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { dashboards } from '@patchkeep/contract/dashboards';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { vulnerabilities, type Vulnerability } from '@patchkeep/contract/vulnerabilities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, channelOf } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { followIssues } from '../public.ts';

const ransomware = 'CVE-2026-10001';
const exploited = 'CVE-2026-10002';
const likely = 'CVE-2026-10003';
const mild = 'CVE-2026-10004';
const verdict = { cves: [] as string[], zeroDays: [] as string[], isEol: false, isFixable: true };

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;

type Query = Record<string, string | number>;
const list = async (query: Query = {}, by = manager) =>
  (await by.call(vulnerabilities.list, { query: query as never })).body;
const named = ({ cveId, applicationName }: Vulnerability) => `${cveId} ${applicationName}`;
const names = async (query: Query = {}) => (await list(query)).vulnerabilities.map(named);
const expires = () => new Date(app.clock.now.getTime() + 90 * 86_400_000).toISOString();
const ignoring = (cveId: string) => ({
  target: { cveId },
  reasonKind: 'mitigated' as const,
  reason: 'Shielded',
  expires: expires(),
});

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 5);
  await world.judge({ ...verdict, application: 'Alpha Editor', version: 1, cves: [mild, exploited] });
  await world.judge({ ...verdict, application: 'Alpha Editor', version: 2, cves: [mild] });
  await world.judge({ ...verdict, application: 'Bravo Player', version: 1, cves: [ransomware] });
  const unfixed = { cves: [mild, likely], zeroDays: [mild, likely], isFixable: false };
  await world.judge({ ...verdict, ...unfixed, application: 'Charlie Viewer', version: 1 });
  // Host 0 has two versions of Alpha side by side, and is one host all the same.
  await world.upload(0, ['Alpha Editor 1', 'Alpha Editor 2', 'Charlie Viewer 1']);
  await world.upload(1, ['Alpha Editor 2', 'Bravo Player 1', 'Charlie Viewer 1']);
  await world.upload(2, ['Alpha Editor 2', 'Charlie Viewer 1']);
  await world.upload(3, ['Alpha Editor 3', 'Delta Reader 1']);
  await world.exploit(ransomware, true);
  await world.exploit(exploited, true);
  const cve = async (cveId: string, set: string) => world.sql(`update cves set ${set} where cve_id = $1`, [cveId]);
  await cve(ransomware, `is_ransomware = true, exploited_due = '2026-11-06', cvss_score = 6.1`);
  await cve(exploited, `exploited_due = '2026-12-24', cvss_score = 9.8`);
  await cve(mild, `cvss_score = 5.5, published_on = '2020-01-01'`);
  const score = `insert into epss_scores (cve_no, epss, percentile) select cve_no, $2, 0.5 from cves where cve_id = $1`;
  await world.sql(score, [likely, 0.42]);
  await world.sql(score, [mild, 0.01]);
  await world.count();
});
afterAll(() => app.close());

describe('the vulnerabilities of a site', () => {
  it('stand in the order of work, each with its level, reason, hosts and fix', async () => {
    const { vulnerabilities: rows, total, all, isReported } = await list();
    expect(rows.map((row) => [named(row), row.priority, row.reason, row.hosts, row.fixedVersion])).toEqual([
      [`${ransomware} Bravo Player`, 'act-now', 'Exploited by ransomware, 1 host, 9 days overdue', 1, '9.0'],
      [`${exploited} Alpha Editor`, 'act-now', 'Exploited, 1 host, due in 39 days', 1, '9.0'],
      [`${likely} Charlie Viewer`, 'soon', 'Likely to be exploited (EPSS 42%), 3 hosts', 3, null],
      [`${mild} Alpha Editor`, 'watch', 'Medium severity, 3 hosts', 3, '9.0'],
      [`${mild} Charlie Viewer`, 'watch', 'Medium severity, 3 hosts', 3, null],
    ]);
    expect({ total, all, isReported }).toEqual({ total: 5, all: 5, isReported: true });
    expect(rows[0]).toMatchObject({ isExploited: true, isRansomware: true, isOverdue: true, dueOn: '2026-11-06' });
  });

  it('have as many hosts as the list that the number opens, and as the list of issues', async () => {
    const agree = async () => {
      for (const row of (await list()).vulnerabilities) {
        const { applicationId, cveId } = row;
        const opened = await manager.call(applications.hosts, { query: { applicationId, cveId } });
        expect([named(row), opened.body.total, opened.body.hosts.length]).toEqual([named(row), row.hosts, row.hosts]);
        const { issues } = (await manager.call(applications.issues, { query: { applicationId } })).body;
        const issue = issues.find((each) => each.cveId === cveId);
        expect([named(row), (issue?.hosts ?? 0) - (issue?.ignoredHosts ?? 0)]).toEqual([named(row), row.hosts]);
      }
    };
    await agree();
    // A rule on one host, then one on the whole site, which leaves no row of that CVE.
    const hostId = world.agents[1]?.agentUuid ?? '';
    const onHost = await manager.call(ignoreRules.createOfHost, { params: { id: hostId }, body: ignoring(mild) });
    await world.count();
    await agree();
    expect((await list({ q: mild })).vulnerabilities.map((row) => row.hosts)).toEqual([2, 2]);
    const onSite = await manager.call(ignoreRules.create, { body: ignoring(likely) });
    await world.count();
    await agree();
    expect(await names()).not.toContain(`${likely} Charlie Viewer`);
    for (const { body } of [onHost, onSite])
      await manager.call(ignoreRules.revoke, { query: { ignoreRuleUuid: body.ignoreRuleUuid } });
    await world.count();
  });

  it('are narrowed by every filter, and by several at once', async () => {
    expect(await names({ isExploited: 'true' })).toEqual([`${ransomware} Bravo Player`, `${exploited} Alpha Editor`]);
    expect(await names({ isOverdue: 'true' })).toEqual([`${ransomware} Bravo Player`]);
    expect(await names({ priority: 'soon' })).toEqual([`${likely} Charlie Viewer`]);
    expect(await names({ isFixable: 'true', q: mild.toLowerCase() })).toEqual([`${mild} Alpha Editor`]);
    expect(await names({ q: 'VIEWER' })).toEqual([`${likely} Charlie Viewer`, `${mild} Charlie Viewer`]);
    expect(await list({ q: 'nothing like it' })).toMatchObject({ vulnerabilities: [], total: 0, all: 5 });
  });

  it('are paged by key: every row once, in order, also when a row before the page is gone', async () => {
    const whole = await names();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(cursor !== null && { cursor }) });
      seen.push(...page.vulnerabilities.map(named));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(whole);
    const first = await list({ limit: 1 });
    await world.exploit(ransomware, false);
    await world.count();
    const next = await list({ limit: 1, cursor: first.nextCursor ?? '' });
    expect(next.vulnerabilities.map(named)).toEqual([`${exploited} Alpha Editor`]);
    await world.exploit(ransomware, true);
    await world.count();
    for (const wrong of ['nonsense', Buffer.from('["1 2 x","a"]').toString('base64url')])
      expect((await manager.call(vulnerabilities.list, { query: { cursor: wrong } })).status).toBe(400);
  });

  it('are overdue once they are open for longer than their severity may be', async () => {
    await followIssues.run({}, jobTools(app));
    const before = app.clock.now;
    app.clock.now = new Date(before.getTime() + 91 * 86_400_000);
    const later = (await (await app.signIn('manager')).call(vulnerabilities.list, { query: { q: 'alpha' } })).body;
    expect(later.vulnerabilities.map((row) => [row.cveId, row.priority, row.dueOn, row.isOverdue])).toEqual([
      [exploited, 'act-now', '2026-11-29', true],
      [mild, 'soon', '2027-02-13', true],
    ]);
    app.clock.now = before;
  });

  it('show another site nothing', async () => {
    const reader = await app.signIn('reader');
    expect(await list({}, reader)).toMatchObject({ vulnerabilities: [], total: 0, all: 0, isReported: false });
  });
});

describe('the decision about an application', () => {
  const decide = async (type: string, name: string) => {
    const body = { siteApprovals: [{ channelTag: channelOf(name) }] };
    const calls = approvalCalls.site.app;
    const { previewToken } = (await manager.call(calls.preview, { params: { type }, body })).body;
    const made = await manager.call(calls.change, { params: { type }, body: { ...body, previewToken } });
    expect(made.status).toBe(200);
  };
  const states = async () =>
    Object.fromEntries((await list()).vulnerabilities.map((row) => [row.applicationName, row.decision?.state]));
  const undecided = async () =>
    (
      await manager.call(approvalCalls.site.app.list, { query: { isUndecided: 'true', isAtRisk: 'true' } })
    ).body.approvals.map((row) => row.name);
  /** What the dashboard says of them. */
  const onDashboard = async (by = manager) => {
    const config = { cards: [{ cardId: 'a', chart: 'do-first' as const }] };
    const [card] = (await by.call(dashboards.instant, { body: { config } })).body.cards;
    return card?.chart === 'do-first' ? card.undecided : undefined;
  };

  it('is No decision, Auto, Approved or Blocked, and is filtered by', async () => {
    expect(await states()).toEqual({ 'Alpha Editor': 'none', 'Bravo Player': 'none', 'Charlie Viewer': 'none' });
    expect(await undecided()).toEqual(['Alpha Editor', 'Bravo Player', 'Charlie Viewer']);
    expect(await onDashboard()).toBe(3);
    await decide('automate', 'Alpha Editor');
    await decide('block', 'Bravo Player');
    expect(await states()).toEqual({ 'Alpha Editor': 'auto', 'Bravo Player': 'blocked', 'Charlie Viewer': 'none' });
    expect(await undecided()).toEqual(['Charlie Viewer']);
    expect(await onDashboard()).toBe(1);
    expect(await names({ decision: 'none' })).toEqual([`${likely} Charlie Viewer`, `${mild} Charlie Viewer`]);
    expect(await names({ decision: 'blocked' })).toEqual([`${ransomware} Bravo Player`]);
    await decide('approve', 'Bravo Player');
    const [row] = (await list({ decision: 'approved' })).vulnerabilities;
    expect(row?.decision).toEqual({ state: 'approved', version: '3.0' });
  });

  it('is kept from who may not see approvals, filter included', async () => {
    await world.sql('update sites set is_patching_enabled = false');
    const reader = await app.signIn('manager');
    expect((await list({}, reader)).vulnerabilities.map((row) => row.decision)).toEqual(Array(5).fill(null));
    expect((await reader.call(vulnerabilities.list, { query: { decision: 'none' } })).status).toBe(403);
    expect(await onDashboard(reader)).toBeNull();
    await world.sql('update sites set is_patching_enabled = true');
  });
});
