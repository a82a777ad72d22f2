import { type PagePath, pages } from '@patchkeep/rules/pages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAt } from './support/signed-in.ts';
import { quietCve, type Scene, type Stage, startStage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

const handshake = { expiringIgnoreRules: { countExpired: 2, countExpiringSoon: 4 }, isUat: true };
const arrive = async (page: Page, path: string, title: string) => {
  await page.goto(`/#${path.replace('$cveId', quietCve.cveId)}`);
  const heading = path.endsWith('$cveId') ? `${title} ${quietCve.cveId}` : title;
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
};

describe('in the light, dark and high-contrast themes', () => {
  it('axe finds nothing on any route', async () => {
    await using scene = await stage.open('/#/', { handshake });
    await arrive(scene.page, '/', 'Home');
    await lookAt(scene.page);
    for (const [path, { title }] of Object.entries(pages)) {
      await arrive(scene.page, path, title);
      await lookAt(scene.page);
    }
  });

  it.each<[string, (scene: Scene) => Promise<void>]>([
    [
      'the user menu',
      async ({ page }) => {
        await page.getByRole('button', { name: /^User menu of/ }).click();
        await page.getByRole('menu').waitFor();
      },
    ],
    [
      'the site switcher',
      async ({ page }) => {
        await page.getByRole('button', { name: 'Contoso DK' }).click();
        await page.getByRole('menu').waitFor();
      },
    ],
    [
      'the palette',
      async ({ page }) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').waitFor();
      },
    ],
    [
      'the keyboard help',
      async ({ page }) => {
        await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
        await page.getByRole('dialog').waitFor();
      },
    ],
    [
      'the exception dialog',
      async ({ page, answer }) => {
        answer({ 'PATCH /site/:id/select': { status: 500 } });
        await page.getByRole('button', { name: 'Contoso DK' }).click();
        await page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    ],
    [
      'the full-screen error',
      async ({ page, context }) => {
        await context.route('**/assets/account-configuration-*.js', (route) => route.abort());
        await page.goto('/#/account-configuration');
        await page.getByRole('alertdialog').waitFor();
      },
    ],
    [
      'the folded navigation',
      async ({ page }) => {
        await page.getByRole('button', { name: 'Collapse navigation' }).click();
        await page.getByRole('button', { name: 'Expand navigation' }).waitFor();
      },
    ],
  ])('axe finds nothing with %s open', async (_name, open) => {
    await using scene = await stage.open('/#/hosts', { handshake });
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await open(scene);
    await lookAt(scene.page);
  });

  it('axe finds nothing on the login page, nor on a narrow window', async () => {
    await using login = await stage.open('/login');
    await login.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await lookAt(login.page);
    await using narrow = await stage.open('/#/hosts', { handshake, width: 360 });
    await narrow.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await lookAt(narrow.page);
  });
});

describe('a window of 320 px', () => {
  it.each(['/', '/hosts', '/account-configuration', '/applications/versions/issues'] as const)(
    'shows %s without scrolling sideways',
    async (path) => {
      await using scene = await stage.open(`/#${path}`, { handshake, width: 320 });
      const title = path === '/' ? 'Home' : pages[path satisfies PagePath].title;
      await scene.page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expect.poll(() => scene.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    },
  );
});
