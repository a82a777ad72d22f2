import { text as readText } from 'node:stream/consumers';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { furnishOffice } from './support/office-fleet.ts';
import { patienceMs } from './support/patience.ts';
import { type Stack, startStack } from './support/stack.ts';

/* The day of three people, each once with the mouse and once without one. */

const auditor = 'auditor@contoso.example';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  await furnishOffice(stack, await signInAsAdministrator(stack.url));
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** How somebody does things: with the mouse, or with keys alone. */
interface Hand {
  page: Page;
  /** Presses a button or follows a link. */
  press: (target: Locator) => Promise<void>;
  /** Writes into a field. */
  write: (target: Locator, text: string) => Promise<void>;
  /** Chooses from an open menu. */
  choose: (item: Locator) => Promise<void>;
  /** Opens the row of a list, or what can be done with it. */
  open: (row: Locator, act?: RegExp) => Promise<void>;
}

const mouse = (page: Page): Hand => ({
  page,
  press: (target) => target.click(),
  write: async (target, text) => {
    await target.click();
    await page.keyboard.type(text);
  },
  choose: (item) => item.click(),
  open: (row, act) => (act ? row.getByRole('button', { name: act }) : row.getByRole('cell').last()).click(),
});

/** Whether the focus is on the target, or inside it: a row has it while one of its buttons has. */
const isFocused = async (target: Locator): Promise<boolean> =>
  (await target.and(target.page().locator(':focus')).or(target.locator(':focus')).count()) > 0;

/** Presses Tab until the target has the focus: a target that Tab does not reach cannot be used without a mouse. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < 150; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
};

const arrowTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows do not reach ${String(target)}`);
};

const keyboard = (page: Page): Hand => ({
  page,
  press: async (target) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  },
  write: async (target, text) => {
    await tabTo(page, target);
    await page.keyboard.type(text);
  },
  choose: async (item) => {
    await arrowTo(page, item);
    await page.keyboard.press('Enter');
  },
  open: async (row) => {
    await tabTo(page, page.getByRole('main').locator('tbody tr[tabindex="0"]').first());
    await arrowTo(page, row);
    await page.keyboard.press('Enter');
  },
});

/** Opens the login page in a browser of its own, and signs in. */
const signIn = async (hand: (page: Page) => Hand, username: string): Promise<Hand & AsyncDisposable> => {
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 1280, height: 720 },
    timezoneId: 'Europe/Copenhagen',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto('/login');
  const own = hand(page);
  await own.write(page.getByLabel('E-mail address'), username);
  await own.write(page.getByLabel('Password', { exact: true }), demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  return { ...own, [Symbol.asyncDispose]: () => context.close() };
};

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const rowOf = (page: Page, name: RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const why = (page: Page) => page.getByRole('complementary', { name: /^Why\?/ });
const pendingBar = (page: Page) => page.getByRole('region', { name: 'Pending changes' });
const downloaded = async (page: Page, save: () => Promise<void>): Promise<string> => {
  const coming = page.waitForEvent('download');
  await save();
  return readText(await (await coming).createReadStream());
};

const hands = [
  ['the mouse', mouse],
  ['keys alone', keyboard],
] as const;

describe.each(hands)('an administrator with %s', (_with, hand) => {
  it('finds what presses, learns why a host does not get it, decides, looks at the preview and takes it back', async () => {
    await using own = await signIn(hand, demoAdmin);
    const { page, press } = own;
    await press(
      page.getByRole('region', { name: 'Needs you today' }).getByRole('link', { name: /exploited and ha(s|ve) a fix/ }),
    );
    await heading(page, 'Applications');
    await press(
      rowOf(page, /^7-Zip/)
        .getByRole('link', { name: /^\d+$/ })
        .first(),
    );
    await heading(page, 'Hosts');
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: /^LT-CPH-/ })
        .first(),
    );
    await heading(page, /LT-CPH-/);
    await press(page.getByRole('button', { name: /Why\? 7-Zip$/ }));
    await why(page)
      .getByText(/nobody|nothing is decided/i)
      .first()
      .waitFor();
    await press(why(page).getByRole('link', { name: 'Open approvals' }));
    await heading(page, 'Approvals');
    await own.open(rowOf(page, /^7-Zip/).first(), /^Decide on/);
    await own.choose(page.getByRole('menuitem', { name: /^Automate/ }));
    await press(pendingBar(page).getByRole('button', { name: 'Review' }));
    await press(page.getByRole('dialog').getByRole('button', { name: /\bhosts?$/ }));
    await expect.poll(() => rowOf(page, /^7-Zip/).textContent()).toContain('Auto');
    await press(page.getByRole('link', { name: /^Changes/ }));
    await own.open(
      page
        .getByRole('row')
        .filter({ hasText: /Automate.*7-Zip/ })
        .first(),
    );
    await press(page.getByRole('button', { name: 'Take back...' }));
    await press(page.getByRole('button', { name: /Take back 1.decision/ }));
    await press(page.getByRole('link', { name: /^Approvals/ }).last());
    await expect.poll(() => rowOf(page, /^7-Zip/).textContent()).toContain('No Default');
  });
});

describe.each(hands)('a provider with %s', (_with, hand) => {
  it('finds the site that is worst off, compares it with another, goes there, and takes its report along', async () => {
    await using own = await signIn(hand, demoAdmin);
    const { page, press } = own;
    await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'System Dashboard' }));
    await heading(page, 'System Dashboard');
    const sites = page.getByRole('figure', { name: /^Sites / });
    await expect.poll(() => sites.getByRole('rowheader').first().textContent()).toContain('Contoso Danmark');
    await own.write(sites.getByRole('searchbox', { name: 'Find a site' }), 'danmark');
    await expect.poll(() => sites.getByRole('rowheader').count()).toBe(1);
    await press(sites.getByRole('link', { name: 'Compare two sites' }));
    await page.getByRole('region', { name: 'Compare two sites' }).getByRole('table').waitFor();
    await press(page.getByRole('button', { name: 'Close the comparison' }));
    await press(sites.getByRole('button', { name: 'Contoso Danmark', exact: true }));
    await heading(page, 'Dashboard');
    await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Report' }));
    await heading(page, 'Report');
    const csv = await downloaded(page, () => press(page.getByRole('button', { name: 'Download CSV' })));
    expect(csv).toContain('Section,Item,Measure,Value');
  });
});

describe.each(hands)('an auditor with %s', (_with, hand) => {
  it('reads what is open, the evidence, who decided what, and takes it along; nothing offers to change anything', async () => {
    await using own = await signIn(hand, auditor);
    const { page, press } = own;
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await press(navigation.getByRole('link', { name: 'Vulnerabilities' }));
    await heading(page, 'Vulnerabilities');
    const csv = await downloaded(page, async () => {
      await press(page.getByRole('button', { name: 'Export' }));
      await own.choose(page.getByRole('menuitem', { name: /^CSV/ }));
    });
    expect(csv).toContain('CVE-2026-90001');
    await press(page.getByRole('main').getByRole('link', { name: 'CVE-2026-90001' }).first());
    await heading(page, /CVE-2026-90001/);
    await press(navigation.getByRole('link', { name: 'Approvals' }));
    await heading(page, 'Approvals');
    await rowOf(page, /^7-Zip/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Decide on/ }).count()).toBe(0);
    // What the administrator did this morning, with the name of whoever it was, and no way to take it back.
    await press(page.getByRole('link', { name: /^Changes/ }));
    await own.open(
      page
        .getByRole('row')
        .filter({ hasText: /^(?!Take back).*Automate.*7-Zip/ })
        .first(),
    );
    const change = page.getByRole('complementary', { name: /7-Zip/ });
    await change.getByText('Ana Lindqvist').first().waitFor();
    await expect.poll(() => change.getByRole('button', { name: 'Take back...' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await press(navigation.getByRole('link', { name: 'Hosts' }));
    await heading(page, 'Hosts');
    await expect.poll(() => page.getByRole('button', { name: 'Add hosts' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('main').getByRole('checkbox').count()).toBe(0);
  });
});
