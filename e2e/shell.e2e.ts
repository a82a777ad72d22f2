import { product } from '@patchkeep/contract/product';
import { rolePreset } from '@patchkeep/contract/rights';
import type { Handshake } from '@patchkeep/contract/session';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleHandshake, sampleSites } from '../apps/console/src/testkit/sample-handshake.ts';
import { settled } from './support/signed-in.ts';
import { type Stage, startStage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

const sample = sampleHandshake();
const site = (changes: Partial<NonNullable<Handshake['currentSite']>>): Partial<Handshake> => {
  if (!sample.currentSite) throw new Error('The sample has a site');
  return { currentSite: { ...sample.currentSite, ...changes } };
};
const modules = (isDetectionModuleEnabled: boolean, isPatchingEnabled: boolean, isPatchProModuleEnabled: boolean) =>
  site({ siteSettings: { isDetectionModuleEnabled, isPatchingEnabled, isPatchProModuleEnabled } });
const customer = (changes: Partial<Handshake['customerSettings']>): Partial<Handshake> => ({
  customerSettings: { ...sample.customerSettings, ...changes },
});

const navigationOf = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
};
const openMenu = (page: Page) => page.getByRole('button', { name: /^User menu of/ }).click();
const menuOf = async (page: Page) => {
  const sections = await page.getByRole('menu').getByRole('group').all();
  return Promise.all(sections.map((section) => section.getByRole('menuitem').allTextContents()));
};

/** A tooltip opens for a pointer that moves, as a hand's does. */
const pointAt = async (target: Locator) => {
  await target.page().mouse.move(640, 500);
  await target.hover();
};
const backgroundOfTitle = async (page: Page) => {
  await page.getByRole('banner').waitFor();
  return page.evaluate<string>(
    `getComputedStyle(document.querySelector('header a[href*="#/?site="]')).backgroundColor`,
  );
};

const results = [
  'Dashboard',
  'Applications',
  'Vulnerabilities',
  'Windows Updates',
  'Hosts',
  'Groups',
  'Tags',
  'Report',
];

describe('the navigation panel', () => {
  it('shows each item by its capability [SHELL-25] [SHELL-26] [SHELL-27] [SHELL-28] [SHELL-29] [SHELL-30] [SHELL-31]', async () => {
    const cases: [Partial<Handshake>, string[]][] = [
      [
        {},
        [
          ...results,
          'Approvals',
          'Patching Activity',
          'Packages',
          'Create Job',
          'Custom Software',
          'Jobs',
          'Job Activity',
          'App tune',
          'User Activity',
          'Configuration',
          'System Dashboard',
          'System Approvals',
          'System Activity',
        ],
      ],
      [modules(false, true, true), ['App tune']],
      [
        {
          isSystemAdmin: false,
          ...site({
            sitePermissions: 1,
            siteSettings: { isDetectionModuleEnabled: true, isPatchingEnabled: false, isPatchProModuleEnabled: false },
          }),
          ...customer({ isSoftwareDeploymentEnabled: false }),
        },
        [...results, 'Configuration', 'System Dashboard'],
      ],
      [
        {
          isSystemAdmin: false,
          ...site({ sitePermissions: 1 + 32 }),
          ...customer({ isSoftwareDeploymentEnabled: false }),
        },
        [
          ...results,
          'Approvals',
          'Patching Activity',
          'Packages',
          'Custom Software',
          'App tune',
          'Configuration',
          'System Dashboard',
        ],
      ],
    ];
    for (const [handshake, expected] of cases) {
      await using scene = await stage.open('/#/', { handshake });
      await expect.poll(() => navigationOf(scene.page)).toEqual(expected);
    }
  });

  it('leads to no page of patching in a site without it, and such a page says so instead of denying a right', async () => {
    await using scene = await stage.open('/#/patching/approvals', { handshake: modules(true, false, true) });
    await scene.page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await scene.page.getByText('Patching is off for this site').waitFor();
    await scene.page.getByText('bin/patchkeep customer set --site "Contoso DK" --patching on').waitFor();
  });

  it('shows nothing of detection in a site without it, and a page of it says so, as PatchPro does', async () => {
    await using scene = await stage.open('/#/hosts', { handshake: modules(false, true, true) });
    const { page } = scene;
    for (const [path, title] of [
      ['/hosts', 'Hosts'],
      ['/applications', 'Applications'],
      ['/configuration', 'Configuration'],
      ['/user-activity', 'User Activity'],
      // Patching rests on detection.
      ['/patching/approvals', 'Approvals'],
    ] as const) {
      await page.evaluate(`location.hash = '${path}'`);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.getByText('Detection is off for this site').waitFor();
    }
    await page.getByText('bin/patchkeep customer set --site "Contoso DK" --detection on').waitFor();
    await page.waitForLoadState('networkidle');
    const ofDetection = ['/hosts', '/applications', '/configuration', '/feeds', '/account-activities', '/ignore-rule'];
    expect(scene.calls.map(({ path }) => path).filter((path) => ofDetection.includes(path))).toEqual([]);
    await page.getByRole('button', { name: 'Search pages' }).click();
    await page.getByRole('combobox').fill('hosts');
    await expect.poll(() => page.getByRole('option', { name: /^Hosts/ }).count()).toBe(0);
    await using other = await stage.open('/#/patchpro', { handshake: modules(true, true, false) });
    await other.page.getByText('PatchPro is off for this site').waitFor();
  });

  it('marks what is disabled, and says who can enable it [SHELL-34]', async () => {
    const handshake = customer({ isCustomSoftwareEnabled: false, allowCustomSoftwareUi: true });
    await using scene = await stage.open('/#/', { handshake });
    const item = scene.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Custom Software/ });
    await item.getByText('Disabled', { exact: true }).waitFor();
    await scene.page.getByRole('heading', { level: 1 }).waitFor();
    await pointAt(item);
    await scene.page.getByRole('tooltip').filter({ hasText: 'A system administrator can enable it' }).waitFor();
  });

  it('has a toggle for high and low contrast, and green is drawn in another shade then [SHELL-32] [SHELL-33]', async () => {
    await using scene = await stage.open('/#/', { theme: 'light' });
    const green = () =>
      scene.page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--ok-fg')`);
    await scene.page.getByRole('button', { name: 'High contrast' }).waitFor();
    const low = await green();
    const high = '#00ffd5';
    expect(low).not.toBe(high);
    await scene.page.getByRole('button', { name: 'High contrast' }).click();
    await expect.poll(green).toBe(high);
    await scene.page.reload();
    await scene.page.getByRole('button', { name: 'Leave high contrast' }).waitFor();
    await expect.poll(green).toBe(high);
    await scene.page.getByRole('button', { name: 'Leave high contrast' }).click();
    await expect.poll(green).toBe(low);
  });

  it('scrolls in the viewport less 6.2rem, folded or not [SHELL-36]', async () => {
    await using scene = await stage.open('/#/', { height: 900 });
    const area = scene.page.getByRole('navigation', { name: 'Main' });
    await area.waitFor();
    await expect.poll(async () => (await area.boundingBox())?.height).toBeCloseTo(900 - 6.2 * 16, 0);
    await expect.poll(async () => (await area.boundingBox())?.width).toBeCloseTo(231, 0);
    await scene.page.getByRole('button', { name: 'Collapse navigation' }).click();
    await scene.page.getByRole('button', { name: 'Expand navigation' }).waitFor();
    await expect.poll(async () => (await area.boundingBox())?.width).toBeCloseTo(55, 0);
    await expect.poll(async () => (await area.boundingBox())?.height).toBeCloseTo(900 - 6.2 * 16, 0);
  });

  it('is a drawer on a narrow window', async () => {
    await using scene = await stage.open('/#/', { width: 900 });
    await scene.page.getByRole('button', { name: 'Open navigation' }).click();
    await scene.page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Hosts' }).click();
    await scene.page.waitForURL(/#\/hosts\?site=/);
    await expect.poll(() => scene.page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the user menu', () => {
  it('has a system, an account and a logout section [SHELL-38]', async () => {
    await using scene = await stage.open('/#/');
    await openMenu(scene.page);
    await expect
      .poll(() => menuOf(scene.page))
      .toEqual([
        ['Sites', 'System Dashboard', 'System Approvals', 'System Activity', 'Support', 'Changelog'],
        ['Account Configuration'],
        ['Logout'],
      ]);
  });

  it('shows sites, the system dashboard and the system pages by their rules [SHELL-39] [SHELL-41] [SHELL-42]', async () => {
    const one = sampleSites.slice(0, 1);
    const reader = { isSystemAdmin: false, ...site({ sitePermissions: rolePreset['Read-Only'] }) };
    const cases: [Partial<Handshake>, string[]][] = [
      [{ sites: one }, ['Sites', 'System Approvals', 'System Activity']],
      [reader, ['Sites', 'System Dashboard']],
      [{ ...reader, sites: one }, []],
      [modules(true, false, true), ['Sites', 'System Dashboard']],
      [modules(false, true, true), []],
    ];
    for (const [handshake, expected] of cases) {
      await using scene = await stage.open('/#/', { handshake });
      await openMenu(scene.page);
      await expect.poll(async () => (await menuOf(scene.page))[0]).toEqual([...expected, 'Support', 'Changelog']);
    }
  });

  it('leads the manager of one site to its users, with siteUuid and siteName [SHELL-40]', async () => {
    const handshake = {
      isSystemAdmin: false,
      sites: sampleSites.slice(0, 1),
      ...site({ sitePermissions: rolePreset.Administer }),
    };
    await using scene = await stage.open('/#/', { handshake });
    await openMenu(scene.page);
    await scene.page.getByRole('menuitem', { name: 'Users' }).click();
    await scene.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    const query = new URLSearchParams(scene.page.url().split('?')[1]);
    expect([query.get('siteUuid'), query.get('siteName')]).toEqual([sampleSites[0]?.siteAccountUuid, 'Contoso DK']);
  });
});

describe('the header', () => {
  it('has a logout [SHELL-37]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
    await scene.page.waitForURL(/\/login$/);
    expect(scene.calls.some(({ method, path }) => method === 'POST' && path === '/logout')).toBe(true);
  });

  it('shows the time zone, and ignore rules that ended or will', async () => {
    const handshake = { expiringIgnoreRules: { countExpired: 2, countExpiringSoon: 4 } };
    await using scene = await stage.open('/#/', { handshake });
    await scene.page.getByText('Europe/Copenhagen').waitFor();
    await scene.page.getByRole('link', { name: /2 expired, 4 expiring/ }).click();
    await scene.page.waitForURL(/#\/configuration\?tab=ignore-rules&view=renew&site=/);
  });

  it('switches the site; the list holds the others and narrows while typing [SITE-09] [SITE-10] [SITE-11]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
    await expect
      .poll(() => scene.page.getByRole('menuitem').allTextContents())
      .toEqual(['Contoso Norge', 'Contoso Sverige']);
    await scene.page.keyboard.type('sv');
    await expect.poll(() => scene.page.getByRole('menuitem').allTextContents()).toEqual(['Contoso Sverige']);
    await scene.page.getByRole('menuitem').click();
    await scene.page.getByRole('button', { name: 'Contoso Sverige' }).waitFor();
    await scene.page.waitForURL(/#\/hosts\?site=/);
    expect(scene.calls.some(({ method, path }) => method === 'PATCH' && path.endsWith('/select'))).toBe(true);
  });

  it('goes to the dashboard after a switch when isSiteRedirect is set [SITE-11]', async () => {
    await using scene = await stage.open('/#/hosts', { handshake: { isSiteRedirect: true } });
    await scene.page.getByRole('button', { name: 'Contoso DK' }).click();
    await scene.page.getByRole('menuitem', { name: 'Contoso Norge' }).click();
    await scene.page.waitForURL(/#\/dashboard\?site=/);
  });

  it('has no switcher for a user of one site [SITE-09]', async () => {
    await using scene = await stage.open('/#/', { handshake: { sites: sampleSites.slice(0, 1) } });
    await scene.page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => scene.page.getByRole('button', { name: 'Contoso DK' }).count()).toBe(0);
  });
});

describe('the names of the console', () => {
  it.each<[string, Partial<Handshake>]>([
    ['Patchkeep Corporate', {}],
    ['Patchkeep PatchPro', modules(false, false, true)],
    ['Patchkeep Corporate UAT', { isUat: true }],
    ['Patchkeep PatchPro UAT', { ...modules(false, false, true), isUat: true }],
  ])('%s in the header and on the tab [SHELL-21] [SHELL-22] [SHELL-23] [SHELL-24]', async (title, handshake) => {
    await using scene = await stage.open('/#/', { handshake });
    await scene.page.getByRole('banner').getByText(title, { exact: true }).waitFor();
    await expect.poll(() => scene.page.title()).toBe(`Contoso DK - ${title}`);
    await scene.page.goto('/#/changelog');
    await expect.poll(() => scene.page.title()).toBe(`Changelog - Contoso DK - ${title}`);
  });

  it('stand on red in UAT mode, with the tooltip [SHELL-44] [SHELL-45]', async () => {
    await using scene = await stage.open('/#/', { handshake: { isUat: true } });
    const title = scene.page.getByRole('link', { name: /Patchkeep Corporate UAT/ });
    await expect.poll(() => backgroundOfTitle(scene.page)).toBe('rgb(176, 0, 32)');
    await pointAt(title);
    await scene.page.getByRole('tooltip').waitFor();
    await expect.poll(() => scene.page.getByRole('tooltip').textContent()).toBe(product.uatTooltip);
    expect(product.uatTooltip).toBe('The User Acceptance Testing page may contain beta and preview features!!!');
  });

  it('do not stand on red otherwise [SHELL-44]', async () => {
    await using scene = await stage.open('/#/');
    await scene.page.getByRole('link', { name: /Patchkeep Corporate/ }).waitFor();
    await expect.poll(() => backgroundOfTitle(scene.page)).toBe('rgba(0, 0, 0, 0)');
  });

  it('are followed by a footer with the provider and 2018-2025 [SHELL-46]', async () => {
    await using scene = await stage.open('/#/', { handshake: { provider: 'Fabrikam IT' } });
    await expect.poll(() => scene.page.getByRole('contentinfo').textContent()).toBe('© 2018-2025 Fabrikam IT');
  });
});

describe('getting around', () => {
  it('begins with a skip-to-content link [SHELL-35]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('heading', { level: 1 }).waitFor();
    await scene.page.keyboard.press('Tab');
    const link = scene.page.getByRole('link', { name: 'Skip to content' });
    await expect.poll(() => link.and(scene.page.locator(':focus')).count()).toBe(1);
    await scene.page.keyboard.press('Enter');
    await expect.poll(() => scene.page.evaluate('document.activeElement.id')).toBe('content');
    await scene.page.waitForURL(/#\/hosts\?site=/);
  });

  it('shows Loading... while a page loads [SHELL-47]', async () => {
    await using scene = await stage.open('/#/hosts');
    await scene.page.getByRole('heading', { level: 1 }).waitFor();
    await scene.context.route('**/assets/account-configuration-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await scene.page.goto('/#/account-configuration');
    await scene.page.getByText('Loading...', { exact: true }).waitFor();
    await scene.page.getByRole('heading', { level: 1, name: 'Account Configuration' }).waitFor();
  });

  it('has modals that a press outside does not close, 800 px wide [SHELL-48]', async () => {
    await using scene = await stage.open('/#/');
    await scene.page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const dialog = scene.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBeCloseTo(798, -1);
    await scene.page.mouse.click(5, 5);
    await settled(scene.page);
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('works by g and a letter, by the palette and by its help', async () => {
    await using scene = await stage.open('/#/');
    const { page } = scene;
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL(/#\/hosts\?site=/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('win up');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/win-updates\?site=/);
    await page.getByRole('heading', { level: 1, name: 'Windows Updates' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('norge');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Contoso Norge' }).waitFor();
    expect(scene.complaints).toEqual([]);
  });

  it('tells of a trial quietly', async () => {
    await using scene = await stage.open('/#/', { handshake: customer({ isTrialModeEnabled: true }) });
    await scene.page.getByText('nothing that protects a host is held back').waitFor();
  });
});
