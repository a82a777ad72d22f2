import { randomUUIDv7, webcrypto } from 'node:crypto';
import { secondFactorPolicies, type SecondFactorPolicy } from '@patchkeep/contract/second-factor-policy';
import { clientPasswordHash, passwordProblem } from '@patchkeep/rules/password';
import type pg from 'pg';
import { createUser, passwordKeeper } from './modules/identity/public.ts';
import { createCustomer, createSite, listCustomerIds } from './modules/tenants/public.ts';
import { type Secrets, SettingsError } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { withTenant } from './platform/db/tenant.ts';

const encoder = new TextEncoder();
const environment = { subtle: webcrypto.subtle as never, encode: (text: string) => encoder.encode(text) };

/** What a browser would send for this password, kept the way the server keeps it. */
export const keptPassword = async (peppers: Secrets, username: string, password: string) =>
  passwordKeeper(peppers).store(await clientPasswordHash(environment, username, password));

export interface FirstCustomer {
  customerName: string;
  siteName: string;
  username: string;
  longName: string;
  password: string;
  peppers: Secrets;
  licences: number;
  secondFactorPolicy?: SecondFactorPolicy;
  now: Date;
}

/** The first customer, site and system administrator of an install. There is no default account of any kind. */
export const firstCustomer = async (pool: pg.Pool, given: FirstCustomer): Promise<void> => {
  const db = globalQueries(pool);
  const problem = passwordProblem(given.username, given.password);
  if (problem) throw new SettingsError(problem);
  if ((await listCustomerIds(db)).length > 0) throw new SettingsError('This install is set up already.');
  const password = await keptPassword(given.peppers, given.username, given.password);
  const customerId = randomUUIDv7();
  await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    await createCustomer(tx, customerId, given.customerName, given.now, {
      host_license_count: given.licences,
      second_factor_policy: secondFactorPolicies.indexOf(given.secondFactorPolicy ?? 'optional'),
    });
    const siteId = await createSite(tx, customerId, given.siteName, given.now);
    const { username, longName } = given;
    await createUser(
      tx,
      customerId,
      { username, longName, isSystemAdmin: true, defaultSiteId: siteId, password, memberships: [] },
      given.now,
    );
  });
};
