import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { goTo, toast } from '../signed-in.ts';
import type { Stack } from '../stack.ts';

/** The user is a system administrator from now on, who has signed in a while ago. */
export const letAdminister = async (stack: Stack, username: string): Promise<void> => {
  await stack.sql('update users set is_system_admin = true where username = $1', [username]);
  await stack.sql(
    `update sessions s set proved_at = now() - interval '16 minutes' from users u where (s.customer_id, s.user_id) = (u.customer_id, u.user_id) and u.username = $1`,
    [username],
  );
};

/** Begins to make a site, which asks for a proof. */
export const askedToProve = async (page: Page): Promise<void> => {
  await page.reload();
  await goTo(page, '/sites', 'Sites');
  await page.getByRole('button', { name: 'New site' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('Harbour');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByText('You signed in through Contoso Login some time ago.').waitFor();
};

/** The window that opens for the identity provider; `name` is on the button of the dialog. */
export const windowOf = async (page: Page, name: 'Sign in again' | 'Open the window again'): Promise<Page> => {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByRole('button', { name }).click();
  return opening;
};

/** What was asked for is done, with what had been filled in. */
export const isDone = async (page: Page): Promise<void> => {
  await toast(page, 'Site "Harbour" created.').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
};

/** Signs out here and at the identity provider, whose own question `agree` answers. */
export const signedOutThere = async (page: Page, agree: () => Promise<void> = async () => undefined): Promise<void> => {
  await page.goto('/#/logout');
  await agree();
  await page.getByText('You are signed out, here and at Contoso Login.').waitFor();
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
};
