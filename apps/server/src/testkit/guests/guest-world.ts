import { randomUUIDv7 } from 'node:crypto';
import { loginFactors } from '@patchkeep/contract/factors';
import { guestRequests, guests, providers } from '@patchkeep/contract/guests';
import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { createUser, passwordKeeper } from '../../modules/identity/public.ts';
import { createCustomer, createSite } from '../../modules/tenants/public.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import type { TestApp, TestClient } from '../app.ts';
import { afterPassword, byPassword, setUpApp } from '../factors/second-factor.ts';
import { clientHash, people, pepper } from '../world.ts';

export const otherPeople = {
  rival: 'admin@rival.example',
  second: 'admin@second.example',
} as const;

/** Another customer with one site and one system administrator. */
const addCustomer = async (app: TestApp, name: string, username: string, isProvider: boolean): Promise<string> => {
  const customerId = randomUUIDv7();
  const password = await passwordKeeper([pepper]).store(clientHash);
  const { now } = app.clock;
  await withTenant(app.database.pool('patchkeep_api'), { customerId, siteIds: [], actorId: null }, async (tx) => {
    await createCustomer(tx, customerId, name, now, { is_provider: isProvider });
    const siteId = await createSite(tx, customerId, 'Head office', now);
    const user = { username, longName: name, isSystemAdmin: true, defaultSiteId: siteId, password, memberships: [] };
    await createUser(tx, customerId, user, now);
  });
  return customerId;
};

/** Somebody by the login name, hands shaken. */
export const signInAs = async (app: TestApp, username: string): Promise<TestClient> => {
  const client = app.anonymous();
  const { status } = await client.call(session.login, { body: { username, ...byPassword } });
  if (status !== 200 || client.cookie === undefined) throw new Error(`${username} could not sign in: ${status}`);
  await client.ehlo();
  return client;
};

/**
 * `ours` is a service provider, with `manager` who has an authenticator app and `reader` who has none; `theirs` and
 * `second` are customers; `rival` is another service provider.
 */
export const guestWorld = async (app: TestApp) => {
  const postgres = app.database.pool('postgres');
  const idOf = async (username: string) => {
    const { rows } = await postgres.query<{ customer_id: string; user_id: string }>(
      'select customer_id, user_id from users where username = $1 and home_user_id is null',
      [username],
    );
    return { customerId: rows[0]?.customer_id ?? '', userId: rows[0]?.user_id ?? '' };
  };
  const [ours, theirs] = [await idOf(people.admin), await idOf(people.stranger)];
  await postgres.query('update customers set is_provider = true where customer_id = $1', [ours.customerId]);
  const second = await addCustomer(app, 'Second', otherPeople.second, false);
  const rival = await addCustomer(app, 'Rival', otherPeople.rival, true);
  const asker = await app.signIn('admin');
  const admin = await app.signIn('stranger');
  const [manager, reader] = [await idOf(people.manager), await idOf(people.reader)];
  const technician = await app.signIn('manager');
  const { code, recoveryCodes } = await setUpApp(app, technician);
  const sites = (await admin.ehlo()).body.sites;
  const siteOf = (name: string): string => sites.find(({ siteName }) => siteName === name)?.siteAccountUuid ?? '';
  const [gamma, delta] = [siteOf('gamma'), siteOf('delta')];

  const later = (seconds: number): void => {
    app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
  };
  /** A code that was not used yet. */
  const freshCode = (): string => {
    later(31);
    return code();
  };
  const ask = async (userAccountUuids = [manager.userId]): Promise<string> =>
    (await asker.call(guestRequests.create, { body: { userAccountUuids } })).body.request;
  const roles = (sitePermissions: number = rolePreset['Read & Write'], siteAccountUuid = gamma) => [
    { siteAccountUuid, sitePermissions },
  ];
  const accept = (request: string, sitesGiven = roles(), by: TestClient = admin) =>
    by.call(providers.accept, { body: { request, sites: sitesGiven } });
  const enter = (by: TestClient, customerId = theirs.customerId, secondFactor = { code: freshCode() }) =>
    by.call(guests.enter, { params: { id: customerId }, body: { secondFactor } });
  const end = (by: TestClient = admin, providerId = ours.customerId) =>
    by.call(providers.end, { params: { id: providerId } });
  /** A browser of the technician with a session of its own, at home. */
  const home = async (): Promise<TestClient> => {
    const browser = await afterPassword(app, people.manager);
    await browser.call(loginFactors.totp, { body: { code: freshCode() } });
    await browser.ehlo();
    return browser;
  };
  /** The first browser of the technician, as it is at home: without signing in again, which takes long. */
  const sameBrowser = (): TestClient => {
    const { cookie, csrf, instanceId } = technician;
    return Object.assign(app.anonymous(), { cookie, csrf, instanceId });
  };
  /** A browser that is inside the customer. */
  const guest = async (from?: TestClient): Promise<TestClient> => {
    const browser = from ?? (await home());
    const { status } = await enter(browser);
    if (status !== 200) throw new Error(`Could not enter: ${status}`);
    await browser.ehlo();
    return browser;
  };
  return {
    postgres,
    ids: { ours: ours.customerId, theirs: theirs.customerId, second, rival, manager, reader, gamma, delta },
    clients: { asker, admin, technician },
    recoveryCodes,
    later,
    freshCode,
    ask,
    roles,
    accept,
    enter,
    end,
    home,
    sameBrowser,
    guest,
  };
};
export type GuestWorld = Awaited<ReturnType<typeof guestWorld>>;
