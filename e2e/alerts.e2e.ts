import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../apps/server/src/testkit/mail-server.ts';
import { launchChromium } from './support/chromium.ts';
import { patienceMs } from './support/patience.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, lookAt, settled, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  // The first server has no mail server, and leaves the work to the one that has.
  [stack, browser, mail] = await Promise.all([
    startStack({ PATCHKEEP_ROLE: 'api' }),
    launchChromium(),
    startMailServer(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  mail?.close();
});

const alerts = '/configuration?tab=alerts';
const received = () => mail.mails.map(({ headers }) => headers.get('subject'));

/** The page on a telephone and on a wide screen, for somebody to look at. */
const drawSizes = async (page: Page): Promise<void> => {
  for (const [width, height] of [
    [1920, 1080],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
    if (isDrawing) await page.screenshot({ animations: 'disabled', path: pictureFile(`alerts-${width}`) });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
};

describe('alerts by mail', () => {
  it('say plainly that nothing is sent without a mail server, and what the operator sets', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, alerts, 'Configuration');
    await page.getByText('This server has no mail server, so nothing is sent.').waitFor();
    await page.getByText('PATCHKEEP_SMTP_URL').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send me a test mail' }).count()).toBe(0);
    await lookAt(page, 'alerts-no-mail');
  });

  it('are tried, chosen by keys, tick off their first step, and arrive once', async () => {
    const { url } = await stack.another({
      PATCHKEEP_ROLE: 'all',
      PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
      PATCHKEEP_MAIL_FROM: 'Patchkeep <patchkeep@contoso.example>',
      PATCHKEEP_PUBLIC_URL: '{url}',
    });
    await using tab = await signedIn(browser, url);
    const { page } = tab;
    await goTo(page, '/dashboard', 'Dashboard');
    const step = page
      .getByRole('region', { name: 'First steps' })
      .getByRole('listitem')
      .filter({ hasText: 'Get alerts' });
    await step.getByRole('link', { name: 'Choose alerts' }).click();
    await page.getByRole('heading', { level: 2, name: 'Alerts' }).waitFor();
    await page.getByRole('button', { name: 'Send me a test mail' }).press('Enter');
    await page.getByText('The mail server has taken a test mail to').waitFor();
    expect(received()).toEqual(['Test mail of Patchkeep']);

    const boxes = page.getByRole('checkbox', { name: /^Alerts about/ });
    for (const box of [boxes.nth(0), boxes.nth(1)]) {
      await box.focus();
      await page.keyboard.press('Space');
      await expect.poll(() => box.isChecked()).toBe(true);
    }
    await page.getByRole('checkbox', { name: 'Monthly report of Installation and all sites' }).press('Space');
    await page.getByText('Saved: mails about Installation and all sites').waitFor();
    await stack.sql(`select jobs.enqueue('check-alerts', '{}', 'journey', now(), 1)`);
    await expect.poll(received, { timeout: patienceMs }).toHaveLength(2);
    await page.getByRole('row', { name: /^Installation and all sites.*Sent/ }).waitFor();
    await lookAt(page, 'alerts');
    await drawSizes(page);

    const told = mail.mails[1];
    expect(told?.headers.get('subject')).toMatch(/new alerts?$/);
    const html = told?.parts.get('text/html') ?? '';
    expect(html).toContain(`${url}/#/configuration?tab=feeds`);
    const letter = await tab.context.newPage();
    await letter.setContent(html);
    await letter.getByRole('link', { name: /^Open \d+ stale feeds/ }).waitFor();
    if (isDrawing) await letter.screenshot({ path: pictureFile('alerts-mail-light') });
    await letter.close();

    await goTo(page, '/dashboard', 'Dashboard');
    await step.filter({ hasText: 'gets the alerts of this site by mail' }).waitFor();
  });
});
