import { applications } from '@patchkeep/contract/applications';
import { tags } from '@patchkeep/contract/tags';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { insertBuilds, setContact } from './support/package-fixtures.ts';
import { goTo, lookAt, settled, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';
import { insertJob, insertTask, keepPending, zip } from './support/task-fixtures.ts';
import { makeVulnerableFleet, type VulnerableFleet } from './support/vulnerable-fleet.ts';

let stack: Stack;
let browser: Browser;
let fleet: VulnerableFleet;
let zipId: number | undefined;

const longHost = 'SRV-CPH-WAREHOUSE-TERMINAL-0412.corp.contoso.example';
const longTag = 'Laptops of the sales department in Copenhagen and Aarhus';

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  const administrator = await signInAsAdministrator(stack.url);
  fleet = await makeVulnerableFleet(stack, administrator);
  const listed = await administrator.call(applications.list, { query: {} });
  zipId = listed.applications.find(({ name }) => name === '7-Zip')?.applicationId;
  await keepPending(stack);
  await administrator.call(tags.create, { body: { tagName: longTag } });
  await stack.sql(`update hosts set host_name = $1 where host_name = 'LT-CPH-0412'`, [longHost]);
  await insertTask(stack, {
    ...zip,
    host: longHost,
    state: 3,
    result: 'verified',
    pkgResult: 'Success',
    minutesAgo: 5,
  });
  await insertJob(stack, { title: 'WinRAR for everyone', isRemoval: false, hosts: [longHost] });
  await setContact(stack, { answeredMinutesAgo: 0 });
  await insertBuilds(stack);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.edge[Symbol.asyncDispose]();
  await stack?.stop();
});

/** Width, height and name of the sizes a list is measured at; the last is 1280×720 enlarged to 200 %. */
const sizes = [
  [1280, 720, 'laptop'],
  [1920, 1080, 'desktop'],
  [390, 844, 'phone'],
  [640, 360, 'enlarged'],
] as const;

/** What is wrong with the names and the status of the lists in sight: names that are cut, a status that is out of sight. */
const faultsIn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const faults = [];
    const cells = document.querySelectorAll('main tbody th[scope="row"], main tbody [data-name]');
    if (cells.length === 0) faults.push('no names');
    for (const cell of cells)
      for (const part of [cell, ...cell.querySelectorAll(':not(.visually-hidden, svg, svg *)')]) {
        const style = getComputedStyle(part);
        const isCut =
          style.overflowX !== 'visible' && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight);
        if (isCut || style.textOverflow === 'ellipsis') faults.push('cut: ' + part.textContent);
      }
    for (const part of document.querySelectorAll('main tbody [data-status] :not(.visually-hidden)'))
      if (getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth)
        faults.push('cut status: ' + part.textContent);
    for (const status of document.querySelectorAll('main tbody tr:first-child [data-status]')) {
      const frame = status.closest('table').parentElement.getBoundingClientRect();
      const edge = status.getBoundingClientRect();
      if (edge.right > frame.right + 1) faults.push('out of sight: ' + status.textContent);
    }
    return faults;
  })()`);

/** Lists without a status of their own: tags, groups and Windows updates. */
const lists: readonly [path: string, title: string, hasStatus?: false][] = [
  ['/hosts', 'Hosts'],
  ['/applications', 'Applications'],
  ['/applications/hosts?applicationId=ZIP', 'Hosts'],
  ['/applications/versions?applicationId=ZIP', 'Versions'],
  ['/applications/versions/issues?applicationId=ZIP', 'Issues'],
  ['/patching/packages', 'Packages'],
  ['/patching/activity', 'Patching Activity'],
  ['/deployment/activity', 'Job Activity'],
  ['/patching/approvals', 'Approvals'],
  ['/patching/approvals?kind=wua', 'Approvals'],
  ['/win-updates', 'Windows Updates', false],
  ['/tags', 'Tags', false],
  ['/groups', 'Groups', false],
];

it('names are whole and the status is in sight in every list, on a laptop, a desktop and a phone, and enlarged', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  const faults: string[] = [];
  for (const [path, title, hasStatus = true] of lists) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await goTo(page, path.replace('ZIP', String(zipId)), title);
    await page.locator('main tbody tr[data-row], main tbody tr[aria-level]').first().waitFor();
    for (const [width, height, size] of sizes) {
      await page.setViewportSize({ width, height });
      await settled(page);
      for (const fault of await faultsIn(page)) faults.push(`${path} ${size}: ${fault}`);
    }
    if (hasStatus && (await page.locator('main tbody [data-status]').count()) === 0) faults.push(`${path}: no status`);
  }
  expect(faults).toEqual([]);
});

it('a column without content is as narrow as its head', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/hosts', 'Hosts');
  await page.locator('main tbody tr[data-row]').first().waitFor();
  const widthOf = async (name: string) =>
    (await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.width;
  await expect.poll(() => widthOf('Restart')).toBeLessThan(100);
  await lookAt(page);
});
