import { factors } from '@patchkeep/contract/factors';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { demoPasswordHash, signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { isDrawing, pictureFile } from './support/pictures.ts';
import { goTo, lookAt, settled, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  await stack.command('customer.ts', ['set', '--customer', 'Fabrikam Logistics', '--provider', 'on']);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const technician = 'admin@fabrikam.example';

/** Gives the technician an authenticator app. Returns a code that was not used yet, and a recovery code. */
const setUpFactor = async () => {
  const administrator = await signInAsAdministrator(stack.url, technician);
  const proof = { passwordHash: await demoPasswordHash(technician), passwordHashVersion: 1 as const };
  const { factorUuid, secret } = await administrator.call(factors.setUp, { body: { name: 'Phone', proof } });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const { recoveryCodes } = await administrator.call(factors.confirm, {
    params: { id: factorUuid },
    body: { code: totp.generate() },
  });
  return { nextCode: () => totp.generate({ timestamp: Date.now() + 30_000 }), recoveryCode: recoveryCodes?.[0] ?? '' };
};

/** The page on a phone and on a wide screen, for somebody to look at. */
const drawSizes = async (page: Page, name: string): Promise<void> => {
  if (!isDrawing) return;
  for (const [width, height] of [
    [390, 844],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await page.screenshot({ animations: 'disabled', path: pictureFile(`${name}-${width}`) });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await settled(page);
};

const enter = async (page: Page, code: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Enter Contoso Group' });
  await dialog.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByText('You work for Contoso Group as a guest of Fabrikam Logistics.').waitFor();
};

describe('a service provider', () => {
  it('asks, is let in, enters, acts in its own name, and is ended by the customer', async () => {
    await using provider = await signedIn(browser, stack.url, technician);
    await using customer = await signedIn(browser, stack.url);
    const [theirs, ours] = [provider.page, customer.page];
    const { nextCode, recoveryCode } = await setUpFactor();

    await goTo(theirs, '/customers', 'Customers');
    await theirs.getByText('No customer yet').waitFor();
    await theirs.getByRole('button', { name: 'Ask a customer' }).click();
    await theirs.getByRole('checkbox', { name: 'Tomasz Nowak' }).check();
    await lookAt(theirs, 'guests-ask');
    await theirs.getByRole('button', { name: 'Make link' }).click();
    await theirs.getByRole('button', { name: 'Copy link' }).click();
    const link = await theirs.evaluate<string>('navigator.clipboard.readText()');
    await theirs.getByRole('button', { name: 'I have copied it' }).click();
    await theirs.getByRole('list', { name: 'Open links' }).getByText('Tomasz Nowak').waitFor();

    await ours.goto(link);
    const accepting = ours.getByRole('dialog', { name: 'Let a service provider in' });
    await accepting.getByText('Tomasz Nowak (admin@fabrikam.example)').last().waitFor();
    await accepting.getByRole('checkbox', { name: 'Contoso Danmark' }).check();
    await accepting.getByRole('button', { name: /Rights on these sites/ }).click();
    await ours.getByRole('option', { name: /Read & Write/ }).click();
    await accepting.getByText('Not: Add, change and remove users').waitFor();
    await lookAt(ours, 'guests-accept');
    await drawSizes(ours, 'guests-accept');
    await accepting.getByRole('button', { name: 'Let in' }).click();
    await ours.getByRole('list', { name: 'Guests of Fabrikam Logistics' }).getByText('Never entered').waitFor();
    await goTo(ours, '/users', 'Users');
    await ours.getByRole('row', { name: /Tomasz Nowak.*Guest of Fabrikam Logistics.*Active.*Read & Write/ }).waitFor();

    // By the switcher, where the sites stand by customer.
    await theirs.reload();
    await theirs.getByRole('list', { name: 'Customers' }).getByText('Contoso Group').waitFor();
    const byRisk = theirs.getByRole('table', { name: 'Customers by risk' });
    await byRisk.getByRole('row', { name: /Contoso Group 1 / }).waitFor();
    await lookAt(theirs, 'customers');
    await drawSizes(theirs, 'customers');
    // From the numbers of a site to the way in, with keys alone.
    const showSites = theirs.getByRole('button', { name: 'Show sites' });
    await showSites.focus();
    await theirs.keyboard.press('Enter');
    const siteName = theirs.getByRole('table', { name: 'Sites of all customers by risk' }).getByRole('button', {
      name: 'Contoso Danmark',
    });
    await siteName.focus();
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('dialog', { name: 'Enter Contoso Group' }).waitFor();
    await theirs.keyboard.press('Escape');
    await siteName.waitFor();
    await theirs.getByRole('button', { name: 'Fabrikam Warehouse' }).click();
    await theirs.getByRole('group', { name: 'Contoso Group' }).waitFor();
    await lookAt(theirs, 'guests-switcher');
    await theirs.getByRole('menuitem', { name: 'Contoso Danmark' }).click();
    await theirs.getByRole('dialog', { name: 'Enter Contoso Group' }).waitFor();
    await lookAt(theirs, 'guests-enter');
    await enter(theirs, nextCode());
    await goTo(theirs, '/tags', 'Tags');
    await theirs.getByRole('button', { name: 'New tag' }).first().click();
    await theirs.getByRole('dialog').getByRole('textbox').first().fill('Made by a guest');
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('row', { name: /Made by a guest/ }).waitFor();
    await lookAt(theirs, 'guests-inside');
    await drawSizes(theirs, 'guests-inside');
    await goTo(ours, '/user-activity', 'User Activity');
    await ours
      .getByRole('row', { name: /Tomasz Nowak \(guest of Fabrikam Logistics\).*Made a tag/ })
      .first()
      .waitFor();

    await theirs.getByRole('button', { name: 'Back to Fabrikam Logistics' }).click();
    await theirs.getByRole('button', { name: 'Fabrikam Warehouse' }).waitFor();
    await goTo(theirs, '/customers', 'Customers');
    await theirs.getByRole('button', { name: 'Enter Contoso Group' }).click();
    await enter(theirs, recoveryCode);

    await goTo(ours, '/providers', 'Service providers');
    await ours.getByText('1 session open').waitFor();
    await lookAt(ours, 'providers');
    await drawSizes(ours, 'providers');
    await ours.getByRole('button', { name: 'End access of Fabrikam Logistics' }).click();
    await ours
      .getByRole('region', { name: 'Sessions that end' })
      .getByText(/Tomasz Nowak: Chrom/)
      .waitFor();
    await lookAt(ours, 'guests-end');
    await ours.getByRole('button', { name: 'End access', exact: true }).click();
    await ours.getByText('No service provider').waitFor();
    await theirs.reload();
    await theirs.waitForURL(/\/login/);
  });
});
