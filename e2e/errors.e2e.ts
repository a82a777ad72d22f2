import { detachedBase } from '@patchkeep/contract/endpoint';
import { errorTexts } from '@patchkeep/contract/errors';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleSites } from '../apps/console/src/testkit/sample-handshake.ts';
import { settled } from './support/signed-in.ts';
import { type Reply, type Scene, type Stage, startStage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

/** A console on which switching the site fails as given. */
const failing = async (reply: Reply): Promise<Scene> => {
  const scene = await stage.open('/#/hosts', { answers: { 'PATCH /site/:id/select': reply } });
  await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
  await scene.page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
  return scene;
};
const dialogOf = async (page: Page) => {
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  return {
    dialog,
    title: await dialog.getByRole('heading').textContent(),
    words: await dialog.locator('p').allTextContents(),
    buttons: await dialog.getByRole('button').allTextContents(),
  };
};
const reports = (scene: Scene) => scene.calls.filter(({ path }) => path === '/error');

describe('the exception dialog', () => {
  it('is fetched ahead: a server that is gone could not be asked for it', async () => {
    await using scene = await stage.open('/#/hosts', { answers: { 'PATCH /site/:id/select': { status: 500 } } });
    await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
    await scene.page.waitForLoadState('networkidle');
    await scene.context.route('**/assets/**', (route) => route.abort());
    await scene.page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
    await scene.page.getByRole('alertdialog', { name: 'Error' }).waitFor();
  });

  it('of a 401 is Session expired; its one button is Login and logs out [ERR-06] [ERR-18]', async () => {
    await using scene = await failing({ status: 401 });
    const { dialog, title, words, buttons } = await dialogOf(scene.page);
    expect([title, words, buttons]).toEqual([
      'Session expired',
      ['Your current session has expired. Please re-login.'],
      ['Login'],
    ]);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await scene.page.waitForURL(/\/login#\//);
    expect(scene.calls.some(({ path }) => path === '/logout')).toBe(true);
  });

  it('of a save conflict is Conflict; its one button is Reload, and the changes are gone [ERR-07] [ERR-23] [ERR-40]', async () => {
    await using scene = await failing({ status: 409 });
    const { dialog, title, words, buttons } = await dialogOf(scene.page);
    expect([title, words, buttons]).toEqual(['Conflict', [errorTexts.saveConflict], ['Reload']]);
    await scene.page.evaluate(`window.unsavedChange = 'half a form'`);
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await dialog.waitFor({ state: 'detached' });
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await expect.poll(() => scene.page.evaluate('typeof window.unsavedChange')).toBe('undefined');
  });

  it('of a 403 is Permission denied; its one button is Dismiss and closes it [ERR-08] [ERR-19]', async () => {
    await using scene = await failing({ status: 403 });
    const { dialog, title, words, buttons } = await dialogOf(scene.page);
    expect([title, words, buttons]).toEqual(['Permission denied', [errorTexts.permissionDenied], ['Dismiss']]);
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await dialog.waitFor({ state: 'detached' });
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
  });

  it('of anything else has the operation, the sentence, the standard message and the instance id [ERR-09] [ERR-10] [ERR-24]', async () => {
    await using scene = await failing({ status: 500 });
    const { dialog, title, words, buttons } = await dialogOf(scene.page);
    expect([title, buttons]).toEqual(['Error', ['Dismiss']]);
    expect(words).toEqual([
      'Unable to switch site.\nAn error occurred while processing your request.',
      'Please wait a minute and then try again. If the problem persists, please contact support.',
    ]);
    const lines = dialog.locator('p').first();
    await expect.poll(async () => (await lines.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    const instanceId = scene.calls[0]?.query.get('instanceId');
    await expect.poll(() => dialog.locator('code').textContent()).toBe(instanceId);
  });

  it('of code 404 and of code 2004 has their titles and texts [ERR-21] [ERR-22]', async () => {
    await using lost = await failing({ status: 404, body: { code: 404 } });
    const notFound = await dialogOf(lost.page);
    expect([notFound.title, notFound.words[0]]).toEqual(['Not Found', 'The requested data does not exist.']);
    await using taken = await failing({ status: 409, body: { code: 2004 } });
    const conflict = await dialogOf(taken.page);
    expect([conflict.title, conflict.words[0]]).toEqual([
      'Conflict',
      'The email address provided is already in use and associated with a different customer account.',
    ]);
  });

  it('of a version header that changed is New Version available and reloads [ERR-15] [ERR-16] [ERR-17]', async () => {
    await using scene = await failing({ headers: { 'x-current-version': '2.0.0' } });
    const { title, words, buttons } = await dialogOf(scene.page);
    expect([title, words, buttons]).toEqual([
      'New Version available',
      ["A new version is available. Click 'Reload' to get it."],
      ['Reload'],
    ]);
  });

  it('has a static backdrop: neither a press outside nor Esc closes it [SHELL-48]', async () => {
    await using scene = await failing({ status: 500 });
    const { dialog } = await dialogOf(scene.page);
    await scene.page.mouse.click(5, 5);
    await scene.page.keyboard.press('Escape');
    await settled(scene.page);
    await expect.poll(() => dialog.isVisible()).toBe(true);
  });

  it('takes the focus to its button, and gives it back', async () => {
    await using scene = await failing({ status: 500 });
    await dialogOf(scene.page);
    await scene.page.keyboard.press('Enter');
    await scene.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(scene.complaints).toEqual([]);
  });
});

describe('every error shown', () => {
  it('is reported once, with what the dialog said [ERR-37] [ERR-38]', async () => {
    await using scene = await failing({ status: 409 });
    await dialogOf(scene.page);
    await expect.poll(() => reports(scene).length).toBe(1);
    expect(reports(scene)[0]).toMatchObject({
      method: 'POST',
      body: {
        showExceptionModal: true,
        exceptionTitle: 'Conflict',
        exceptionDescription: errorTexts.saveConflict,
        requiresReload: true,
        requiresLogin: false,
        instanceId: scene.calls[0]?.query.get('instanceId'),
        rawException: expect.stringContaining('409') as unknown,
      },
    });
  });

  it('is reported also where a form shows a refusal itself [ERR-38]', async () => {
    const refused = { status: 400, body: { message: 'A group of this name exists' } };
    await using scene = await stage.open('/#/groups', { answers: { 'POST /group': refused } });
    const { page } = scene;
    await page.getByRole('button', { name: 'New group' }).first().click();
    await page.getByLabel('Name').fill('Sales');
    await page.getByRole('button', { name: 'Make group' }).click();
    await page.getByText('A group of this name exists').waitFor();
    await expect.poll(() => reports(scene).length).toBe(1);
    expect(reports(scene)[0]?.body).toMatchObject({
      showExceptionModal: false,
      rawException: expect.stringContaining('A group of this name exists') as unknown,
    });
  });

  it('of a detached tab is reported with its token, because it has no session [ERR-38]', async () => {
    await using scene = await stage.open('/?accessToken=secret#/detached/dashboard', {
      answers: { [`GET ${detachedBase}/dashboard/data`]: { status: 500 } },
    });
    await dialogOf(scene.page);
    const sent = () => scene.calls.filter(({ path }) => path.endsWith('/error'));
    await expect.poll(() => sent().length).toBe(1);
    expect(sent()[0]).toMatchObject({
      path: `${detachedBase}/error`,
      headers: { authorization: 'Bearer secret' },
      body: { exceptionDescription: expect.stringContaining('Unable to fetch dashboard data') as unknown },
    });
  });

  it('whose report fails stays the only thing shown; the rest goes to the log [ERR-39]', async () => {
    const logged: string[] = [];
    await using scene = await stage.open('/#/hosts', {
      answers: { 'PATCH /site/:id/select': { status: 403 }, 'POST /error': { status: 500 } },
    });
    scene.page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
    await scene.page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
    const { title } = await dialogOf(scene.page);
    await expect.poll(() => logged.join()).toContain('An error could not be reported');
    expect(title).toBe('Permission denied');
    await expect.poll(() => scene.page.getByRole('alertdialog').count()).toBe(1);
  });
});

describe('the full-screen error', () => {
  it('shows after a busy server was tried four times, 3 s apart: reload and contact support [ERR-03] [ERR-05] [ERR-20]', async () => {
    await using scene = await stage.open('/#/hosts', { answers: { 'PATCH /site/:id/select': { status: 503 } } });
    await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
    // Each text stays for three seconds, which a look from outside can miss on a busy machine.
    await scene.page.evaluate(`window.shown = new Set();
      new MutationObserver(() => {
        const [text] = /The server is busy: retrying . of 3/.exec(document.body.textContent) ?? [];
        if (text) window.shown.add(text);
      }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
    const begun = Date.now();
    await scene.page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
    const dialog = scene.page.getByRole('alertdialog', { name: errorTexts.generalFailureTitle });
    await dialog.waitFor();
    expect(Date.now() - begun).toBeGreaterThan(8_500);
    expect(await scene.page.evaluate('[...window.shown]')).toEqual(
      [1, 2, 3].map((turn) => `The server is busy: retrying ${turn} of 3`),
    );
    expect(scene.calls.filter(({ path }) => path.endsWith('/select'))).toHaveLength(4);
    await expect.poll(() => dialog.locator('p').first().textContent()).toMatch(/please contact support/);
    await expect.poll(() => scene.page.getByRole('navigation').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
  });

  it('shows for a chunk that does not load, with the advice to fetch the latest version [ERR-04]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await scene.context.route('**/assets/account-configuration-*.js', (route) => route.abort());
    await scene.page.goto('/#/account-configuration');
    const dialog = scene.page.getByRole('alertdialog', { name: errorTexts.chunkTitle });
    await dialog.waitFor();
    await expect.poll(() => dialog.locator('p').first().textContent()).toBe(errorTexts.chunkAdvice);
    expect(errorTexts.chunkAdvice).toMatch(/fetch the latest version/);
    await scene.context.unroute('**/assets/account-configuration-*.js');
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await scene.page.getByRole('heading', { level: 1, name: 'Account Configuration' }).waitFor();
  });
});

describe('a page that cannot be drawn', () => {
  it('shows the generic error screen inside the shell, and is reported [ERR-01]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    // The page formats numbers with what the browser brings; that is taken away from it.
    await scene.page.evaluate(`Intl.NumberFormat.prototype.formatToParts = () => { throw new Error('broken') }`);
    await scene.page.getByRole('link', { name: /Patchkeep Corporate/ }).click();
    await scene.page.getByRole('heading', { level: 1, name: errorTexts.renderTitle }).waitFor();
    await scene.page.getByText(errorTexts.renderAdvice).waitFor();
    await scene.page.getByRole('button', { name: 'Reload' }).waitFor();
    await expect.poll(() => reports(scene).length).toBeGreaterThan(0);
    // Another page that needs none of it is drawn again.
    await scene.page.getByRole('link', { name: 'Custom Software' }).click();
    await scene.page.getByRole('heading', { level: 1, name: 'Custom Software' }).waitFor();
  });

  it('for want of a chunk shows the special variant [ERR-02]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await scene.context.route('**/assets/keyboard-help-*.js', (route) => route.abort());
    await scene.page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await scene.page.getByRole('main').getByRole('heading', { level: 1, name: errorTexts.chunkTitle }).waitFor();
    await scene.page.getByText(errorTexts.chunkAdvice).waitFor();
    await expect.poll(() => scene.page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
  });
});

describe('a fetch that fails', () => {
  it.each([
    ['groups', '/groups', 'GET /group'],
    ['tags', '/tags', 'GET /tag'],
    ['ignore rules', '/configuration?tab=ignore-rules', 'GET /ignore-rule'],
    ['package activities', '/patching/activity', 'GET /package-activities'],
    ['patching activities', '/patching/activity?kind=wua', 'GET /win-update-package-activities'],
    ['settings', '/configuration?tab=restarts', 'GET /restart-settings'],
    ['sites', '/sites', 'GET /site'],
    ['site users', `/sites/users?siteUuid=${sampleSites[0]?.siteAccountUuid}`, 'GET /site/:id/user'],
    ['user activities', '/user-activity', 'GET /account-activities'],
    ['system activities', '/system-activity', 'GET /system-activities'],
  ])('says that it was unable to fetch %s [ERR-35]', async (thing, path, call) => {
    await using scene = await stage.open(`/#${path}`, { answers: { [call]: { status: 500 } } });
    await scene.page.getByText(`Unable to fetch ${thing}.`).first().waitFor();
  });
});
