import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtInConfig, builtInSystemConfig } from '@patchkeep/contract/dashboard-config';
import type { Browser, Page } from 'playwright-core';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { percentile } from '../apps/simulator/src/fleet.ts';
import { launchChromium } from '../e2e/support/chromium.ts';
import { startDemo } from '../tools/demo/start.ts';
import { recordFigure } from '../tools/figures/figures.ts';

/**
 * `npm run demo:measure [-- --rounds 15]`: how long it takes in Chromium, with nothing kept from before, until every
 * card of the dashboard is painted with its numbers; how far the page moves meanwhile; and how long the palette takes
 * from the key to the field that takes letters. Makes the demo first where there is none.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    hosts: { type: 'string', default: '5000' },
    days: { type: 'string', default: '365' },
  },
});
const rounds = Number(values.rounds);
const screens = {
  dashboard: { path: '/#/dashboard', ...builtInConfig },
  'system-dashboard': { path: '/#/system-dashboard', ...builtInSystemConfig },
};
const kept = process.env['PATCHKEEP_DEMO_DIR'] ?? fileURLToPath(new URL('../.demo', import.meta.url));

/**
 * In the page: when the browser has painted all cards, in milliseconds since the address was opened, and how far it
 * moved what it had drawn until then. A card is a figure once it has its numbers; until then it is none.
 */
const whenPainted = (count: number): string => `new Promise((resolve) => {
  let shift = 0;
  const add = (entries) => { for (const { value, hadRecentInput } of entries) if (!hadRecentInput) shift += value; };
  const shifts = new PerformanceObserver((list) => add(list.getEntries()));
  shifts.observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelectorAll('figure').length < ${count}) { requestAnimationFrame(look); return; }
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const painted = performance.now();
      // What the last card moved is told with the frame after it.
      requestAnimationFrame(() => requestAnimationFrame(() => { add(shifts.takeRecords()); resolve({ painted, shift }); }));
    }));
  };
  look();
})`;

/** In the page: notes when Ctrl+K went down, and when the field of the palette was painted with the focus in it. */
const watchPalette = `globalThis.palette = new Promise((resolve) => {
  const listen = ({ key, timeStamp }) => {
    // Ctrl goes down first.
    if (key !== 'k') return;
    removeEventListener('keydown', listen, true);
    const look = () => {
      if (document.activeElement?.getAttribute('role') !== 'combobox') requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
    };
    look();
  };
  addEventListener('keydown', listen, true);
})`;

const openPalette = async (page: Page): Promise<number> => {
  await page.evaluate(`${watchPalette}; undefined`);
  await page.keyboard.press('Control+k');
  return page.evaluate<number>('globalThis.palette');
};

const signIn = async (browser: Browser, url: string) => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(demoAdmin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
};

const report = (id: string, what: string, value: number, unit: string, goal: number, detail: string): void => {
  console.log(`${id}: ${value.toFixed(unit === '' ? 3 : 0)} ${unit}, at most ${goal} wanted; ${detail}`);
  recordFigure({ id, what, value, unit, goal, goalIs: 'at most', command: 'npm run demo:measure', detail });
  if (value > goal) process.exitCode = 1;
};

const demo = await startDemo({
  kept,
  hosts: Number(values.hosts),
  days: Number(values.days),
  say: (words) => console.log(`  ${words}`),
});
const browser = await launchChromium();
try {
  const storageState = await signIn(browser, demo.url);
  const fleet = `${values.hosts} hosts, ${rounds} rounds`;
  for (const [name, { path, cards }] of Object.entries(screens)) {
    const painted: number[] = [];
    const shifts: number[] = [];
    const palette: number[] = [];
    const again: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A browser that has never been there: no cache, only the session.
      const context = await browser.newContext({
        baseURL: demo.url,
        storageState,
        viewport: { width: 1280, height: 720 },
      });
      const page = await context.newPage();
      await page.goto(path);
      const seen = await page.evaluate<{ painted: number; shift: number }>(whenPainted(cards.length));
      painted.push(seen.painted);
      shifts.push(seen.shift);
      palette.push(await openPalette(page));
      await page.keyboard.press('Escape');
      await page.getByRole('combobox').waitFor({ state: 'detached' });
      again.push(await openPalette(page));
      if (round === 0)
        await page.screenshot({ path: join(kept, `${path.replaceAll(/\W+/g, '-')}.png`), fullPage: true });
      await context.close();
    }
    const median = `median ${percentile(painted, 50).toFixed(0)} ms, ${fleet}`;
    report(
      `first-screen: ${name}`,
      'cold until every card is painted',
      percentile(painted, 95),
      'ms, p95',
      1_500,
      median,
    );
    report(
      `layout-shift: ${name}`,
      'how far the first screen moves',
      Math.max(...shifts),
      '',
      0.05,
      `worst of ${rounds}`,
    );
    report(
      `palette, cold: ${name}`,
      'from Ctrl+K, pressed in the moment the last card is painted, to a field that takes letters',
      percentile(palette, 95),
      'ms, p95',
      100,
      fleet,
    );
    report(
      `palette: ${name}`,
      'from Ctrl+K to a field that takes letters',
      percentile(again, 95),
      'ms, p95',
      100,
      fleet,
    );
  }
} finally {
  await browser.close();
  await demo.stop();
}
process.exit();
