const tests = 'apps/server/src/modules/identity/sites/sites.test.ts';
const service = 'apps/server/src/modules/identity/sites/sites.service.ts';
const tenants = 'apps/server/src/modules/tenants/tenants.service.ts';
const repository = 'apps/server/src/modules/tenants/tenants.repository.ts';
const contract = 'packages/contract/src/sites.ts';
const refused = 'is refused to whoever is no system administrator, whatever their bits, and leaves no trace';

/** Guards of the administration of sites, and of what a module that is off takes away. */
export const siteAdministrationMutants = [
  {
    guard: 'who creates sites',
    file: contract,
    without: "summary: 'Create a site',\n    right: 'isSystemAdmin',",
    instead: "summary: 'Create a site',\n    right: 'canManageSites',",
    red: { file: tests, test: refused },
  },
  {
    guard: 'who renames sites',
    file: contract,
    without: "summary: 'Rename a site',\n    right: 'isSystemAdmin',",
    instead: "summary: 'Rename a site',\n    right: 'canManageSites',",
    red: { file: tests, test: refused },
  },
  {
    guard: 'who switches modules',
    file: contract,
    without: "const changesModules = {\n  right: 'isSystemAdmin',",
    instead: "const changesModules = {\n  right: 'canManageSites',",
    red: { file: tests, test: refused },
  },
  {
    guard: 'who changes customer settings',
    file: 'packages/contract/src/customer-settings.ts',
    without: "right: 'isSystemAdmin',\n    moves: 'nothing',",
    instead: "right: 'canManageSites',\n    moves: 'nothing',",
    red: { file: tests, test: refused },
  },
  {
    guard: 'number of sites',
    file: tenants,
    without: '(await listSiteIds(tx, customerId)).length >= sitesMax',
    instead: 'customerId.length >= sitesMax',
    red: { file: tests, test: 'is one of so many at most' },
  },
  {
    guard: 'site that somebody else changed',
    file: repository,
    without: 'eb.and({ customer_id, site_id, serial_number: seen })',
    instead: 'eb.and({ customer_id, site_id })',
    red: { file: tests, test: 'is renamed, by whoever saw it as it is [SITE-13]' },
  },
  {
    guard: 'hosts of sites that one may not look into',
    file: service,
    without: 'has(permissions, sitePermission.FullRead)',
    instead: 'has(permissions, sitePermission.None)',
    red: {
      file: tests,
      test: 'counts hosts at work and licences in use of each site, where the caller may look into it',
    },
  },
  {
    guard: 'settings of sites that one may not enter',
    file: service,
    without: "const named = await inNamedSite(context, siteId, 'canRead');",
    instead: 'const named = context;',
    red: { file: tests, test: 'are read and switched for a site that is named, and of no other [SITE-18] [SITE-07]' },
  },
  {
    guard: 'writes of a site without detection',
    file: 'packages/rules/src/permissions.ts',
    without: 'if (writesOfDetection.includes(right) && !detection(subject)) return false;',
    instead: '',
    red: { file: tests, test: 'decide what the server takes from then on' },
  },
  {
    guard: 'no updates where patching is off',
    file: 'apps/server/src/modules/patching/planning/plan.service.ts',
    without: 'isOn ? pendingUpdates(context) : []',
    instead: 'pendingUpdates(context)',
    red: {
      file: 'apps/server/src/modules/patching/planning/plan.test.ts',
      test: 'takes back what nobody began when the site loses patching, and plans it again when it is back',
    },
  },
];
