import { homeTitle, pages } from '@patchkeep/rules/pages';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from '../signed-in.ts';

/** A link whose words hold a whole number: 14, 1 204, "3 updates failed". */
export interface NumberLink {
  href: string;
  text: string;
  number: number;
}

const addressOf = (href: string): URL => new URL(href.slice(href.indexOf('#') + 1), 'http://console');

const titleAt = (href: string): string => {
  const { pathname } = addressOf(href);
  if (pathname === '/') return homeTitle;
  return (
    Object.entries(pages).find(([path]) => path.replace('$cveId', '') === pathname.replace(/CVE-[\d-]+$/, ''))?.[1]
      .title ?? ''
  );
};

/** Waits until a page stands with all of its lists and cards. */
const hasCome = async (page: Page, href: string): Promise<void> => {
  await page
    .getByRole('heading', { level: 1, name: titleAt(href) })
    .first()
    .waitFor();
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
  await settled(page);
};

/** Opens an address as a new tab would: nothing that was fetched before is shown. */
export const openWhole = async (page: Page, href: string): Promise<void> => {
  await page.goto('about:blank');
  const fetched = page.waitForResponse(/\/ehlo/);
  await page.goto(`/${href.slice(href.indexOf('#'))}`);
  await fetched;
  await hasCome(page, href);
};

const neutralPage = '#/changelog';

/** Goes to an address as a click does, past a page without a list, so that no row of the page before is counted. */
export const follow = async (page: Page, href: string): Promise<void> => {
  for (const next of [neutralPage, href.slice(href.indexOf('#'))]) {
    await page.evaluate(`location.hash = ${JSON.stringify(next)}`);
    await hasCome(page, next);
  }
};

/**
 * The links of a page with a number. Those to one period are taken together, because their numbers are parts of one
 * list: the regular and the security updates of a day. The name of a row is left out, it may hold a number of its own: Java 8.
 */
export const linksOf = async (page: Page): Promise<{ numbers: NumberLink[]; addresses: string[] }> => {
  const links = await page.evaluate<{ href: string; text: string; isName: boolean }[]>(`
    [...document.querySelectorAll('main a[href*="#/"]')].map((link) => ({
      href: link.getAttribute('href'),
      text: link.getAttribute('aria-label') ?? link.textContent,
      isName: link.closest('th[scope="row"], [role="rowheader"]') !== null,
    }))`);
  const numbers = links.flatMap(({ href, text, isName }) => {
    const words = text.replaceAll('\u202f', '').split(/[\s:]+/u);
    const last = words.findLast((word) => /^\d+$/.test(word));
    // A change set is named by what it holds: "12 changes at 3 scopes".
    const isTitle = isName || addressOf(href).searchParams.has('change');
    return isTitle || last === undefined ? [] : [{ href, text: text.trim(), number: Number(last) }];
  });
  const ofPeriods = Map.groupBy(
    numbers.filter(({ href }) => isPeriod(href)),
    ({ href }) => href,
  );
  const sums = [...ofPeriods.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, number: others.reduce((sum, { number }) => sum + number, first.number) }] : [],
  );
  // A number that stands twice on a page, as in a table and in a comparison above it, is one number.
  const others = numbers.filter(({ href }) => !isPeriod(href));
  const single = new Map(others.map((each) => [`${each.href} ${each.text}`, each]));
  return {
    numbers: [...sums, ...single.values()],
    addresses: links.map(({ href }) => href),
  };
};
const isPeriod = (href: string) => addressOf(href).searchParams.has('startTime');

const table = (page: Page) => page.locator('main table:not(figure table)').first();

/** The rows of the list of a page, all of them: what came first, and what is older. */
const countRows = async (page: Page): Promise<number> => {
  const older = page.getByRole('button', { name: 'Load older' });
  while ((await older.count()) > 0) {
    const before = await table(page).locator('tbody tr').count();
    await older.click();
    await expect.poll(() => table(page).locator('tbody tr').count()).toBeGreaterThan(before);
    await settled(page);
  }
  if ((await table(page).count()) === 0) return 0;
  const told = await table(page).getAttribute('aria-rowcount');
  return told === null || told === '-1' ? table(page).locator('tbody tr').count() : Number(told) - 1;
};

/** What the rows of a list say in one column, added up over all of its pages. */
const addUp = async (page: Page, column: string, numberIn: RegExp): Promise<number> => {
  const heads = await table(page).locator('thead th').allTextContents();
  const place = heads.findIndex((head) => head.trim() === column);
  expect(place, `column ${column} of ${heads.join(', ')}`).toBeGreaterThanOrEqual(0);
  let sum = 0;
  for (;;) {
    for (const text of await table(page)
      .locator(`tbody tr > :nth-child(${place + 1})`)
      .allInnerTexts())
      sum += Number(numberIn.exec(text.replaceAll('\u202f', ''))?.[1] ?? 0);
    const next = page.getByRole('button', { name: 'Next page' });
    if ((await next.count()) === 0 || (await next.isDisabled())) return sum;
    await next.click();
    await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
    await settled(page);
  }
};

const words = { ok: 'Ok', eol: 'EoL', insecure: 'Insecure', zeroday: '0-Day' } as Record<string, string>;

/** How many the page that a link opens shows of what the link counts. */
export const countBehind = async (page: Page, { href, text }: NumberLink, open: typeof follow): Promise<number> => {
  await open(page, href);
  const { pathname, searchParams } = addressOf(href);
  const [status, mark] = [searchParams.get('status'), searchParams.get('mark')];
  if (isPeriod(href)) {
    const applications = await countRows(page);
    await open(page, `${href}&kind=wua`);
    return applications + (await countRows(page));
  }
  if (!pathname.endsWith('/applications') || searchParams.has('fix')) return countRows(page);
  // Dashboards count an application once for each host that has it, as the columns of the list do.
  const isStated = (stated: string) => page.getByRole('main').getByText(stated).first().waitFor();
  if (status !== null) {
    const sum = await addUp(page, 'Hosts by status', new RegExp(`${words[status] ?? ''} (\\d+)`));
    await isStated(`${words[status] ?? ''} ${sum}`);
    return sum;
  }
  if (mark === 'exploited') return addUp(page, 'Flags', /(\d+)/);
  return text.startsWith('Installations') ? addUp(page, 'Installations', /(\d+)/) : countRows(page);
};
