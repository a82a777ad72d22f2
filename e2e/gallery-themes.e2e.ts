import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { type Gallery, type Look, startGallery, themes } from './support/gallery.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

const row = (page: Page, index: number) =>
  page.getByRole('table', { name: 'Hosts', exact: true }).locator(`[data-row="${index}"]`);

const withGallery = (look: Look, walk: (page: Page) => Promise<void>) => gallery.walk(look, walk);

describe.each(themes)('in the %s theme', (theme) => {
  test('axe finds nothing, with layers open too', () =>
    withGallery({ theme }, async (page) => {
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Preview a block' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Site: Contoso DK' }).click();
      await page.getByRole('menu').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Show an error' }).click();
      await row(page, 2).focus();
      await page.keyboard.press('Shift+Enter');
      await page.getByRole('complementary', { name: 'SRV-ERP-01' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
    }));
});

// The pictures a reviewer compares with are drawn anew by asking for them, and then looked at.
test.runIf(isDrawing).each(themes)('the picture of the %s theme is kept', (theme) =>
  gallery.walk({ theme }, async (page) => {
    await page.setViewportSize({ width: 1280, height: 1300 });
    const picture = await page.screenshot({ path: pictureFile(`gallery-${theme}`), animations: 'disabled' });
    expect(picture.length).toBeLessThan(300_000);
  }),
);

test.each([320, 1280])('at %i px nothing scrolls sideways outside a table', (width) =>
  withGallery({ width }, async (page) => {
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
  }),
);

describe('without a theme of their own', () => {
  const canvas = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

  test.each<[string, Look, string]>([
    ['a light system', { wishes: { colorScheme: 'light' } }, 'rgb(245, 247, 250)'],
    ['a dark system', { wishes: { colorScheme: 'dark' } }, 'rgb(14, 18, 23)'],
    ['a system that wants more contrast', { wishes: { colorScheme: 'light', contrast: 'more' } }, 'rgb(0, 0, 0)'],
    ['a choice made here', { theme: 'light', wishes: { colorScheme: 'dark', contrast: 'more' } }, 'rgb(245, 247, 250)'],
  ])('%s decides', (_name, look, expected) =>
    withGallery({ theme: 'system', ...look }, async (page) => {
      await expect.poll(() => canvas(page)).toBe(expected);
    }),
  );

  test('forced colours keep every status told by border, icon and word', () =>
    withGallery({ wishes: { forcedColors: 'active' } }, async (page) => {
      const badge = row(page, 1).getByText('Insecure 4').locator('..');
      await expect.poll(() => badge.locator('svg').count()).toBe(1);
      const border = "getComputedStyle(document.querySelector('[data-row] [class*=badge]')).borderTopWidth";
      await expect.poll(() => page.evaluate<string>(border)).toBe('2px');
    }));
});
