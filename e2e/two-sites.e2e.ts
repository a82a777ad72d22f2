import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { furnishOffice } from './support/office-fleet.ts';
import { goTo, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

/** Random acts in both tabs together; `npm run proofs -- two-sites` makes a thousand. */
const isWhole = process.env['FULL_SIZE'] === '1';
const actCount = isWhole ? 1_000 : 30;
const timeout = isWhole ? 7_200_000 : 600_000;
/** The site whose hosts have applications to decide about, and another one. */
const sites = ['Contoso Danmark', 'Contoso Deutschland'] as const;
const applications = ['7-Zip', 'Google Chrome', 'PuTTY'] as const;

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  const administrator = await signInAsAdministrator(stack.url);
  await furnishOffice(stack, administrator);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

interface Tab {
  page: Page;
  site: (typeof sites)[number];
  /** Applications with a pending change, which only this tab has. */
  pending: Set<string>;
}

const shows = (page: Page, site: string) => page.getByRole('button', { name: site, exact: true }).waitFor();
const pendingBar = (page: Page) => page.getByRole('region', { name: 'Pending changes' });
const expectPending = async ({ page, pending }: Tab) => {
  await goTo(page, '/patching/approvals', 'Approvals');
  await page.getByRole('rowheader', { name: /^7-Zip/ }).waitFor();
  if (pending.size === 0) await expect.poll(() => pendingBar(page).count()).toBe(0);
  else
    await pendingBar(page)
      .getByText(`${pending.size} change${pending.size === 1 ? '' : 's'} pending`)
      .waitFor();
};

const acts = {
  /** A write. `made` remembers in which site it must be found. */
  async makeTag({ page, site }: Tab, number: number, made: Map<string, string>) {
    await goTo(page, '/tags', 'Tags');
    const name = `Tag ${number}`;
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Make tag' }).click();
    await page.getByRole('rowheader', { name, exact: true }).waitFor();
    made.set(name, site);
  },
  async decide(tab: Tab, number: number) {
    if (tab.site !== sites[0]) return;
    await expectPending(tab);
    const name = applications[number % applications.length] ?? '';
    if (tab.pending.has(name)) return;
    const row = tab.page
      .getByRole('row')
      .filter({ has: tab.page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
    await row.getByRole('button', { name: /^Decide on/ }).click();
    await tab.page.getByRole('menuitem', { name: /^Block/ }).click();
    tab.pending.add(name);
    await expectPending(tab);
  },
  async reload({ page, site }: Tab) {
    // An address that a test typed without a site gets it a moment later.
    await page.waitForURL(/[?&]site=/);
    await page.reload();
    await shows(page, site);
  },
  async switchSite(tab: Tab) {
    const to = tab.site === sites[0] ? sites[1] : sites[0];
    await tab.page.getByRole('button', { name: tab.site, exact: true }).click();
    await tab.page.getByRole('menuitem', { name: to, exact: true }).click();
    await shows(tab.page, to);
    tab.site = to;
  },
  async look(tab: Tab) {
    await goTo(tab.page, '/hosts', 'Hosts');
    if (tab.site === sites[0]) await expectPending(tab);
  },
};
const actNames = Object.keys(acts) as (keyof typeof acts)[];

/**
 * The session ends in the middle of something: signing in leads back to the page, with what was not applied. The other
 * tab may have noticed meanwhile that the session was over, and is loaded anew.
 */
const expire = async (tab: Tab, other: Tab) => {
  await tab.page.context().clearCookies();
  await tab.page.goto('/#/tags');
  await tab.page.waitForURL(/#\/tags\?site=/);
  await tab.page.reload();
  await tab.page.waitForURL(/\/login#\/tags\?site=/);
  await tab.page.getByLabel('E-mail address').fill(demoAdmin);
  await tab.page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  await shows(tab.page, tab.site);
  await acts.reload(other);
};

it(
  'two tabs on two sites: every write lands in the site that its tab shows, and no pending change is lost',
  { timeout },
  async () => {
    await using signed = await signedIn(browser, stack.url);
    const tabs: [Tab, Tab] = [
      { page: signed.page, site: sites[0], pending: new Set() },
      { page: await signed.context.newPage(), site: sites[0], pending: new Set() },
    ];
    for (const { page } of tabs) {
      await goTo(page, '/tags', 'Tags');
      await shows(page, sites[0]);
    }
    await acts.switchSite(tabs[1]);
    await acts.decide(tabs[0], 0);
    const made = new Map<string, string>();
    const chosen = fc.sample(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(...actNames)), actCount);
    for (const [number, [which, act]] of chosen.entries()) {
      if (number === Math.floor(actCount / 2)) await expire(...tabs);
      await acts[act](tabs[which === 0 ? 0 : 1], number, made);
    }
    for (const tab of tabs) {
      if (tab.site !== sites[0]) await acts.switchSite(tab);
      await expectPending(tab);
    }
    expect(tabs[0].pending.size).toBeGreaterThan(0);
    const rows = await stack.sql(
      `select t.name, s.name as site from tags t join sites s on s.site_id = t.site_id where t.name like 'Tag %'`,
    );
    expect(made.size).toBeGreaterThan(2);
    expect(new Map(rows.map(({ name, site }) => [name, site]))).toEqual(made);
  },
);
