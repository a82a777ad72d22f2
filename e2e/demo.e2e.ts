import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applications } from '@patchkeep/contract/applications';
import { builtInConfig, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import { dashboards } from '@patchkeep/contract/dashboards';
import { feeds } from '@patchkeep/contract/feeds';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { reports } from '@patchkeep/contract/reports';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { vulnerabilities } from '@patchkeep/contract/vulnerabilities';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { printFigure } from '../apps/server/src/testkit/print-figure.ts';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { crawl, type Crawled } from './support/crawler/crawl.ts';
import { patienceMs } from './support/patience.ts';
import { signedIn } from './support/signed-in.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const kept = mkdtempSync(join(tmpdir(), 'patchkeep-demo-kept-'));
// As root, PostgreSQL runs under another account, which must be able to walk in.
chmodSync(kept, 0o755);

interface Running {
  process: ChildProcess;
  said(): string;
  url: string;
  logins: string[];
}
let demo: Running;
let begun: ChildProcess | undefined;

/** Half a minute alone; beside another journey on a busy machine it has been four times that. */
const startsWithinMs = 280_000;
const [command = '', ...args] = 'npm run demo -- --hosts 60 --days 40'.split(' ');

/** The demo with a small fleet and some weeks, until it has printed where it is. */
const start = async (): Promise<Running> => {
  const child = spawn(command, args, {
    cwd: repository,
    env: { ...process.env, PATCHKEEP_DEMO_DIR: kept },
    detached: true,
  });
  begun = child;
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()));
  await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`npm run demo said only:\n${text}`);
      return text.includes('Ctrl+C');
    },
    { timeout: startsWithinMs, interval: 100 },
  );
  const url = /Patchkeep is at +(\S+)/.exec(text)?.[1] ?? '';
  const logins = [...text.matchAll(/Sign in as +(\S+)/g)].map(([, login]) => login ?? '');
  return { process: child, said: () => text, url, logins };
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  // Ctrl+C reaches everything in the terminal's foreground, not npm alone.
  process.kill(-child.pid, 'SIGINT');
  await ended;
};

beforeAll(async () => {
  demo = await start();
}, startsWithinMs + 10_000);
afterAll(async () => {
  if (begun) await stop(begun);
  rmSync(kept, { recursive: true, force: true });
});

const cardOf = <C extends CardData['chart']>(cards: readonly CardData[], chart: C): CardData & { chart: C } => {
  const found = cards.find((card): card is CardData & { chart: C } => card.chart === chart);
  if (!found) throw new Error(`No card ${chart}`);
  return found;
};

const byName = (rows: [name: string, count: number][]) => rows.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** What the cards of a site show, in the words of the pages they lead to; and what those pages show. */
const bothOf = async ({ call }: Administrator) => {
  const { data } = await call(dashboards.data, { params: { id: defaultDashboardUuid } });
  const { counts } = cardOf(data.cards, 'summary-table');
  const { pie } = cardOf(data.cards, 'vuln-status-pie');
  const now = cardOf(data.cards, 'apps-bar').points.at(-1);
  const { total: silent } = cardOf(data.cards, 'silent-hosts');
  const first = cardOf(data.cards, 'do-first').entries.filter(({ kind }) => kind === 'exploited');
  const query = { limit: 200, sort: 'name', order: 'asc', isExploited: 'true' } as never;
  const exploited = (await call(applications.list, { query })).applications;
  const totals = await call(applications.totals, {});
  const report = await call(reports.read, { query: {} });
  const openNow = async (filter: { isExploited?: 'true'; isOverdue?: 'true' }) =>
    (await call(vulnerabilities.list, { query: { limit: 1, ...filter } })).total;
  const { views, licencesInUse } = await call(hosts.counts, {});
  const tree = await call(groups.list, {});
  const { ok, eol, insecure, zeroday: zeroDay } = totals.split;
  const split = { ok, eol, insecure, zeroDay };
  return {
    shown: {
      summary: {
        hosts: counts.countActiveAgents,
        licences: counts.countAgents,
        groups: counts.countGroups,
        products: counts.countChannelTags,
        versions: counts.countChannelTagVersions,
        installations: counts.countTotal,
      },
      statuses: {
        ok: counts.countOkNotZeroDayNotEoL,
        eol: counts.countEoLNotZeroDayNotInsecure,
        insecure: counts.countInsecureNotZeroDay,
        zeroDay: counts.countZeroDay,
      },
      pie: { ok: pie.ok, eol: pie.eol, insecure: pie.insecure, zeroDay: pie.zeroDay },
      today: now && { ok: now.ok, eol: now.eol, insecure: now.insecure, zeroDay: now.zeroDay },
      silent,
      exploited: byName(first.map(({ name, hosts: count }) => [name, count])),
      report: {
        hosts: report.hosts.active,
        silent: report.hosts.dormant,
        exploited: report.stillOpen.exploited,
        overdue: report.stillOpen.overdue,
      },
    },
    pages: {
      summary: {
        hosts: views.active,
        licences: licencesInUse,
        groups: tree.groups.length,
        products: totals.applications,
        versions: totals.versions,
        installations: totals.installations,
      },
      statuses: split,
      pie: split,
      today: split,
      silent: views.dormant,
      exploited: byName(
        exploited.flatMap(({ name, fixableHosts, exploitedHosts }) =>
          fixableHosts > 0 ? [[name, exploitedHosts]] : [],
        ),
      ),
      report: {
        hosts: views.active,
        silent: views.dormant,
        exploited: await openNow({ isExploited: 'true' }),
        overdue: await openNow({ isOverdue: 'true' }),
      },
    },
  };
};

const everySite = async (look: (administrator: Administrator, siteName: string) => Promise<void>): Promise<number> => {
  let seen = 0;
  for (const login of demo.logins) {
    const administrator = await signInAsAdministrator(demo.url, login);
    const { sites: all } = await administrator.call(session.ehlo);
    for (const { siteAccountUuid, siteName } of all) {
      await administrator.call(sites.select, { params: { id: siteAccountUuid } });
      await administrator.call(session.ehlo);
      await look(administrator, siteName);
      seen += 1;
    }
  }
  return seen;
};

const isWhole = process.env['FULL_SIZE'] !== undefined;
/** Three sites and all of their links take the better part of an hour. */
const timeout = isWhole ? 7_200_000 : 600_000;

describe('npm run demo', () => {
  it('says where it is and who lives there, and every number of every card equals its page at all twelve sites', async () => {
    expect(demo.logins).toHaveLength(3);
    const seen = await everySite(async (administrator, siteName) => {
      // The fleet lives on: a count may fall between two answers, and the next look is at one count again.
      await vi.waitFor(
        async () => {
          const { shown, pages } = await bothOf(administrator);
          expect({ siteName, ...shown }).toEqual({ siteName, ...pages });
          expect(pages.summary.installations).toBeGreaterThan(0);
        },
        { timeout: patienceMs, interval: 500 },
      );
    });
    expect(seen).toBe(12);
  });

  it('has weeks behind it: how things stood, and updates that were verified', async () => {
    const config = { cards: builtInConfig.cards.map((card) => ({ ...card, periodUnit: 'week' as const })) };
    let updates = 0;
    await everySite(async ({ call }) => {
      const { cards } = await call(dashboards.instant, { body: { config } });
      const { points } = cardOf(cards, 'apps-bar');
      expect(points.length).toBeGreaterThanOrEqual(6);
      expect(points.every(({ total }) => total > 0)).toBe(true);
      for (const { upgrades, securityUpgrades } of cardOf(cards, 'updates-bar').points)
        updates += upgrades + securityUpgrades;
    });
    expect(updates).toBeGreaterThan(0);
  });

  it('leads from every number that is a link to as many rows as it says', { timeout }, async () => {
    const found: Record<string, Crawled> = {};
    await using browser = await launchChromium();
    // Each customer has an administrator, whose first site is looked at.
    for (const login of isWhole ? demo.logins : demo.logins.slice(0, 1)) {
      await using tab = await signedIn(browser, demo.url, login);
      found[login] = await crawl(tab.page, isWhole ? { perShape: 3, sample: 200 } : { perShape: 1, sample: 1 });
    }
    const all = Object.values(found);
    expect(all.flatMap(({ differences }) => differences)).toEqual([]);
    for (const { pages, followed } of all) {
      expect(pages.length).toBeGreaterThan(20);
      expect(followed).toBeGreaterThan(20);
    }
    const followed = all.reduce((sum, each) => sum + each.followed, 0);
    printFigure(`numbers: ${followed} links followed in ${all.length} sites, 0 differences`);
  });

  it('keeps its data: a second start lives through nothing', async () => {
    await stop(demo.process);
    demo = await start();
    expect(demo.said()).toContain('As it was left: 60 hosts');
    expect(demo.said()).not.toContain('Living through');
    expect(await everySite(async () => undefined)).toBe(12);
    // Its feeds are as fresh as on the first day: nobody is warned of what a demo does not have.
    const { call } = await signInAsAdministrator(demo.url, demo.logins[0]);
    const { feeds: listed, hasStaleFeed } = await call(feeds.list, {});
    expect([hasStaleFeed, listed.filter(({ state }) => state === 'fresh').length]).toEqual([false, 5]);
  });
});
