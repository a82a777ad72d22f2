import { describe, expect, it } from 'vitest';
import { navigation, systemNavigation } from './navigation.ts';
import type { Subject } from './permissions.ts';
import { siteSwitcher, userMenu } from './user-menu.ts';

const siteOf = (index: number) => ({
  siteAccountUuid: `0000000${index}-0000-4000-8000-000000000000`,
  siteName: `Site ${index}`,
});
const bits = [1, 2, 16, 32, 64, 4096];

interface Case {
  subject: Subject;
  siteCount: number;
}
/** All 64 masks, 8 module combinations, 8 customer combinations, administrators and others, 1 or 3 sites. */
const cases: Case[] = [];
for (let mask = 0; mask < 64; mask++)
  for (let flags = 0; flags < 128; flags++)
    for (const siteCount of [1, 3]) {
      const flag = (place: number) => (flags & (1 << place)) !== 0;
      cases.push({
        siteCount,
        subject: {
          isSystemAdmin: flag(0),
          sitePermissions: bits.reduce((sum, bit, place) => sum + (mask & (1 << place) ? bit : 0), 0),
          siteSettings: {
            isDetectionModuleEnabled: flag(1),
            isPatchingEnabled: flag(2),
            isPatchProModuleEnabled: flag(3),
          },
          customerSettings: {
            isSoftwareDeploymentEnabled: flag(4),
            isCustomSoftwareEnabled: flag(5),
            allowCustomSoftwareUi: flag(6),
          },
        },
      });
    }

/** The rules of the specification, one line per entry, independent of the code that draws them. */
const facts = ({ subject: s, siteCount }: Case) => {
  const bit = (wanted: number) => s.isSystemAdmin || Math.floor(s.sitePermissions / wanted) % 2 === 1;
  const detection = s.siteSettings.isDetectionModuleEnabled;
  return {
    results: detection,
    patching: detection && s.siteSettings.isPatchingEnabled,
    deployment: detection && s.customerSettings.isSoftwareDeploymentEnabled,
    custom:
      detection && bit(32) && (s.customerSettings.isCustomSoftwareEnabled || s.customerSettings.allowCustomSoftwareUi),
    patchPro: s.siteSettings.isPatchProModuleEnabled,
    log: detection && bit(16),
    manage: bit(4096),
    admin: s.isSystemAdmin,
    many: siteCount > 1,
  };
};
type Facts = ReturnType<typeof facts>;

const navigationTable: [string, (f: Facts) => boolean][] = [
  ['/dashboard', (f) => f.results],
  ['/applications', (f) => f.results],
  // Ours; the specification knows no list of vulnerabilities.
  ['/vulnerabilities', (f) => f.results],
  ['/win-updates', (f) => f.results],
  ['/hosts', (f) => f.results],
  ['/groups', (f) => f.results],
  ['/tags', (f) => f.results],
  // Ours; the specification knows no report.
  ['/report', (f) => f.results],
  ['/patching/approvals', (f) => f.patching],
  ['/patching/activity', (f) => f.patching],
  // Ours; the specification lists the two above.
  ['/patching/packages', (f) => f.patching],
  ['/deployment/create-job', (f) => f.deployment],
  ['/deployment/custom-create-job', (f) => f.custom],
  ['/deployment/jobs', (f) => f.deployment],
  ['/deployment/activity', (f) => f.deployment],
  ['/patchpro', (f) => f.patchPro],
  ['/user-activity', (f) => f.log],
  ['/configuration', (f) => f.results],
];
const menuTable: [string, (f: Facts) => boolean][] = [
  ['/sites', (f) => f.results && (f.admin || f.many)],
  ['/sites/users', (f) => f.results && !f.admin && !f.many && f.manage],
  ['/system-dashboard', (f) => f.results && f.many],
  ['/system-approvals', (f) => f.admin && f.results && f.patching],
  ['/system-activity', (f) => f.admin && f.results && f.patching],
  ['/support', () => true],
  ['/changelog', () => true],
];
const expected = (table: typeof navigationTable, f: Facts) =>
  table.flatMap(([path, isShown]) => (isShown(f) ? [path] : []));
const sitesOf = ({ siteCount }: Case) => Array.from({ length: siteCount }, (_, index) => siteOf(index));

describe(`for each of ${cases.length} subjects`, () => {
  it('the navigation shows what the table says, in its order [SHELL-25] [SHELL-26] [SHELL-27] [SHELL-28] [SHELL-29] [SHELL-30] [SHELL-31]', () => {
    const wrong = cases.filter((one) => {
      const shown = navigation(one.subject).flatMap(({ items }) => items.map(({ path }) => path));
      return shown.join() !== expected(navigationTable, facts(one)).join();
    });
    expect(wrong).toEqual([]);
  });

  it('the navigation has the pages of the system exactly where the user menu has them', () => {
    const ofSystem = ['/system-dashboard', '/system-approvals', '/system-activity'];
    const wrong = cases.filter((one) => {
      const shown = systemNavigation(one.subject, sitesOf(one)).flatMap(({ items }) => items.map(({ path }) => path));
      return (
        shown.join() !==
        expected(menuTable, facts(one))
          .filter((path) => ofSystem.includes(path))
          .join()
      );
    });
    expect(wrong).toEqual([]);
  });

  it('the user menu shows what the table says, in three sections [SHELL-38] [SHELL-39] [SHELL-41] [SHELL-42]', () => {
    const wrong = cases.filter((one) => {
      const menu = userMenu(one.subject, sitesOf(one));
      const isAccountRight = menu.account.map(({ path }) => path).join() === '/account-configuration';
      const isLogoutRight = menu.logout.map(({ path }) => path).join() === '/logout';
      const system = menu.system.map(({ path }) => path).join();
      return !isAccountRight || !isLogoutRight || system !== expected(menuTable, facts(one)).join();
    });
    expect(wrong).toEqual([]);
  });

  it('only custom software can be disabled, and exactly when it is not enabled [SHELL-34]', () => {
    const wrong = cases.filter((one) =>
      navigation(one.subject).some(({ items }) =>
        items.some(
          ({ path, isDisabled }) =>
            isDisabled !==
            (path === '/deployment/custom-create-job' && !one.subject.customerSettings.isCustomSoftwareEnabled),
        ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('no section is empty', () => {
    expect(cases.flatMap((one) => navigation(one.subject)).filter(({ items }) => items.length === 0)).toEqual([]);
  });
});

describe('the entry for sites', () => {
  const manager = cases.find(
    ({ subject, siteCount }) =>
      siteCount === 1 &&
      !subject.isSystemAdmin &&
      subject.sitePermissions === 4096 &&
      subject.siteSettings.isDetectionModuleEnabled,
  );
  it('of a manager of exactly one site leads to its users with siteUuid and siteName [SHELL-40]', () => {
    if (!manager) throw new Error('No such case');
    const [only] = sitesOf(manager);
    expect(userMenu(manager.subject, sitesOf(manager)).system[0]).toEqual({
      id: 'sites',
      label: 'Users',
      path: '/sites/users',
      search: { siteUuid: only?.siteAccountUuid, siteName: only?.siteName },
    });
  });
});

describe('the labels', () => {
  it('say App tune where the page says PatchPro [SHELL-30]', () => {
    const all = cases.flatMap(({ subject }) => navigation(subject)).flatMap(({ items }) => items);
    expect(new Set(all.filter(({ path }) => path === '/patchpro').map(({ label }) => label))).toEqual(
      new Set(['App tune']),
    );
  });
});

describe('the site switcher', () => {
  const three = [siteOf(0), siteOf(1), siteOf(2)];
  it('is absent with one site or none [SITE-09]', () => {
    expect(siteSwitcher(siteOf(0), [siteOf(0)])).toBeUndefined();
    expect(siteSwitcher(null, [])).toBeUndefined();
  });
  it('is named after the current site and lists the others [SITE-10]', () =>
    expect(siteSwitcher(siteOf(1), three)).toEqual({ label: 'Site 1', others: [siteOf(0), siteOf(2)] }));
  it('lists all sites while none is current', () => expect(siteSwitcher(null, three)?.others).toEqual(three));
});
