import { type PagePath, pages } from '@patchkeep/rules/pages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, themes } from './gallery.ts';
import { quietCve, type Scene, type Stage, startStage } from './stage.ts';

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

describe.each(themes)('in the %s theme', (theme) => {
  it('axe finds nothing on any route', { timeout: 180_000 }, async () => {
    await using scene = await stage.open('/#/', { theme, handshake });
    const found: string[] = [];
    const look = async (path: string, title: string) => {
      await arrive(scene.page, path, title);
      for (const violation of await findViolations(scene.page)) found.push(`${path} ${violation}`);
    };
    await look('/', 'Home');
    for (const [path, { title }] of Object.entries(pages)) await look(path, title);
    expect(found).toEqual([]);
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
    await using scene = await stage.open('/#/hosts', { theme, handshake });
    await scene.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    await open(scene);
    expect(await findViolations(scene.page)).toEqual([]);
  });

  it('axe finds nothing on the login page, nor on a narrow window', async () => {
    await using login = await stage.open('/login', { theme });
    await login.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await findViolations(login.page)).toEqual([]);
    await using narrow = await stage.open('/#/hosts', { theme, handshake, width: 360 });
    await narrow.page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
    expect(await findViolations(narrow.page)).toEqual([]);
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
