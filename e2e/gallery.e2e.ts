import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gallery, type Look, startGallery } from './support/gallery.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

const withGallery = (look: Look, walk: (page: Page) => Promise<void>) => gallery.walk(look, walk);
const hasFocus = async (locator: Locator) => (await locator.and(locator.page().locator(':focus')).count()) === 1;

test('a notice goes by itself unless it is held or an error', () =>
  withGallery({}, async (page) => {
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect.poll(() => notices.getAttribute('aria-live')).toBe('polite');
    await page.clock.install();
    await page.getByRole('button', { name: 'Show an error' }).click();
    await page.getByRole('button', { name: 'Show a notice' }).click();
    const undoable = notices.getByText('Tag Pilot added to 2 hosts.');
    await undoable.hover();
    await page.clock.runFor(60_000);
    await expect.poll(() => undoable.isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await page.clock.runFor(9_000);
    await expect.poll(() => undoable.isVisible()).toBe(true);
    await page.clock.runFor(2_000);
    await expect.poll(() => undoable.count()).toBe(0);
    await expect.poll(() => notices.getByText('The export failed').isVisible()).toBe(true);
  }));

describe('dialogs', () => {
  test('are large and stay when the backdrop is pressed [SHELL-48]', () =>
    withGallery({}, async (page) => {
      await page.getByRole('button', { name: 'Open dialog' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move 2 hosts' });
      await dialog.waitFor();
      const box = await dialog.boundingBox();
      expect(box?.width).toBeGreaterThan(780);
      await page.mouse.click(8, 8);
      await page.mouse.click(1270, 700);
      await expect.poll(() => dialog.isVisible()).toBe(true);
      // A press beside it takes the focus away; the dialog takes it back a moment later.
      await expect.poll(() => page.evaluate('document.activeElement?.closest("[role=dialog]") !== null')).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Open dialog' }))).toBe(true);
    }));

  test('that must be answered do not yield to Esc either', () =>
    withGallery({}, async (page) => {
      await page.getByRole('button', { name: 'Open firm dialog' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Session expired' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await page.mouse.click(8, 8);
      await expect.poll(() => dialog.isVisible()).toBe(true);
      await expect.poll(() => dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Re-login' }).click();
      await dialog.waitFor({ state: 'detached' });
    }));

  test('a grave action waits for a reason and the typed name, and its button counts', () =>
    withGallery({}, async (page) => {
      await page.getByRole('button', { name: 'Preview a block' }).click();
      const confirm = page.getByRole('button', { name: /^Block on 61.hosts$/ });
      await expect.poll(() => confirm.isDisabled()).toBe(true);
      await page.getByLabel('Reason').last().fill('vendor app needs 8u401');
      await expect.poll(() => confirm.isDisabled()).toBe(true);
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => confirm.isVisible()).toBe(true);
      await page.getByLabel('Type Contoso DK to confirm').fill('contoso dk');
      await page.keyboard.press('Control+Enter');
      await confirm.waitFor({ state: 'detached' });
      await page.getByText('Blocked on 61 hosts. 58 waiting for check-in, 3 dormant.').waitFor();
    }));
});

describe('forms', () => {
  test('say nothing of a field merely passed through, and speak on leaving a changed one', () =>
    withGallery({}, async (page) => {
      const reason = page.getByLabel('Reason');
      await reason.focus();
      await page.keyboard.press('Tab');
      await expect.poll(() => reason.getAttribute('aria-invalid')).toBeNull();
      await page.getByLabel('Rule name').fill('');
      await page.keyboard.press('Tab');
      await page.getByText('This is required.').waitFor();
    }));

  test('one press on Save sends, and the summary leads to the field', () =>
    withGallery({}, async (page) => {
      await page.getByLabel('Rule name').fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page
        .getByRole('alert')
        .getByText(/^2.fields need attention$/)
        .waitFor();
      await page.getByRole('button', { name: 'Rule name: This is required.' }).click();
      await expect.poll(() => hasFocus(page.getByLabel('Rule name'))).toBe(true);
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect.poll(() => page.getByLabel('Rule name').inputValue()).toBe('Java on kiosks');
    }));
});
