import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { type DecidedOffice, openOffice } from './support/decided-office.ts';
import { publishArchivers } from './support/package-fixtures.ts';
import { fitsSideways, goTo, lookAt, signedIn, toast, tabTo } from './support/signed-in.ts';
import { type SignerProcess, startSigner } from './support/signer.ts';
import { type Stack, startStack } from './support/stack.ts';

let signer: SignerProcess;
let stack: Stack;
let browser: Browser;
let office: DecidedOffice;
beforeAll(async () => {
  signer = await startSigner();
  [stack, browser] = await Promise.all([startStack(signer.env), launchChromium()]);
  office = await openOffice(stack, await signInAsAdministrator(stack.url));
  await publishArchivers(signer, stack);
});
afterAll(async () => {
  await browser?.close();
  await office?.edge[Symbol.asyncDispose]();
  await stack?.stop();
  await signer?.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const step = (page: Page, name: string) => page.getByRole('region', { name: `of 3: ${name}` });
const jobRow = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
/** The server shows a wide act before it does it: answered where it asks. */
const agree = async (page: Page, done: Locator): Promise<void> => {
  const preview = page.getByRole('dialog').getByRole('button', { name: /^Do it on/ });
  await preview.or(done).first().waitFor();
  if (await preview.isVisible()) await preview.click();
  await done.waitFor();
};

const generated = 'Install 7-Zip; remove WinSCP';
const ticked = 'Install Wireshark and 7-Zip';

describe('deployment jobs', () => {
  it('say what to do first while there are none', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/', 'Home');
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await page.getByText('No deployment jobs yet').waitFor();
    await page.getByText('First choose').waitFor();
    await lookAt(page, 'jobs-empty');
    await fitsSideways(page);
    await button(page, 'Host Targets').click();
    await page.getByText('No host is a target').waitFor();
    await lookAt(page, 'host-targets-empty');
  });

  it('are put together by keys alone, survive a reload, and are announced [DEP-02] [DEP-03] [DEP-05] [DEP-06] [DEP-26] [DEP-31]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/deployment/jobs', 'Jobs');
    await tabTo(page, button(page, 'Create job').last());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Create Job' }).waitFor();

    // Nothing is chosen: going on to the end says so, and leads back.
    await button(page, 'Next: Targets').waitFor();
    for (const name of ['Targets', 'Naming']) {
      await page.keyboard.press('Control+Enter');
      await step(page, name).waitFor();
    }
    await page.keyboard.press('Control+Enter');
    await toast(page, 'No Applications selected for installation or uninstallation.').waitFor();
    await step(page, 'Apps').waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('7-zip');
    await tabTo(page, button(page, 'Install 7-Zip'));
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Name or vendor begins with' }).fill('winscp');
    await tabTo(page, button(page, 'Remove WinSCP'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'In this job (2)' }).waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'Version of 7-Zip' }));
    await page.keyboard.type('26.03');
    await lookAt(page, 'create-job-apps');
    await fitsSideways(page);

    await page.keyboard.press('Control+Enter');
    await step(page, 'Targets').waitFor();
    await tabTo(page, page.getByRole('checkbox', { name: /^LT-CPH-0012/ }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('tab', { name: /Hosts/ }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('checkbox', { name: /^Lab/ }));
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'Targets of this job (2)' }).waitFor();
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual([expect.stringMatching(/^Hosts/), expect.stringMatching(/^Groups/), expect.stringMatching(/^Tags/)]);
    await lookAt(page, 'create-job-targets');
    await fitsSideways(page);

    await page.reload();
    await step(page, 'Targets').getByText('Targets of this job (2)').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(generated);
    await expect
      .poll(() => page.getByRole('textbox', { name: /^Comment/ }).inputValue())
      .toBe('Host LT-CPH-0012; group Lab');
    const note = page.getByText('Hosts take up the job only at their next scheduled inspection.');
    await expect
      .poll(() => note.textContent())
      .toContain('run Inspect & Update on tags, groups or hosts, or change the schedule in Configuration');
    // What somebody wrote stays, what nobody wrote is generated anew.
    await page.getByRole('textbox', { name: /^Comment/ }).fill('For the course');
    await button(page, /^2?Targets/).click();
    await button(page, 'Take out Lab').click();
    await page.getByRole('tab', { name: /Groups/ }).click();
    await page.getByRole('checkbox', { name: /^Lab/ }).click();
    await button(page, /^1?Apps/).click();
    await button(page, /^3?Naming/).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(generated);
    await expect.poll(() => page.getByRole('textbox', { name: /^Comment/ }).inputValue()).toBe('For the course');
    await button(page, /^Create job on 1[67] hosts$/).waitFor();
    await lookAt(page, 'create-job-naming');
    await fitsSideways(page);

    await page.keyboard.press('Control+Enter');
    await agree(page, page.getByText(`Deployment Job "${generated}" has been created.`));
    await jobRow(page, generated).getByText('Active').waitFor();
    await page.goto('/#/deployment/create-job');
    await page.getByRole('heading', { name: 'In this job (0)' }).waitFor();
  });

  it('show how far each host has come, stop and go on [DEP-42]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/deployment/jobs', 'Jobs');
    await page.getByRole('link', { name: generated }).click();
    await page.getByRole('heading', { level: 1, name: `Job ${generated}` }).waitFor();
    const hosts = page.getByRole('table', { name: `Hosts of ${generated}` });
    const rows = hosts.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'LT-CPH-0012' }) });
    const waiting = rows.filter({ hasText: 'Install 7-Zip 26.03' });
    await waiting.getByText(/^The host gets it at its next (check-in|scheduled inspection)\.$/).waitFor();
    await expect.poll(() => waiting.textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d .* on the host/);
    await lookAt(page, 'job');
    await fitsSideways(page);
    for (const name of ['Actions', 'Targets', 'Details']) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      await lookAt(page);
    }
    await button(page, 'Stop').click();
    await toast(page, '1 job stopped. What hosts have begun ends; nothing else begins.').waitFor();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.getByRole('tab', { name: /^Hosts/ }).click();
    await waiting.getByText('The job was stopped.').waitFor();
    await button(page, 'Resume').click();
    await agree(page, toast(page, '1 job resumed.'));
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Jobs' }).click();

    // From the list, by ticked rows and by filter.
    await page.getByRole('checkbox', { name: `Select ${generated}` }).click();
    await button(page, 'Stop').click();
    await jobRow(page, generated).getByText('Stopped').waitFor();
    await goTo(page, '/deployment/jobs?state=active', 'Jobs');
    await page.getByText('No jobs match these filters').waitFor();
    await goTo(page, '/deployment/jobs?state=stopped&channelTag=7-zip', 'Jobs');
    await page.getByRole('button', { name: /^Application is 7-Zip/ }).waitFor();
    await jobRow(page, generated).waitFor();
  });

  it('begin with what is ticked among applications and hosts [DEP-24]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/applications', 'Applications');
    await page.getByRole('checkbox', { name: 'Select Wireshark' }).click();
    await button(page, 'Deploy...').click();
    await page.getByRole('heading', { level: 1, name: 'Create Job' }).waitFor();
    await step(page, 'Targets').waitFor();
    await goTo(page, '/hosts', 'Hosts');
    await page.getByRole('checkbox', { name: 'Select DT-AAR-0012' }).click();
    await button(page, 'Deploy...').click();
    await toast(page, 'Added to the job that you were putting together.').waitFor();

    // Nobody vouches for a package of it: in the words of the requirements, and what was chosen stays.
    await step(page, 'Naming').waitFor();
    await page.getByText('0 hosts', { exact: true }).waitFor();
    await page.getByRole('radio', { name: /check-in/ }).click();
    await button(page, 'Create job on 0 hosts').click();
    await page
      .getByText(
        'No applicable Hosts were found for installing/uninstalling the selected Applications. 1 Host must upgrade their agent to support software deployment. No job was created.',
      )
      .waitFor();
    await lookAt(page, 'job-without-hosts');

    // What was chosen is still there, and goes with something that there is a package of.
    await button(page, /^1?Apps/).click();
    await page.getByRole('searchbox', { name: 'Name or vendor begins with' }).fill('7-zip');
    await button(page, 'Install 7-Zip').click();
    await button(page, /^3?Naming/).click();
    await button(page, 'Create job on 1 host').click();
    await agree(page, page.getByText('Deployment Job will run on 1 host.'));
    await page.getByText('No applicable Hosts').waitFor({ state: 'detached' });
  });

  it('are edited as what changes, alone or several at once [DEP-04]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/deployment/jobs', 'Jobs');
    await page.getByRole('link', { name: generated }).click();
    await button(page, 'Edit').click();
    await page.getByRole('heading', { level: 1, name: `Edit Job ${generated}` }).waitFor();
    await button(page, 'Take out WinSCP').click();
    await page.getByText('Is disabled when you save').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tab', { name: /Tags/ }).click();
    await page.getByRole('checkbox', { name: /^Pilot/ }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 action disabled, 1 tag added.').waitFor();
    await lookAt(page, 'edit-job');
    await page.getByRole('textbox', { name: 'Title' }).fill('Archivers');
    await button(page, 'Save job').click();
    await agree(page, page.getByText('Deployment Job "Archivers" has been saved.'));
    await page.getByRole('tab', { name: /^Actions/ }).click();
    await page.getByRole('row').filter({ hasText: 'WinSCP' }).getByText('Disabled').waitFor();

    // Several at once: the same is added to each.
    await goTo(page, '/deployment/jobs', 'Jobs');
    await page.getByRole('checkbox', { name: 'Select Archivers' }).click();
    await page.getByRole('checkbox', { name: `Select ${ticked}` }).click();
    await button(page, 'Edit...').click();
    await page.getByRole('heading', { level: 1, name: 'Edit Job 2 jobs' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('checkbox', { name: /^LT-CPH-0019/ }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 host added.').waitFor();
    await button(page, 'Save 2 jobs').click();
    await agree(page, page.getByText('2 Deployment Jobs have been saved.'));
    await jobRow(page, ticked).getByText('2 hosts').first().waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await lookAt(page, 'jobs');
    await fitsSideways(page);
  });

  it('are the other way round what shall be on each host, by which job, and why', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/deployment/jobs', 'Jobs');
    await page.getByRole('link', { name: 'Archivers' }).click();
    await page.getByRole('link', { name: 'Host Targets' }).click();
    await page.getByRole('heading', { level: 1, name: 'Host Targets' }).waitFor();
    await page.getByRole('button', { name: /^Job is Archivers/ }).waitFor();
    const targets = page.getByRole('table', { name: 'Host Targets' }).getByRole('row');
    const ofHost = targets.filter({ has: page.getByRole('rowheader', { name: 'LT-CPH-0012' }) });
    await expect.poll(() => ofHost.first().textContent()).toMatch(/by host.*Install 7-Zip 26\.03.*Archivers/);
    await goTo(page, '/host-targets?verdict=spent', 'Host Targets');
    await page.getByText('No host targets match these filters').waitFor();
    await goTo(page, '/host-targets', 'Host Targets');
    await ofHost.first().waitFor();
    await targets.filter({ hasText: ticked }).first().waitFor();
    await lookAt(page, 'host-targets');
    await fitsSideways(page);

    // What it is narrowed to is kept under a name, as on other lists; so it is on Jobs.
    await goTo(page, '/deployment/jobs?state=active', 'Jobs');
    await button(page, 'View: Custom').click();
    await page.getByRole('menuitem', { name: 'Save as new view...' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox').fill('At work');
    await button(page, 'Save view').click();
    await button(page, 'View: At work').waitFor();
    await goTo(page, '/host-targets', 'Host Targets');
    await goTo(page, '/deployment/jobs', 'Jobs');
    await button(page, 'View: All jobs').click();
    await page.getByRole('menuitemradio', { name: 'At work' }).click();
    await page.waitForURL(/state=active/);
  });

  it('that somebody deleted while it was edited are said not to be found, and why [ERR-26]', async () => {
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/deployment/jobs', 'Jobs');
    await page.getByRole('link', { name: 'Archivers' }).click();
    await button(page, 'Edit').click();
    await page.getByRole('heading', { level: 1, name: 'Edit Job Archivers' }).waitFor();
    await button(page, /^3?Naming/).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Archivers for all');
    await stack.sql(`delete from goals where title = 'Archivers'`);
    await button(page, 'Save job').click();
    const dialog = page.getByRole('alertdialog', { name: 'Not Found' });
    await dialog.getByText('The deployment job was not found. It may have been deleted by another user.').waitFor();
    await lookAt(page, 'job-not-found');
    await dialog.getByRole('button').click();
    // What was typed is still there.
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Archivers for all');
  });

  it('tell installers what was chosen, with what is wrong at its field, and go by priority [DEP-30]', async () => {
    const option = {
      name: 'server',
      title: 'Server',
      help: 'Whom it calls.',
      argument: 'SERVER={value}',
      isRequired: true,
    };
    const flag = { name: 'noIcons', title: 'No icons', help: '', argument: 'NOICONS=1', isFlag: true };
    const file = { name: 'mst', title: 'Transform', help: '', type: 'transform', isAdvanced: true };
    await stack.sql(`update channels set rules = rules || $1 where channel_tag = '7-zip'`, [
      { upgrade: { options: [option, flag], files: [file] } },
    ]);
    await stack.sql('update catalog_revision set revision = revision + 1');
    // What the deleted job wrote is none of this one's.
    await stack.sql('delete from tasks');
    await using tab = await signedIn(browser, stack.url);
    const { page } = tab;
    await goTo(page, '/deployment/create-job', 'Create Job');
    await page.getByRole('searchbox', { name: 'Name or vendor begins with' }).fill('7-zip');
    await button(page, 'Install 7-Zip').click();
    await page.getByRole('textbox', { name: 'Version of 7-Zip' }).fill('26.03');
    const unconfigured = 'Cannot deploy unconfigured software "7-Zip"';
    await page.getByText(unconfigured).waitFor();
    await button(page, /^2?Targets/).click();
    await page.getByRole('checkbox', { name: /^LT-CPH-0012/ }).click();
    await button(page, /^3?Naming/).click();
    await page.getByText(`${unconfigured}.`).first().waitFor();
    await page.keyboard.press('Control+Enter');
    await toast(page, `${unconfigured}.`).waitFor();
    await step(page, 'Apps').waitFor();

    await button(page, 'Options of 7-Zip').click();
    const dialog = page.getByRole('dialog', { name: 'Options: 7-Zip' });
    await dialog.getByRole('button', { name: 'Use these options' }).click();
    await dialog.getByText('Server is required').waitFor();
    await dialog.getByRole('textbox', { name: 'Server' }).fill('"other"');
    await dialog.getByText('Server must be one line without quotes').waitFor();
    await dialog.getByText('Jobs cannot give hosts files of yours yet.').waitFor();
    await lookAt(page, 'create-job-options');
    await fitsSideways(page);
    await dialog.getByRole('textbox', { name: 'Server' }).fill('one two');
    await dialog.getByRole('checkbox', { name: 'No icons' }).click();
    await dialog.getByRole('checkbox', { name: /^New jobs of this site/ }).click();
    await dialog.getByRole('button', { name: 'Use these options' }).click();
    await toast(page, 'New jobs of this site begin with these options of 7-Zip.').waitFor();
    await page.getByText('Server: one two, No icons').waitFor();
    await lookAt(page, 'create-job-told');

    await button(page, /^3?Naming/).click();
    await page.getByRole('textbox', { name: 'Priority' }).fill('high');
    await page.getByText('A whole number from -1000 to 1000').waitFor();
    await page.getByRole('textbox', { name: 'Priority' }).fill('7');
    // While it is on its way the button says so, and nobody sends it twice.
    const arrived = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const isMaking = ({ pathname }: URL) => pathname.endsWith('/goal');
    await page.route(
      isMaking,
      async (route) => {
        arrived.resolve();
        await held.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await button(page, 'Create job on 1 host').click();
    await arrived.promise;
    await expect.poll(() => page.locator('button[data-pending]').count()).toBe(1);
    held.resolve();
    await agree(page, page.getByText('Deployment Job "Install 7-Zip" has been created.'));
    await expect
      .poll(() => stack.sql(`select options from tasks where for_user = '' and options <> '{}'::jsonb`))
      .toEqual([{ options: { server: 'one two', noIcons: 'NOICONS=1' } }]);
    await expect
      .poll(() => stack.sql(`select priority from goals where title = 'Install 7-Zip'`))
      .toEqual([{ priority: 7 }]);

    // Its editor shows what it says, also after the site says something else to new jobs.
    await page.getByRole('link', { name: 'Install 7-Zip', exact: true }).click();
    await button(page, 'Edit').click();
    await page.getByText('Server: one two, No icons').waitFor();
    await button(page, 'Options of 7-Zip').click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Server' }).fill('three');
    await page.getByRole('dialog').getByRole('button', { name: 'Use these options' }).click();
    await button(page, /^3?Naming/).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Priority' }).inputValue()).toBe('7');
    await page.getByText('1 action added, 1 action disabled.').waitFor();
    await button(page, 'Save job').click();
    await agree(page, page.getByText('Deployment Job "Install 7-Zip" has been saved.'));
    await page.getByRole('tab', { name: /^Actions/ }).click();
    await page.getByRole('row').filter({ hasText: 'server: three, noIcons' }).first().waitFor();
  });
});
