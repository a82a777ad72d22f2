import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { goTo, type SignedIn, signedIn } from './signed-in.ts';

/** What an administrator does in a browser while an agent is at work on a machine: one page, never loaded again. */
export interface ConsoleOfAgents {
  page: Page;
  /** Configuration → Install tokens; the secret as it is copied there. */
  makeToken(name: string): Promise<string>;
  /** Opens the hosts and stays there. */
  watchHosts(): Promise<void>;
  /** The row of a host, once it stands in the open page. */
  rowOf(hostName: string): Promise<string[]>;
  /** From the list to the page of a host, by its link, and there to its inventory. */
  openHost(hostName: string): Promise<void>;
  /** Presses Inspect & update on the page of the host. */
  inspect(): Promise<void>;
  /** The inventory as its tab shows it, once `isThere` says so: name, version, publisher, scope, path. */
  inventoryOnce(isThere: (rows: string[][]) => boolean): Promise<string[][]>;
  /** Narrows the inventory to what is named so. */
  findProgram(name: string): Promise<void>;
  close(): Promise<void>;
}

/** In one look, as a string: a table that is drawn anew between two looks would be neither the old nor the new one. */
const textsOf = (page: Page, table: string): Promise<string[][]> =>
  page.evaluate<string[][]>(
    `Array.from(document.querySelectorAll('table[aria-label="${table}"] tbody tr[data-row]'), (row) =>
      Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent.trim()))`,
  );

export const openConsole = async (url: string): Promise<ConsoleOfAgents> => {
  const browser: Browser = await launchChromium();
  const tab: SignedIn = await signedIn(browser, url);
  const { page } = tab;
  return {
    page,
    async makeToken(name) {
      await goTo(page, '/configuration?tab=install-tokens', 'Configuration');
      await page.getByRole('button', { name: 'New install token' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('button', { name: 'Make install token' }).click();
      await page.getByRole('button', { name: 'Copy token' }).click();
      const token = await page.evaluate<string>('navigator.clipboard.readText()');
      await page.getByRole('button', { name: 'I have copied it' }).click();
      return token;
    },
    async watchHosts() {
      await goTo(page, '/hosts', 'Hosts');
      // A page that was loaded again would have forgotten this.
      await page.evaluate('window.stillTheSamePage = true');
    },
    async rowOf(hostName) {
      await page.getByRole('row', { name: new RegExp(`Select ${hostName} `) }).waitFor();
      await expect.poll(() => page.evaluate('window.stillTheSamePage')).toBe(true);
      return (await textsOf(page, 'Hosts')).find((cells) => cells.includes(hostName)) ?? [];
    },
    async openHost(hostName) {
      await page.getByRole('link', { name: hostName }).click();
      await page.getByRole('heading', { level: 1, name: hostName }).waitFor();
      await page.getByRole('tab', { name: /Inventory/ }).click();
    },
    async inspect() {
      await page.getByRole('button', { name: 'Inspect & update' }).click();
      await page.getByText('Next inspection at its next check-in').waitFor();
    },
    async inventoryOnce(isThere) {
      await expect.poll(async () => isThere(await textsOf(page, 'Inventory'))).toBe(true);
      await expect.poll(() => page.evaluate('window.stillTheSamePage')).toBe(true);
      return textsOf(page, 'Inventory');
    },
    findProgram: (name) => page.getByLabel('Find a program or publisher').fill(name),
    async close() {
      await tab[Symbol.asyncDispose]();
      await browser.close();
    },
  };
};
