import { configuration } from '@patchkeep/contract/configuration';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { joinFleet } from './support/fake-agent.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  const administrator = await signInAsAdministrator(stack.url);
  const { secret } = await administrator.call(configuration.createInstallToken, {
    body: { name: 'Fleet', useCap: 13, groupUuid: null, tagUuids: [], expiresInDays: 1 },
  });
  const names = Array.from({ length: 13 }, (_, index) => `DT-AAR-${String(index * 7 + 12).padStart(4, '0')}`);
  await joinFleet(
    stack.url,
    secret,
    names.map((hostName) => ({ facts: { hostName } })),
  );
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`Select ${name} `) });

describe('the list of hosts', () => {
  it('is worked by keys: rows, ticks, the panel and the page', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/', 'Home');
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await rowOf(page, 'DT-AAR-0012').waitFor();
    await page.keyboard.press('ArrowDown');
    const focused = page.locator(':focus');
    await expect.poll(() => rowOf(page, 'DT-AAR-0012').and(focused).count()).toBe(1);
    // The palette gives the focus back, also when it has opened the help in its place.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rowOf(page, 'DT-AAR-0012').and(focused).count()).toBe(1);
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 of 13 selected').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('All 13 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('complementary', { name: 'DT-AAR-0019' }).waitFor();
    await lookAt(page, 'hosts-panel');
    await page.keyboard.press('Escape');
    await rowOf(page, 'DT-AAR-0019').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'DT-AAR-0019' }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('heading', { level: 1, name: 'DT-AAR-0026' }).waitFor();
    await page.keyboard.press('[');
    await page.getByRole('heading', { level: 1, name: 'DT-AAR-0019' }).waitFor();
    await page.getByRole('link', { name: 'Previous host' }).click();
    await page.getByRole('heading', { level: 1, name: 'DT-AAR-0012' }).waitFor();
    // The first of the list has nobody before it.
    await expect.poll(() => page.getByRole('link', { name: 'Previous host' }).count()).toBe(0);
  });

  it.each(['reduce', 'no-preference'] as const)(
    'has a letter for its search, filters, views and export, as quick as fingers are (motion: %s)',
    async (reducedMotion) => {
      await using tab = await signedIn(browser, stack.url);
      const { page } = tab;
      await page.emulateMedia({ reducedMotion });
      await goTo(page, '/hosts?q=DT-AAR-00', 'Hosts');
      await rowOf(page, 'DT-AAR-0012').focus();
      // No waiting between a key and the next: what a key opens has the focus at once, and what closes has lost it.
      for (let round = 0; round < 5; round += 1) {
        await page.keyboard.press('f');
        await page.getByRole('dialog', { name: 'Add filter' }).waitFor();
        await page.keyboard.press('Escape');
        await page.keyboard.press('v');
        await page.getByRole('menuitemradio', { name: 'All active' }).waitFor();
        await page.keyboard.press('Escape');
        await page.keyboard.press('e');
        await page.getByRole('menuitem', { name: 'CSV' }).and(page.locator(':focus')).waitFor();
        await page.keyboard.press('Escape');
      }
      await page.getByRole('menu').waitFor({ state: 'detached' });
    },
  );

  it('leaves its letters to a field', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/hosts?q=DT-AAR-00', 'Hosts');
    await rowOf(page, 'DT-AAR-0012').focus();
    await page.keyboard.press('/');
    await expect.poll(() => page.getByLabel('Name begins with').and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('End');
    await page.keyboard.type('fve/');
    await expect.poll(() => page.getByLabel('Name begins with').inputValue()).toBe('DT-AAR-00fve/');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });
});
