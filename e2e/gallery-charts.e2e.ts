import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gallery, startGallery } from './support/gallery.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

const focused = (page: Page) => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''");
const chart = (page: Page, name: string) =>
  page.getByRole('group', { name: `${name}: arrow keys go from part to part`, exact: true });

test('every part is within reach of the arrow keys, says its value and leads somewhere', () =>
  gallery.walk({}, async (page) => {
    const week = chart(page, 'A week');
    await week.locator('[tabindex="0"]').focus();
    await expect.poll(() => week.locator('[tabindex="0"]').count()).toBe(1);
    await expect.poll(() => focused(page)).toBe('15 November (so far), Ok: 9\u202f752');
    const heard = new Set<string>();
    for (let day = 0; day < 7; day += 1) {
      for (let status = 0; status < 4; status += 1) {
        heard.add(await focused(page));
        await page.keyboard.press('ArrowUp');
      }
      for (let status = 0; status < 4; status += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowLeft');
    }
    expect(heard.size).toBe(28);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#eol-6$/);
  }));

test('more than 14 periods become lines, named where they end; updates stay columns with their totals [DASH-03]', () =>
  gallery.walk({}, async (page) => {
    await expect.poll(() => chart(page, 'A week').locator('polyline').count()).toBe(0);
    await expect.poll(() => chart(page, 'A month').locator('polyline').count()).toBe(4);
    await expect
      .poll(() =>
        chart(page, 'A month')
          .locator('text', { hasText: /^Insecure/ })
          .count(),
      )
      .toBe(1);
    await expect.poll(() => chart(page, 'Updates').locator('polyline').count()).toBe(0);
    await expect.poll(() => chart(page, 'Updates').locator('text', { hasText: /^160$/ }).count()).toBe(1);
  }));
