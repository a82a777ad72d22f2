import type { applications } from '@patchkeep/contract/applications';
import type { approvalCalls } from '@patchkeep/contract/approvals';
import type { changelog } from '@patchkeep/contract/changelog';
import { wire } from '@patchkeep/contract/constants';
import { builtInConfig, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import type { DashboardData } from '@patchkeep/contract/dashboard-data';
import type { Dashboard, detached } from '@patchkeep/contract/dashboards';
import { type Answer, detachedBase, uiBase } from '@patchkeep/contract/endpoint';
import type { Report } from '@patchkeep/contract/reports';
import type { Handshake } from '@patchkeep/contract/session';
import fastify from 'fastify';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { sampleHandshake } from '../../apps/console/src/testkit/sample-handshake.ts';
import { consoleFiles, defaultConsoleDir } from '../../apps/server/src/platform/http/console-files.ts';
import { launchChromium } from './chromium.ts';
import { patienceMs } from './patience.ts';

export interface RecordedCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: unknown;
}
export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  delayMs?: number;
  /** No answer at all. */
  isLost?: boolean;
}
type Reaction = Reply | ((call: RecordedCall) => Reply);
/** Answers of the server by `METHOD /path`, as in `GET /ehlo`; a detached tab's by the whole path. */
export type Answers = Record<string, Reaction>;

export interface Scene extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  /** Every call the console made, in order. */
  calls: RecordedCall[];
  /** Changes what the server answers from now on. */
  answer(changes: Answers): void;
  /** What the page said against its own policy, and errors nobody caught. */
  complaints: string[];
  /** Another tab of the same browser. */
  tab(path?: string): Promise<Page>;
}

export interface Stage {
  url: string;
  browser: Browser;
  /** A fresh browser on a path, with a session as given. */
  open(
    path: string,
    given?: { handshake?: Partial<Handshake>; answers?: Answers; width?: number; height?: number; theme?: string },
  ): Promise<Scene>;
  stop(): Promise<void>;
}

const split = { ok: 0, eol: 0, insecure: 0, zeroday: 0, ignored: 0 };
const noApplications: Answer<typeof applications.list> = {
  applications: [],
  total: 0,
  nextCursor: null,
  totals: {
    hosts: 0,
    applications: 0,
    versions: 0,
    installations: 0,
    split,
    hostSplit: split,
    exploited: 0,
    countedAt: null,
  },
};
const noApprovals: Answer<typeof approvalCalls.site.app.list> = {
  approvals: [],
  below: [],
  total: 0,
  nextCursor: null,
  counts: { auto: 0, blocked: 0, 'up-to-date': 0, 'out-of-date': 0, disabled: 0 },
  revision: 0,
};
/** The dashboard of a site that arranged nothing, and its numbers before any host came. */
export const noDashboard: Dashboard = {
  dashboardUuid: defaultDashboardUuid,
  name: 'Dashboard',
  config: builtInConfig,
  isDefault: true,
  isPersonal: false,
  serialNumber: 0,
};
export const noNumbers: DashboardData = { cards: [], refreshMs: 60_000, at: '2026-11-15T12:00:00.000Z' };
export const screenHandshake: Answer<typeof detached.ehlo> = {
  dashboardUuid: defaultDashboardUuid,
  heading: 'Dashboard',
  siteName: 'Contoso DK',
  username: 'ana@contoso.example',
  expires: '2026-12-15T12:00:00.000Z',
  isUat: false,
};
const noReport: Report = {
  scope: 'site',
  customerName: 'Contoso',
  siteName: 'Contoso DK',
  from: '2026-10-01',
  until: '2026-10-31',
  isPartial: false,
  madeAt: '2026-11-15T12:00:00.000Z',
  madeBy: 'Ana',
  hosts: { active: 0, workstations: 0, servers: 0, dormant: 0 },
  risk: { knownSince: null, begin: null, end: null },
  issues: { opened: 0, fixed: 0, fixedInTime: 0, open: 0, rows: [] },
  updates: { verified: 0, security: 0, failed: 0, applications: [] },
  stillOpen: { exploited: 0, overdue: 0, vulnerabilities: [] },
  changes: 0,
  silent: { total: 0, hosts: [] },
  sites: [],
};
const aChangelog: Answer<typeof changelog.list> = {
  versions: [
    {
      version: '0.1.0',
      released: '2026-11-15',
      sections: [{ title: 'Added', entries: ['`npm run demo` serves the product with a year of history.'] }],
    },
  ],
};
/** A CVE that touches nobody; `$cveId` of a path stands for it. */
export const quietCve: Answer<typeof applications.cve> = {
  cveId: 'CVE-2026-1111',
  title: '',
  description: 'Nothing that is installed here.',
  published: '2026-11-03',
  modified: null,
  exploited: null,
  isRejected: false,
  isDisputed: false,
  epss: null,
  exposure: { hosts: 0, ignoredHosts: 0, byGroup: [] },
  software: [],
  windowsUpdates: [],
  scores: [],
  references: [],
  feeds: ['cve5'],
  decisions: [],
};

const defaults = (handshake: Handshake): Answers => {
  let current = handshake;
  return {
    // As the server does: the site that the call names, or the session's.
    'GET /ehlo': ({ headers }) => {
      const named = headers[wire.siteHeader];
      const site = current.sites.find(({ siteAccountUuid }) => siteAccountUuid === named);
      if (named === undefined || !current.currentSite) return { body: current };
      return { body: { ...current, currentSite: site ? { ...current.currentSite, ...site } : null } };
    },
    [`GET ${detachedBase}/ehlo`]: { body: screenHandshake },
    [`GET ${detachedBase}/dashboard/data`]: { body: { ...noDashboard, data: noNumbers } },
    'POST /logout': { body: {} },
    'POST /error': { body: {} },
    [`POST ${detachedBase}/error`]: { body: {} },
    'GET /login/options': {
      body: {
        passwordHashVersion: 1,
        isPasskeyOffered: false,
        isUat: handshake.isUat,
        isSignedIn: false,
      },
    },
    'POST /login/sso/ways': { body: { singleSignOn: null } },
    'GET /account/sso': { body: { offered: null, linked: [] } },
    'GET /events': { headers: { 'content-type': 'text/event-stream' }, body: 'retry: 600000\n\n' },
    // A site without hosts, groups and tags; journeys about those run on the real stack.
    'GET /hosts/counts': {
      body: {
        views: { active: 0, disabled: 0, dormant: 0, pending: 0, trash: 0 },
        licencesInUse: 0,
        hostLicenseCount: 4_000,
      },
    },
    'GET /hosts': { body: { hosts: [], total: 0, nextCursor: null } },
    'GET /dashboard': { body: { list: [noDashboard] } },
    'GET /system-dashboard': { body: { list: [noDashboard] } },
    'GET /system-dashboard/:id/data': { body: { ...noDashboard, data: noNumbers } },
    'GET /dashboard/:id/data': { body: { ...noDashboard, data: noNumbers } },
    'GET /report': { body: noReport },
    'GET /group': { body: { groups: [] } },
    'GET /tag': { body: { tags: [] } },
    'GET /applications': { body: noApplications },
    ...Object.fromEntries(
      ['site', 'system'].flatMap((level) => [
        [`GET /${level}-approvals`, { body: noApprovals }],
        [`GET /${level}-wua-approvals`, { body: noApprovals }],
      ]),
    ),
    'GET /goal': { body: { goals: [], nextCursor: null } },
    'GET /host-targets': { body: { targets: [], nextCursor: null } },
    'GET /channel-info': { body: { channelInfos: [], total: 0, nextCursor: null } },
    'GET /package-activities': { body: { activities: [], older: null } },
    'GET /win-update-package-activities': { body: { activities: [], older: null } },
    'GET /package': { body: { packages: [], total: 0, nextCursor: null } },
    'GET /package-summary': {
      body: {
        packager: { state: 'never', answered: null, silentSince: null, mode: null, providers: [] },
        applications: 0,
        ready: 0,
        byState: {},
      },
    },
    'GET /ignore-rule': { body: { ignoreRules: [] } },
    'GET /win-update-list': { body: { updates: [], total: 0, nextCursor: null, hostsReporting: 0 } },
    'GET /customer-settings': {
      body: { ...handshake.customerSettings, isSiteRedirect: false, licencesInUse: 0, serialNumber: 1 },
    },
    'GET /feeds': { body: { feeds: [], mode: 'fetch', catalogRevision: 1, hasStaleFeed: false } },
    'GET /changelog': { body: aChangelog },
    'GET /correction': { body: { corrections: [] } },
    'GET /search': { body: { hosts: [], applications: [], cves: [] } },
    [`GET /cve-info/${quietCve.cveId}`]: { body: quietCve },
    'GET /configuration': { body: { installTokens: [] } },
    'GET /agent-package': { body: { agentPackages: [] } },
    'GET /agent-settings': {
      body: {
        daysOfWeek: 127,
        hour: 13,
        minute: 55,
        currentVersion: '0.1.0',
        serialNumber: 1,
        isAcceptanceRequired: false,
        openApplication: 'install',
        closeSeconds: 0,
      },
    },
    'PATCH /site/:id/select': ({ path }) => {
      const site = current.sites.find(({ siteAccountUuid }) => path.includes(siteAccountUuid));
      if (!site || !current.currentSite) return { status: 404, body: { code: 404 } };
      current = { ...current, currentSite: { ...current.currentSite, ...site } };
      return { body: { currentSite: current.currentSite } };
    },
  };
};

const nameOf = (method: string, path: string) =>
  `${method} ${path.replace(/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '/:id')}`;

const fulfil = async (route: Route, reply: Reply): Promise<void> => {
  if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  if (reply.isLost) return route.abort();
  const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
  await route.fulfill({
    status: reply.status ?? 200,
    headers: { 'content-type': 'application/json', [wire.versionHeader]: '1.0.0', ...reply.headers },
    body,
  });
};

/** The built console under its real policy, with a network that answers what a test says. */
export const startStage = async (): Promise<Stage> => {
  const app = fastify();
  consoleFiles(app, defaultConsoleDir);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchChromium();

  const open: Stage['open'] = async (path, given = {}) => {
    const { width = 1280, height = 720, theme } = given;
    const context = await browser.newContext({
      baseURL: url.replace('127.0.0.1', 'localhost'),
      viewport: { width, height },
      timezoneId: 'Europe/Copenhagen',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patienceMs);
    // Only where nothing is chosen yet: the script runs again on every load, and the page may choose.
    if (theme) await context.addInitScript(`localStorage['patchkeep.theme'] ??= '${theme}'`);
    const answers = { ...defaults(sampleHandshake(given.handshake)), ...given.answers };
    const calls: RecordedCall[] = [];
    const complaints: string[] = [];
    await context.route(/\/api\/(corporate|dashboard)\/ui\//, async (route) => {
      const request = route.request();
      const address = new URL(request.url());
      const one: RecordedCall = {
        method: request.method(),
        path: address.pathname.replace(uiBase, ''),
        query: address.searchParams,
        headers: request.headers(),
        body: request.postDataJSON() as unknown,
      };
      calls.push(one);
      const answer = answers[nameOf(one.method, one.path)] ?? { status: 404, body: { code: 404 } };
      await fulfil(route, typeof answer === 'function' ? answer(one) : answer).catch(() => undefined);
    });
    const watch = (page: Page) => {
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (/content security policy|trusted ?(type|script|html)/i.test(message.text()))
          complaints.push(message.text());
      });
    };
    const tab = async (to = path) => {
      const page = await context.newPage();
      watch(page);
      await page.goto(to);
      return page;
    };
    const page = await tab();
    return {
      context,
      page,
      calls,
      complaints,
      tab,
      answer: (changes) => void Object.assign(answers, changes),
      [Symbol.asyncDispose]: () => context.close(),
    };
  };

  return {
    url,
    browser,
    open,
    stop: async () => {
      await browser.close();
      await app.close();
    },
  };
};
