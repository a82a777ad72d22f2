import { randomUUIDv7 } from 'node:crypto';
import { rolePreset } from '@patchkeep/contract/rights';
import type pg from 'pg';
import { keptPassword } from './install.ts';
import { createUser } from './modules/identity/public.ts';
import { createCustomer, createSite, type CustomerOptions, listCustomerIds } from './modules/tenants/public.ts';
import { globalQueries } from './platform/db/global.ts';
import { withTenant } from './platform/db/tenant.ts';

/** The only password the product knows by itself, and only in demo data. */
export const demoPassword = 'demo-for-looking-around';
export const demoAdmin = 'admin@contoso.example';

const all = { isDetectionModuleEnabled: true, isPatchingEnabled: true, isPatchProModuleEnabled: true };
const patchProOnly = { isDetectionModuleEnabled: false, isPatchingEnabled: false, isPatchProModuleEnabled: true };
const detectionOnly = { isDetectionModuleEnabled: true, isPatchingEnabled: false, isPatchProModuleEnabled: false };

interface DemoUser {
  username: string;
  longName: string;
  isSystemAdmin?: boolean;
  /** Role preset bits by site name. */
  sites?: Record<string, number>;
}
export interface DemoCustomer {
  name: string;
  options: CustomerOptions;
  sites: Record<string, typeof all>;
  users: DemoUser[];
}

const customers: DemoCustomer[] = [
  {
    name: 'Contoso Group',
    options: {
      host_license_count: 5_000,
      is_custom_software_enabled: true,
      allow_custom_software_ui: true,
      is_trial_mode_enabled: false,
    },
    sites: {
      'Contoso Danmark': all,
      'Contoso Deutschland': all,
      'Contoso Norge': detectionOnly,
      'Contoso Cloud': patchProOnly,
    },
    users: [
      { username: demoAdmin, longName: 'Ana Lindqvist', isSystemAdmin: true },
      {
        username: 'jonas@contoso.example',
        longName: 'Jonas Weber',
        sites: { 'Contoso Deutschland': rolePreset.Administer, 'Contoso Danmark': rolePreset['Read & Write'] },
      },
      {
        username: 'ingrid@contoso.example',
        longName: 'Ingrid Solberg',
        sites: { 'Contoso Norge': rolePreset.Administer },
      },
      {
        username: 'auditor@contoso.example',
        longName: 'Mette Holm',
        sites: { 'Contoso Danmark': rolePreset['Read-Only'] },
      },
    ],
  },
  {
    name: 'Fabrikam Logistics',
    options: { host_license_count: 250, allow_custom_software_ui: true },
    sites: { 'Fabrikam Warehouse': all },
    users: [{ username: 'admin@fabrikam.example', longName: 'Tomasz Nowak', isSystemAdmin: true }],
  },
  {
    name: 'Northwind Clinic',
    options: { host_license_count: 60 },
    sites: { 'Northwind Cloud': patchProOnly },
    users: [{ username: 'it@northwind.example', longName: 'Priya Raman', isSystemAdmin: true }],
  },
];

const seedCustomer = async (pool: pg.Pool, pepper: string, now: Date, demo: DemoCustomer): Promise<void> => {
  const passwords = new Map<string, Awaited<ReturnType<typeof keptPassword>>>();
  for (const { username } of demo.users) passwords.set(username, await keptPassword([pepper], username, demoPassword));
  const customerId = randomUUIDv7();
  await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    await createCustomer(tx, customerId, demo.name, now, demo.options);
    const ids = new Map<string, string>();
    for (const [name, modules] of Object.entries(demo.sites))
      ids.set(name, await createSite(tx, customerId, name, now, modules));
    for (const { username, longName, isSystemAdmin = false, sites = {} } of demo.users) {
      const memberships = Object.entries(sites).map(([name, permissions]) => ({
        siteId: ids.get(name) ?? '',
        permissions,
      }));
      const defaultSiteId = memberships[0]?.siteId ?? ids.values().next().value ?? null;
      const password = passwords.get(username) ?? null;
      await createUser(
        tx,
        customerId,
        { username, longName, isSystemAdmin, defaultSiteId, password, memberships },
        now,
      );
    }
  });
};

/** Believable customers to look around in; does nothing where somebody already lives. */
export const seedDemo = async (
  pool: pg.Pool,
  pepper: string,
  now: Date,
  seeded: readonly DemoCustomer[] = customers,
): Promise<void> => {
  if ((await listCustomerIds(globalQueries(pool))).length > 0) return;
  for (const customer of seeded) await seedCustomer(pool, pepper, now, customer);
};
