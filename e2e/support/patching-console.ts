import type { Page } from 'playwright-core';
import { goTo, toast } from './signed-in.ts';

/** Decides about applications as an administrator does: in the matrix, with the preview read before it is applied. */
export const decideByHand = async (
  page: Page,
  deed: 'Automate' | 'Approve',
  names: readonly string[],
): Promise<void> => {
  await goTo(page, '/patching/approvals', 'Approvals');
  for (const name of names) {
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
    await row.getByRole('button', { name: /^Decide on/ }).click();
    // Another version can be approved too, which asks for it.
    const item = deed === 'Approve' ? /^Approve Version/ : /^Automate/;
    await page.getByRole('menuitem', { name: item }).click();
  }
  await page.getByRole('region', { name: 'Pending changes' }).getByRole('button', { name: 'Review' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /1 host$/ })
    .click();
  await toast(page, /1.host/).waitFor();
};

export const automateByHand = (page: Page, names: readonly string[]): Promise<void> =>
  decideByHand(page, 'Automate', names);

/** Stays on Patching Activity and writes down what the open page says of each application, as often as it changes. */
export const watchActivity = async (page: Page): Promise<(name: string) => Promise<string[]>> => {
  await goTo(page, '/patching/activity', 'Patching Activity');
  await page.evaluate(`
    window.saidOf = {};
    const look = () => {
      const table = document.querySelector('table[aria-label="Patching activity"]');
      if (!table) return;
      const texts = (row) => Array.from(row.cells, (cell) => cell.innerText.replaceAll(/\\s+/g, ' ').trim());
      const heads = texts(table.tHead.rows[0]);
      for (const row of table.querySelectorAll('tbody tr[data-row]')) {
        const cells = texts(row);
        const said = (window.saidOf[cells[heads.indexOf('Application')]] ??= []);
        const words = cells[heads.indexOf('Result')];
        if (said.at(-1) !== words) said.push(words);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  `);
  return (name) => page.evaluate<string[]>(`window.saidOf[${JSON.stringify(name)}] ?? []`);
};
