import { execFileSync } from 'node:child_process';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

describe('an API token', () => {
  it('is shown once with a call to paste, works from a shell, and is revoked by its name [ACCT-10]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/configuration?tab=api-tokens', 'Configuration');
    await page.getByText('No API tokens yet').waitFor();
    await page.getByRole('button', { name: 'New API token' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Monthly report');
    await page.getByRole('button', { name: 'Make API token' }).click();
    await page.getByText('Shown once').waitFor();
    await page.getByRole('button', { name: 'Copy token' }).click();
    const token = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(token).toMatch(/^vpt_/);
    await page.getByRole('button', { name: 'Copy call' }).click();
    const line = await page.evaluate<string>('navigator.clipboard.readText()');
    await lookAt(page, 'api-token-made');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row', { name: /Monthly report.*Active.*Never used/ }).waitFor();
    await expect.poll(() => page.content()).not.toContain(token);

    const asked = () => JSON.parse(execFileSync('sh', ['-c', line], { stdio: ['pipe', 'pipe', 'ignore'] }).toString());
    expect(asked()).toHaveProperty('hosts');
    await page.reload();
    await page.getByRole('row', { name: /Monthly report.*Active.*Used / }).waitFor();
    await lookAt(page, 'api-tokens');

    const [reference] = await Promise.all([
      tab.context.waitForEvent('page'),
      page.getByRole('link', { name: 'API reference' }).click(),
    ]);
    await reference.getByRole('heading', { level: 1, name: 'Patchkeep API' }).waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await reference.emulateMedia({ colorScheme });
      await lookAt(reference, `api-reference-${colorScheme}`);
    }
    await reference.getByRole('navigation').getByRole('link', { name: 'Groups' }).click();
    await reference.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
    await lookAt(reference, 'api-reference-calls');
    await reference.setViewportSize({ width: 390, height: 844 });
    await lookAt(reference, 'api-reference-narrow');
    await reference.close();

    await page.getByRole('button', { name: 'Revoke Monthly report' }).click();
    await page.getByLabel('Reason').fill('The report is made elsewhere');
    const revoke = page.getByRole('button', { name: 'Revoke 1 token' });
    await expect.poll(() => revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type Monthly report to confirm').fill('monthly report');
    await revoke.click();
    await toast(page, 'API token "Monthly report" revoked.').waitFor();
    await page.getByRole('row', { name: /Monthly report.*Revoked/ }).waitFor();
    expect(asked()).toMatchObject({ status: 401, title: 'Unauthorized', detail: 'Sign in first' });
  });

  it('is bound to networks and opens all sites where it says so', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/configuration?tab=api-tokens', 'Configuration');
    const make = async (name: string, from: string) => {
      await page.getByRole('button', { name: 'New API token' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('button', { name: 'Sites' }).click();
      await page.getByRole('option', { name: 'All sites' }).click();
      await page.getByLabel('Used only from').fill(from);
      await page.getByRole('button', { name: 'Make API token' }).click();
    };
    await make('Ticket system', 'our office');
    await page.getByText('Write addresses or networks, such as 192.0.2.0/24.').first().waitFor();
    await lookAt(page, 'api-token-form');
    await page.getByLabel('Used only from').fill('203.0.113.0/24, 198.51.100.7');
    await page.getByRole('button', { name: 'Make API token' }).click();
    await page.getByRole('button', { name: 'Copy call' }).click();
    const line = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(line).toContain('x-site: ');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const refused = JSON.parse(execFileSync('sh', ['-c', line], { stdio: ['pipe', 'pipe', 'ignore'] }).toString());
    expect(refused.detail).toMatch(/^This API token may not be used from /);
    await page.reload();
    await page.getByRole('row', { name: /Ticket system.*All sites.*203\.0\.113\.0\/24, 198\.51\.100\.7/ }).waitFor();
    await page.getByText(/^Refused: /).waitFor();
    await lookAt(page, 'api-tokens-bound');

    await make('Report of the company', '127.0.0.1 ::1');
    await page.getByRole('button', { name: 'Copy call' }).click();
    const taken = await page.evaluate<string>('navigator.clipboard.readText()');
    const answer = execFileSync('sh', ['-c', taken], { stdio: ['pipe', 'pipe', 'ignore'] }).toString();
    expect(JSON.parse(answer)).toHaveProperty('hosts');
    await page.getByRole('button', { name: 'I have copied it' }).click();
  });

  it('is for administrators: others are told so', async () => {
    await using tab = await signedIn(browser, stack.url, 'auditor@contoso.example');
    const { page } = tab;
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await goTo(page, '/configuration?tab=api-tokens', 'Configuration');
    await page.getByText('For administrators of the site').waitFor();
    expect(calls.filter((url) => url.includes(apiTokens.list.path))).toEqual([]);
  });
});
