import { sitePermission } from '@patchkeep/contract/rights';
import type { Handshake } from '@patchkeep/contract/session';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleHandshake, sampleSites } from '../apps/console/src/testkit/sample-handshake.ts';
import { type Stage, startStage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

const { currentSite, customerSettings } = sampleHandshake();
if (!currentSite) throw new Error('The sample has a site');
const flag = fc.boolean();

/** Sessions of all kinds: any bits, any modules, any customer, one site or three. */
const anySession = fc.record({
  isSystemAdmin: flag,
  sites: fc.constantFrom(sampleSites, sampleSites.slice(0, 1)),
  currentSite: fc.record({
    ...Object.fromEntries(Object.entries(currentSite).map(([name, value]) => [name, fc.constant(value)])),
    sitePermissions: fc
      .subarray(Object.values(sitePermission) as number[])
      .map((bits) => bits.reduce((mask, bit) => mask | bit, 0)),
    siteSettings: fc.record({
      isDetectionModuleEnabled: flag,
      isPatchingEnabled: flag,
      isPatchProModuleEnabled: flag,
    }),
  }),
  customerSettings: fc
    .record({ isCustomSoftwareEnabled: flag, isSoftwareDeploymentEnabled: flag, allowCustomSoftwareUi: flag })
    .map((changes) => ({ ...customerSettings, ...changes })),
}) as fc.Arbitrary<Pick<Handshake, 'isSystemAdmin' | 'sites' | 'currentSite' | 'customerSettings'>>;

/** What the specification shows such a session, written without the rules of the product. */
const expectation = ({ isSystemAdmin: admin, sites, currentSite: site, customerSettings: c }: Partial<Handshake>) => {
  const bit = (wanted: number) => admin === true || ((site?.sitePermissions ?? 0) & wanted) === wanted;
  const on = site?.siteSettings.isDetectionModuleEnabled ?? false;
  const patching = on && site?.siteSettings.isPatchingEnabled === true;
  const deploys = on && c?.isSoftwareDeploymentEnabled === true;
  const customs = on && (c?.isCustomSoftwareEnabled || c?.allowCustomSoftwareUi) === true && bit(32);
  const many = (sites?.length ?? 0) > 1;
  const show = (isShown: boolean | undefined, ...labels: string[]) => (isShown ? labels : []);
  return {
    navigation: [
      ...show(
        on,
        'Dashboard',
        'Applications',
        'Vulnerabilities',
        'Windows Updates',
        'Hosts',
        'Groups',
        'Tags',
        'Report',
      ),
      ...show(patching, 'Approvals', 'Patching Activity', 'Packages'),
      ...show(deploys, 'Create Job'),
      ...show(customs, `Custom Software${c?.isCustomSoftwareEnabled ? '' : 'Disabled'}`),
      ...show(deploys, 'Jobs', 'Job Activity'),
      ...show(site?.siteSettings.isPatchProModuleEnabled, 'App tune'),
      ...show(on && bit(16), 'User Activity'),
      ...show(on, 'Configuration'),
      ...show(on && many, 'System Dashboard'),
      ...show(admin && patching, 'System Approvals', 'System Activity'),
    ],
    menu: [
      ...show(on && (admin || many), 'Sites'),
      ...show(on && !admin && !many && bit(4096), 'Users'),
      ...show(on && many, 'System Dashboard'),
      ...show(admin && patching, 'System Approvals', 'System Activity'),
      'Support',
      'Changelog',
      'Account Configuration',
      'Logout',
    ],
    hasSwitcher: many,
  };
};

const wordsOf = (texts: string[]) => texts.map((text) => text.replace(/Switched off.*$/, ''));

describe('20 random sessions', () => {
  it.each(fc.sample(anySession, 20).map((session, index) => ({ name: `session ${index + 1}`, session })))(
    '$name sees exactly its navigation, menu and switcher [PERM-01]',
    async ({ session }) => {
      await using scene = await stage.open('/#/', { handshake: session });
      const { page } = scene;
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      const { navigation, menu, hasSwitcher } = expectation(session);
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      await expect
        .poll(async () => ({ session, navigation: wordsOf(await links.allTextContents()) }))
        .toEqual({
          session,
          navigation,
        });
      // Both menus of the header come a moment after the page.
      await page.getByRole('button', { name: /^User menu of/ }).waitFor();
      await page.waitForLoadState('networkidle');
      const switcher = page.getByRole('button', { name: 'Contoso DK' });
      await expect
        .poll(async () => ({ session, hasSwitcher: (await switcher.count()) === 1 }))
        .toEqual({
          session,
          hasSwitcher,
        });
      await page.getByRole('button', { name: /^User menu of/ }).click();
      await expect
        .poll(async () => ({ session, menu: await page.getByRole('menuitem').allTextContents() }))
        .toEqual({
          session,
          menu,
        });
    },
  );
});
