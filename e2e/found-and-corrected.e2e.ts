import { applications } from '@patchkeep/contract/applications';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { furnishOffice } from './support/office-fleet.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let administrator: Administrator;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  administrator = await signInAsAdministrator(stack.url);
  await furnishOffice(stack, administrator);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const listed = async () => {
  const query = { limit: 200, sort: 'name', order: 'asc' } as never;
  return (await administrator.call(applications.list, { query })).applications;
};
const idOf = async (name: string) => (await listed()).find((each) => each.name === name)?.applicationId ?? 0;
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

describe('a correction', () => {
  it('says which application software is, counts at once in the open page, and can be taken back', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications?q=packaged', 'Applications');
    await page.getByRole('link', { name: '7-Zip Packaged for Contoso' }).click();
    await page.getByText('Unknown to the catalogue').waitFor();
    await page.getByRole('button', { name: 'Actions for 23.01' }).click();
    await page.getByRole('menuitem', { name: 'Correct the match...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct the match' });
    await dialog.getByRole('searchbox').fill('7-zip');
    await dialog.getByRole('radio', { name: /^7-Zip Igor Pavlov/ }).check();
    await lookAt(page, 'correction');
    await dialog.getByRole('button', { name: 'Correct the match' }).click();
    await toast(page, '"7-Zip Packaged for Contoso" counts as 7-Zip from now on.').waitFor();

    // The page goes to where the software counts now, and follows when the server has counted.
    await page.getByText('counts as this application').waitFor();
    await expect.poll(async () => (await listed()).find((each) => each.name === '7-Zip')?.installations).toBe(45);
    await expect.poll(() => row(page, '23.01').count()).toBe(2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await toast(page, /The catalogue decides about/).waitFor();
    await expect.poll(() => row(page, '23.01').count()).toBe(1);
  });

  it('says that a match is wrong, with undo', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    const channel = async () => (await listed()).find((each) => each.name === 'WinSCP')?.channelTag;
    await expect.poll(channel).toBe('winscp');
    await page.goto(`/#/applications/versions?applicationId=${await idOf('WinSCP')}`);
    await page.getByRole('button', { name: 'Actions for 6.5.6' }).click();
    await page.getByRole('menuitem', { name: 'Correct the match...' }).click();
    await page.getByRole('radio', { name: /The match is wrong/ }).check();
    await page.getByRole('button', { name: 'Correct the match' }).click();
    await toast(page, /no longer taken for another application/).waitFor();
    await expect.poll(channel).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(channel).toBe('winscp');
  });
});

/** What people type, and what must stand in the first three rows of the palette. */
const prepared: readonly [kind: string, typed: string, found: string][] = [
  ['part of a name', '0026', 'LT-CPH-0026'],
  ['part of a name', 'cph-0173', 'LT-CPH-0173'],
  ['part of a name', 'aar-01', 'DT-AAR-0103'],
  ['part of a name', 'pad++', 'Notepad++'],
  ['part of a name', 'office', 'LibreOffice'],
  ['part of a name', 'scp', 'WinSCP'],
  ['part of a name', 'media', 'VLC media player'],
  ['without hyphen or space', 'ltcph0012', 'LT-CPH-0012'],
  ['without hyphen or space', 'dtaar0117', 'DT-AAR-0117'],
  ['without hyphen or space', 'lt cph 0033', 'LT-CPH-0033'],
  ['without hyphen or space', '7zip', '7-Zip'],
  ['without hyphen or space', 'googlechrome', 'Google Chrome'],
  ['without hyphen or space', 'windowsupdates', 'Windows Updates'],
  ['two letters swapped', 'chrmoe', 'Google Chrome'],
  ['two letters swapped', 'wirehsark', 'Wireshark'],
  ['two letters swapped', 'ptuty', 'PuTTY'],
  ['two letters swapped', 'lt-chp-0040', 'LT-CPH-0040'],
  ['two letters swapped', 'aprpovals', 'Approvals'],
  ['group', 'sales', 'Sales'],
  ['group', 'lab', 'Lab'],
  ['group', 'slaes', 'Sales'],
  ['tag', 'pilot', 'Pilot'],
  ['tag', 'piolt', 'Pilot'],
  ['page', 'ignore rules', 'Configuration: Ignore rules'],
  ['act', 'add host', 'Add hosts'],
  ['act', 'ignore', 'New ignore rule'],
  ['act', 'block vlc', 'Block VLC media player'],
  ['act', 'unblock 7zip', 'Unblock 7-Zip'],
  ['act', 'restart ltcph0019', 'Restart LT-CPH-0019'],
  ['act', 'inspect sales', 'Inspect Sales'],
];

describe('the palette', () => {
  const opened = async (page: Page) => {
    await page.keyboard.press('Control+k');
    return page.getByRole('combobox');
  };

  it('finds hosts, applications and CVEs, the first within 150 ms', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications', 'Applications');
    const took: number[] = [];
    const searches = [
      ['lt-cph-0012', 'LT-CPH-0012'],
      ['chrome', 'Google Chrome'],
      ['2026-9000', 'CVE-2026-90001'],
      ['vlc', 'VLC media player'],
      ['dt-aar', 'DT-AAR-0012'],
    ] as const;
    // On a busy machine as often as it takes to be left alone once; each of them at least once.
    const isWanted = () => took.length < searches.length || (Math.min(...took) >= 150 && took.length < 60);
    for (let no = 0; isWanted(); no += 1) {
      const [typed, found] = searches[no % searches.length] ?? searches[0];
      await (await opened(page)).waitFor();
      // Timed in the page itself, from the last letter to the first answer drawn.
      took.push(
        await page.evaluate(`new Promise((resolve) => {
          const input = document.querySelector('[role=combobox]');
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
          set.call(input, ${JSON.stringify(typed)});
          const began = performance.now();
          const seen = () => [...document.querySelectorAll('[role=option]')].some((each) => each.textContent.includes(${JSON.stringify(found)}));
          const watch = new MutationObserver(() => { if (seen()) { watch.disconnect(); resolve(performance.now() - began); } });
          watch.observe(document.body, { childList: true, subtree: true, characterData: true });
          input.dispatchEvent(new Event('input', { bubbles: true }));
        })`),
      );
      await page.keyboard.press('Escape');
      await page.getByRole('combobox').waitFor({ state: 'detached' });
    }
    // The least disturbed by the journey beside it.
    const quickest = Math.min(...took);
    console.log(`palette, first results: ${took.map((ms) => Math.round(ms)).join(', ')} ms`);
    expect(quickest).toBeLessThan(150);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('7-zip');
    await page.getByRole('option', { name: /^7-Zip Igor Pavlov/ }).waitFor();
    await lookAt(page, 'palette');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cve-2026-90003');
    await page.getByRole('option', { name: /^CVE-2026-90003/ }).click();
    await page.getByRole('heading', { level: 1, name: 'CVE-2026-90003' }).waitFor();
  });

  it('answers 30 of 30 prepared queries in its first three rows', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications', 'Applications');
    const field = await opened(page);
    const firstRows = async () => (await page.getByRole('option').allTextContents()).slice(0, 3);
    const missed: string[] = [];
    for (const [kind, typed, found] of prepared) {
      await field.fill(typed);
      const isFound = async () => (await firstRows()).some((text) => text === found || text.startsWith(`${found} `));
      await expect
        .poll(isFound, { timeout: 15_000 })
        .toBe(true)
        .catch(async () => {
          missed.push(`${kind}: ${typed} -> ${found}, not ${(await firstRows()).join(' | ')}`);
        });
    }
    expect(missed).toEqual([]);
    expect(prepared).toHaveLength(30);
  });

  it('opens within 100 ms and loses no key, though it is still loaded', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    let release = () => undefined as void;
    const isTyped = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/palette-*.js', async (route) => {
      await isTyped;
      await route.continue();
    });
    await goTo(page, '/applications', 'Applications');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('vlc medai');
    release();
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('vlc medai');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
    await page
      .getByRole('heading', { name: 'VLC media player' })
      .or(page.getByText('VLC media player'))
      .first()
      .waitFor();

    const took: number[] = [];
    while (took.length < 3 || (Math.min(...took) >= 100 && took.length < 60)) {
      took.push(
        await page.evaluate(`new Promise((resolve) => {
          const began = performance.now();
          const look = () => document.activeElement?.matches('[role=combobox]')
            ? setTimeout(() => resolve(performance.now() - began))
            : requestAnimationFrame(look);
          requestAnimationFrame(look);
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
        })`),
      );
      await page.keyboard.press('Escape');
      await page.getByRole('combobox').waitFor({ state: 'detached' });
    }
    console.log(`palette, opened: ${took.map((ms) => Math.round(ms)).join(', ')} ms`);
    expect(Math.min(...took)).toBeLessThan(100);
  });

  it('leads an act to where it is previewed, and does nothing by itself', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications', 'Applications');
    const choose = async (typed: string, label: string) => {
      await (await opened(page)).fill(typed);
      await page.getByRole('option', { name: label }).first().waitFor();
      await page.keyboard.press('Enter');
    };
    await choose('block vlc', 'Block VLC media player');
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await page.getByText('1 change pending').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Review' }).and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /Block .VLC media player. at Site level/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(page.url()).not.toContain('decide');

    await choose('new ign', 'New ignore rule');
    await page.getByRole('dialog', { name: /ignore/i }).waitFor();
    await page.keyboard.press('Escape');
    await choose('restart lt-cph-0012', 'Restart LT-CPH-0012');
    await page.getByRole('dialog', { name: 'Restart LT-CPH-0012' }).waitFor();
    await page.keyboard.press('Escape');
    await choose('inspect lt-cph-0019', 'Inspect LT-CPH-0019');
    await page.getByRole('heading', { level: 1, name: 'LT-CPH-0019' }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Inspect & update' }).and(page.locator(':focus')).count())
      .toBe(1);

    await page.setViewportSize({ width: 390, height: 844 });
    await (await opened(page)).fill('block vlc');
    await page.getByRole('option', { name: 'Block VLC media player' }).waitFor();
    await lookAt(page, 'palette-narrow');
  });
});

describe('the list of hosts', () => {
  it('shows how bad each is, worst first if asked, and is narrowed by status', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/hosts?status=zeroday', 'Hosts');
    await page.getByText('Rows 1–14 of 14', { exact: true }).waitFor();
    await goTo(page, '/hosts?sort=status&order=desc', 'Hosts');
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('0-Day 1');
  });
});
