import { randomUUIDv7 } from 'node:crypto';
import { rolePreset } from '@patchkeep/contract/rights';
import type pg from 'pg';
import { createUser, passwordKeeper } from '../modules/identity/public.ts';
import { createCustomer, createSite } from '../modules/tenants/public.ts';
import { withTenant } from '../platform/db/tenant.ts';

/** What the browser would send for the test users' password; its derivation has tests of its own. */
export const clientHash = 'A'.repeat(43);
export const pepper = 'a pepper that is only ever used in tests';
export const dataKey = 'a data key that is only ever used in tests';
export const secretKey = 'a secret key that is only ever used in tests';

/** The people of the template database. `ours` and `theirs` never meet; `canary` is there to be leaked. */
export const people = {
  admin: 'admin@ours.example',
  manager: 'manager@ours.example',
  reader: 'reader@ours.example',
  disabled: 'disabled@ours.example',
  sso: 'sso@ours.example',
  stranger: 'admin@theirs.example',
  canary: 'admin@canary.example',
} as const;
export type Person = keyof typeof people;

const start = new Date('2026-01-01T08:00:00Z');

/** Three sites, one of which only the administrator enters, and users of each kind. */
export const buildWorld = async (pool: pg.Pool): Promise<void> => {
  const password = await passwordKeeper([pepper]).store(clientHash);
  const ours = randomUUIDv7();
  await withTenant(pool, { customerId: ours, siteIds: [], actorId: null }, async (tx) => {
    await createCustomer(tx, ours, 'Ours', start, { is_custom_software_enabled: true });
    const alpha = await createSite(tx, ours, 'alpha', start);
    const beta = await createSite(tx, ours, 'Beta', start);
    await createSite(tx, ours, 'Closed', start);
    const user = (username: string, more: Partial<Parameters<typeof createUser>[2]>) =>
      createUser(
        tx,
        ours,
        { username, longName: username, isSystemAdmin: false, defaultSiteId: null, password, memberships: [], ...more },
        start,
      );
    await user(people.admin, { isSystemAdmin: true, defaultSiteId: alpha });
    await user(people.manager, {
      defaultSiteId: beta,
      memberships: [
        { siteId: alpha, permissions: rolePreset.Administer },
        { siteId: beta, permissions: rolePreset['Read & Write'] },
      ],
    });
    await user(people.reader, { memberships: [{ siteId: alpha, permissions: rolePreset['Read-Only'] }] });
    await user(people.disabled, { memberships: [{ siteId: alpha, permissions: rolePreset.Disabled }] });
    await user(people.sso, {
      isSsoLoginOnly: true,
      memberships: [{ siteId: alpha, permissions: rolePreset['Read-Only'] }],
    });
  });
  for (const [name, username] of [
    ['Theirs', people.stranger],
    ['Canary', people.canary],
  ] as const) {
    const customerId = randomUUIDv7();
    await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      await createCustomer(tx, customerId, name, start);
      const gamma = await createSite(tx, customerId, 'gamma', start);
      await createSite(tx, customerId, 'delta', start);
      const user = { username, longName: name, isSystemAdmin: true, defaultSiteId: gamma, password, memberships: [] };
      await createUser(tx, customerId, user, start);
    });
  }
};
