import { type DemoCustomer, demoAdmin } from '../../apps/server/src/demo.ts';
import { rolePreset } from '../../packages/contract/src/rights.ts';

const all = { isDetectionModuleEnabled: true, isPatchingEnabled: true, isPatchProModuleEnabled: true };
const detectionOnly = { isDetectionModuleEnabled: true, isPatchingEnabled: false, isPatchProModuleEnabled: false };

/** A site, how much of the fleet it has, and when somebody there begins to decide about updates. */
export interface DemoSite {
  name: string;
  /** Of every hundred hosts of the demo. */
  share: number;
  city: string;
  /** Weeks after the year began; never where nobody decides. */
  decidesInWeek?: number;
}

export interface DemoTenant {
  name: string;
  administrator: string;
  sites: readonly DemoSite[];
}

/** Three customers with twelve sites: some patch from the beginning, some begin late, two only look. */
export const tenants: readonly DemoTenant[] = [
  {
    name: 'Contoso Group',
    administrator: demoAdmin,
    sites: [
      { name: 'Contoso Danmark', share: 18, city: 'CPH', decidesInWeek: 3 },
      { name: 'Contoso Deutschland', share: 16, city: 'BER', decidesInWeek: 11 },
      { name: 'Contoso Sverige', share: 10, city: 'STO', decidesInWeek: 7 },
      { name: 'Contoso Nederland', share: 8, city: 'AMS', decidesInWeek: 20 },
      { name: 'Contoso Polska', share: 7, city: 'WAW', decidesInWeek: 30 },
      { name: 'Contoso Norge', share: 6, city: 'OSL' },
      { name: 'Contoso Datacentre', share: 4, city: 'DC1', decidesInWeek: 26 },
    ],
  },
  {
    name: 'Fabrikam Logistics',
    administrator: 'admin@fabrikam.example',
    sites: [
      { name: 'Fabrikam Warehouse', share: 10, city: 'ROT', decidesInWeek: 5 },
      { name: 'Fabrikam Fleet Office', share: 7, city: 'ANR', decidesInWeek: 15 },
      { name: 'Fabrikam Harbour', share: 4, city: 'HAM' },
    ],
  },
  {
    name: 'Northwind Clinic',
    administrator: 'it@northwind.example',
    sites: [
      { name: 'Northwind Clinic', share: 7, city: 'GOT', decidesInWeek: 4 },
      { name: 'Northwind Laboratory', share: 3, city: 'LAB', decidesInWeek: 22 },
    ],
  },
];

const names: Readonly<Record<string, string>> = {
  [demoAdmin]: 'Ana Lindqvist',
  'admin@fabrikam.example': 'Tomasz Nowak',
  'it@northwind.example': 'Priya Raman',
};

/** How many hosts a site has in a fleet of so many. */
export const hostsOf = ({ share }: DemoSite, fleet: number): number => Math.round((share * fleet) / 100);

/** The same customers as the database is given them. */
export const seededCustomers = (fleet: number): DemoCustomer[] =>
  tenants.map(({ name, administrator, sites }) => ({
    name,
    options: {
      host_license_count: Math.ceil(sites.reduce((sum, site) => sum + hostsOf(site, fleet), 0) * 1.1),
      is_custom_software_enabled: true,
      allow_custom_software_ui: true,
      is_trial_mode_enabled: false,
    },
    sites: Object.fromEntries(
      sites.map((site) => [site.name, site.decidesInWeek === undefined ? detectionOnly : all] as const),
    ),
    users: [
      { username: administrator, longName: names[administrator] ?? administrator, isSystemAdmin: true },
      ...(administrator === demoAdmin
        ? [
            {
              username: 'jonas@contoso.example',
              longName: 'Jonas Weber',
              sites: { 'Contoso Deutschland': rolePreset.Administer, 'Contoso Danmark': rolePreset['Read & Write'] },
            },
            {
              username: 'auditor@contoso.example',
              longName: 'Mette Holm',
              sites: { 'Contoso Danmark': rolePreset['Read-Only'] },
            },
          ]
        : []),
    ],
  }));
