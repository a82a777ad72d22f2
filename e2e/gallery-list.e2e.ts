import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gallery, type Look, startGallery } from './support/gallery.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

const withGallery = (look: Look, walk: (page: Page) => Promise<void>) => gallery.walk(look, walk);

const hosts = (page: Page) => page.getByRole('table', { name: 'Hosts', exact: true });
const row = (page: Page, index: number) => hosts(page).locator(`[data-row="${index}"]`);
const headBox = (page: Page) => hosts(page).getByRole('checkbox', { name: 'Select all rows on this page' });
const selectedRows = (page: Page) => hosts(page).locator('[data-selected="true"]').count();
const choice = (page: Page) => page.getByRole('group', { name: 'Selected rows' }).textContent();
const hasFocus = async (locator: Locator) => (await locator.and(locator.page().locator(':focus')).count()) === 1;

/** As assistive technology hears it. */
async function boxState(box: Locator): Promise<'none' | 'some' | 'all'> {
  const heard = await box.ariaSnapshot();
  if (heard.includes('[checked=mixed]')) return 'some';
  return heard.includes('[checked]') ? 'all' : 'none';
}

describe('keyboard of a list', () => {
  test('arrows and j/k move, and one row alone is a tab stop', () =>
    withGallery({}, async (page) => {
      await row(page, 0).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('j');
      await expect.poll(() => hasFocus(row(page, 2))).toBe(true);
      await page.keyboard.press('k');
      await expect.poll(() => hasFocus(row(page, 1))).toBe(true);
      await expect.poll(() => hosts(page).locator('tr[tabindex="0"]').count()).toBe(1);
      await page.keyboard.press('End');
      await expect.poll(() => hasFocus(row(page, 7))).toBe(true);
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => hasFocus(row(page, 7))).toBe(true);
    }));

  test('Space and x select, Shift and an arrow extends and shrinks, Esc clears', () =>
    withGallery({}, async (page) => {
      await row(page, 0).focus();
      await page.keyboard.press('Escape');
      await expect.poll(() => selectedRows(page)).toBe(0);
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect.poll(() => selectedRows(page)).toBe(3);
      await page.keyboard.press('Shift+ArrowUp');
      await expect.poll(() => selectedRows(page)).toBe(2);
      await page.keyboard.press('Space');
      await expect.poll(() => selectedRows(page)).toBe(1);
    }));

  test('Ctrl+A takes the page, then everything that matches', () =>
    withGallery({}, async (page) => {
      await row(page, 3).focus();
      await page.keyboard.press('Control+a');
      await expect.poll(() => choice(page)).toMatch(/^8 of 1.284 selected/);
      await page.keyboard.press('Control+a');
      await expect.poll(() => choice(page)).toMatch(/^All 1.284 selected/);
      await page.keyboard.press('x');
      await expect.poll(() => choice(page)).toMatch(/^1.283 of 1.284 selected/);
    }));

  test('letters do nothing while focus is elsewhere', () =>
    withGallery({}, async (page) => {
      await page.getByRole('button', { name: 'Columns' }).focus();
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await expect.poll(() => selectedRows(page)).toBe(2);
      const head = hosts(page).getByRole('button', { name: 'Group' });
      await head.focus();
      await page.keyboard.press('x');
      await expect.poll(() => selectedRows(page)).toBe(2);
    }));

  test('Enter opens; Esc closes the side panel first and clears the choice second', () =>
    withGallery({}, async (page) => {
      await row(page, 3).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Opened LT-OSL-0093.').waitFor();
      await page.keyboard.press('Shift+Enter');
      const panel = page.getByRole('complementary', { name: 'LT-OSL-0093' });
      await panel.waitFor();
      await row(page, 3).focus();
      await page.keyboard.press('Escape');
      await expect.poll(() => panel.count()).toBe(0);
      await expect.poll(() => selectedRows(page)).toBe(2);
      await page.keyboard.press('Escape');
      await expect.poll(() => selectedRows(page)).toBe(0);
    }));

  test('closing the panel from inside gives the focus back to the row', () =>
    withGallery({}, async (page) => {
      await row(page, 4).focus();
      await page.keyboard.press('Shift+Enter');
      await page.getByRole('complementary', { name: 'DT-AAR-0007' }).waitFor();
      await expect.poll(() => hasFocus(row(page, 4))).toBe(false);
      await page.keyboard.press('Escape');
      await expect.poll(() => hasFocus(row(page, 4))).toBe(true);
    }));
});

describe('choosing rows', () => {
  test('the head box goes from some to all to none', () =>
    withGallery({}, async (page) => {
      await expect.poll(() => boxState(headBox(page))).toBe('some');
      await headBox(page).click();
      await expect.poll(() => boxState(headBox(page))).toBe('all');
      await expect.poll(() => selectedRows(page)).toBe(8);
      await headBox(page).click();
      await expect.poll(() => boxState(headBox(page))).toBe('none');
    }));

  test('a choice of all matching reaches the next page, and Shift with a press takes the rows between', () =>
    withGallery({}, async (page) => {
      await page.getByRole('button', { name: /^Select all 1.284 matching$/ }).click();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText(/^Rows 9–16 of 1.284$/).waitFor();
      await expect.poll(() => selectedRows(page)).toBe(8);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await row(page, 1).getByRole('checkbox').click();
      await row(page, 4)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
      await expect.poll(() => selectedRows(page)).toBe(4);
      await expect.poll(() => row(page, 4).getByRole('checkbox').isChecked()).toBe(true);
    }));

  test('tells assistive technology the order, the number of rows and the counts', () =>
    withGallery({}, async (page) => {
      await expect.poll(() => hosts(page).getAttribute('aria-rowcount')).toBe('1285');
      const head = hosts(page).getByRole('columnheader', { name: 'CVEs' });
      await expect.poll(() => head.getAttribute('aria-sort')).toBe('none');
      await head.getByRole('button').click();
      await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
      await head.getByRole('button').click();
      await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
      await page
        .getByRole('status')
        .filter({ hasText: /^2 selected. 1.284 hosts. Rows 1–8 of 1.284$/ })
        .waitFor();
    }));
});

test('hidden columns are kept for the screen', () =>
  withGallery({}, async (page) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Restart' }).click();
    await page.reload();
    await hosts(page).waitFor();
    await expect.poll(() => hosts(page).getByRole('columnheader', { name: 'Restart' }).count()).toBe(0);
    await expect.poll(() => hosts(page).getByRole('columnheader', { name: 'Group' }).count()).toBe(1);
  }));

test('columns are made wider, moved and set back, with the pointer and the keyboard, and kept for the screen', () =>
  withGallery({}, async (page) => {
    const head = (name: string) => hosts(page).getByRole('columnheader', { name });
    const boxOf = async (name: string) => (await head(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const widthOf = async (name: string) => Math.round((await boxOf(name)).width);
    const names = () => hosts(page).getByRole('columnheader').allTextContents();
    const namesFirst = await names();
    const { x, y, width, height } = await boxOf('Group');
    await page.mouse.move(x + width - 3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width + 57, y + height / 2, { steps: 3 });
    await page.mouse.up();
    const wider = Math.round(width + 60);
    await expect.poll(() => widthOf('Group')).toBe(wider);
    // A drag of the edge is no press on the head.
    await expect.poll(() => head('Group').getAttribute('aria-sort')).toBe('none');

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Make Group narrower' }).press('Enter');
    await expect.poll(() => widthOf('Group')).toBe(wider - 24);
    const right = page.getByRole('button', { name: 'Move Group right' });
    await right.press('Enter');
    await expect.poll(async () => (await names()).indexOf('Group')).toBe(namesFirst.indexOf('Group') + 1);
    await expect.poll(() => hasFocus(right)).toBe(true);
    await page.reload();
    await hosts(page).waitFor();
    await expect.poll(() => widthOf('Group')).toBe(wider - 24);
    await expect.poll(async () => (await names()).indexOf('Group')).toBe(namesFirst.indexOf('Group') + 1);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.keyboard.press('Escape');
    const [group, host] = [await boxOf('Group'), await boxOf('Host')];
    await page.mouse.move(group.x + 20, group.y + group.height / 2);
    await page.mouse.down();
    await page.mouse.move(host.x + 10, host.y + host.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await names()).filter(Boolean).slice(0, 2)).toEqual(['Group', 'Host']);
    // A drag of the head is no press on it either.
    await expect.poll(() => head('Group').getAttribute('aria-sort')).toBe('none');
    await page.reload();
    await hosts(page).waitFor();
    await expect.poll(async () => (await names()).filter(Boolean).slice(0, 2)).toEqual(['Group', 'Host']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(names).toEqual(namesFirst);
    await expect.poll(() => widthOf('Group')).toBe(Math.round(width));
  }));

test('a filter is added, told on its chip and taken away again', () =>
  withGallery({}, async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('checkbox', { name: '0-Day' }).click();
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByRole('button', { name: 'Status is 0-Day', exact: true }).waitFor();
    await expect.poll(() => hosts(page).getAttribute('aria-rowcount')).not.toBe('1285');
    await page.getByRole('button', { name: 'Remove filter Status is 0-Day' }).click();
    await expect.poll(() => hosts(page).getAttribute('aria-rowcount')).toBe('1285');
  }));

test('a view keeps filters and columns, is renamed and deleted, and those of the site say who shared them', () =>
  withGallery({}, async (page) => {
    const views = page.getByRole('button', { name: /^View: / });
    await page.getByRole('button', { name: /^Remove filter Last seen/ }).click();
    await expect.poll(() => views.textContent()).toBe('View: Seen this month (changed)');
    await views.click();
    await page.getByRole('menuitem', { name: 'Save as new view...' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Everything');
    await page.getByRole('button', { name: 'Save view' }).click();
    await views.click();
    await page
      .getByRole('menuitemradio', { name: 'Lab Shared by Ada Lindqvist · Its group no longer exists' })
      .waitFor();
    await page.getByRole('menuitemradio', { name: 'All hosts' }).click();
    await views.click();
    await page.getByRole('menuitemradio', { name: 'Everything' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
    await views.click();
    await page.getByRole('menuitem', { name: 'Rename "Everything"...' }).click();
    await name.fill('All of it');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect.poll(() => views.textContent()).toBe('View: All of it');
    await views.click();
    await page.getByRole('menuitem', { name: 'Delete "All of it"' }).click();
    await views.click();
    await expect.poll(() => page.getByRole('menuitemradio', { name: 'All of it' }).count()).toBe(0);
  }));

test('the list leaves as CSV with all its matching rows', () =>
  withGallery({}, async (page) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('hosts.csv');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\ufeffHost,Group,OS,Status,Pending,CVEs,Restart,Agent');
    expect(lines[1]).toBe('LT-CPH-0412,Sales,Windows 11 24H2,0-Day 1,3,12,Restart required,6.4.2');
    expect(lines).toHaveLength(1 + 1284 + 1);
  }));

test('a tick on a page of 200 rows takes less than 50 ms', () =>
  withGallery({ rows: 200 }, async (page) => {
    await expect.poll(() => hosts(page).locator('[data-row]').count()).toBe(200);
    // The quickest of ten, layout included: what else the machine does must not decide. On a busy one the first box is
    // ticked on and off until the machine leaves it alone once.
    const quickest = await page.evaluate<number>(`(async () => {
      const boxes = document.querySelectorAll('[data-row] input');
      const times = [];
      const tick = async (index, wanted) => {
        const start = performance.now();
        boxes[index].click();
        await null;
        document.body.offsetHeight;
        times.push(performance.now() - start);
        if (boxes[index].closest('[data-row]').dataset.selected !== wanted) throw new Error('not drawn yet');
      };
      for (let index = 10; index < 20; index += 1) await tick(index, 'true');
      for (let more = 0; Math.min(...times) >= 50 && more < 100; more += 1) {
        await tick(10, 'false');
        await tick(10, 'true');
      }
      return Math.min(...times);
    })()`);
    expect(quickest).toBeLessThan(50);
    await expect.poll(() => selectedRows(page)).toBe(12);
  }));
