import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtInConfig, builtInSystemConfig } from '@patchkeep/contract/dashboard-config';
import type { Browser } from 'playwright-core';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { percentile } from '../apps/simulator/src/fleet.ts';
import { launchChromium } from '../e2e/support/chromium.ts';
import { startDemo } from '../tools/demo/start.ts';

/**
 * `npm run demo:measure [-- --rounds 15]`: how long it takes in Chromium, with nothing kept from before, until every
 * card of the dashboard is painted with its numbers. Makes the demo first where there is none.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    hosts: { type: 'string', default: '5000' },
    days: { type: 'string', default: '365' },
  },
});
const limitMs = 1_500;
const screens = { '/#/dashboard': builtInConfig, '/#/system-dashboard': builtInSystemConfig };
const kept = process.env['PATCHKEEP_DEMO_DIR'] ?? fileURLToPath(new URL('../.demo', import.meta.url));

/**
 * In the page: when the browser has painted all cards, in milliseconds since the address was opened. A card is a figure
 * once it has its numbers; until then it is none.
 */
const whenPainted = (count: number): string => `new Promise((resolve) => {
  const look = () => {
    if (document.querySelectorAll('figure').length < ${count}) requestAnimationFrame(look);
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
  };
  look();
})`;

const signIn = async (browser: Browser, url: string) => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(demoAdmin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
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
  for (const [path, { cards }] of Object.entries(screens)) {
    const took: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      // A browser that has never been there: no cache, only the session.
      const context = await browser.newContext({
        baseURL: demo.url,
        storageState,
        viewport: { width: 1280, height: 720 },
      });
      const page = await context.newPage();
      await page.goto(path);
      took.push(await page.evaluate<number>(whenPainted(cards.length)));
      if (round === 0)
        await page.screenshot({ path: join(kept, `${path.replaceAll(/\W+/g, '-')}.png`), fullPage: true });
      await context.close();
    }
    const [median, p95] = [percentile(took, 50), percentile(took, 95)];
    const verdict = p95 <= limitMs ? 'within' : 'OVER';
    console.log(`${path}: median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${verdict} ${limitMs} ms`);
    if (p95 > limitMs) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await demo.stop();
}
process.exit();
