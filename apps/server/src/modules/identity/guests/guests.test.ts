import { randomUUIDv7 } from 'node:crypto';
import { account } from '@patchkeep/contract/account';
import { activityLog } from '@patchkeep/contract/activity-log';
import { wire } from '@patchkeep/contract/constants';
import { groups } from '@patchkeep/contract/groups';
import { guestRequests, guests, providers } from '@patchkeep/contract/guests';
import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { users } from '@patchkeep/contract/users';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type GuestWorld, guestWorld, otherPeople, signInAs } from '../../../testkit/guests/guest-world.ts';
import { people } from '../../../testkit/world.ts';

let app: TestApp;
/** A second process of the same installation. */
let other: TestApp;
let world: GuestWorld;
beforeAll(async () => {
  app = await testApp();
  other = await testApp({ database: app.database });
  world = await guestWorld(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(async () => {
  await world.end();
  world.later(60);
});

const statusOf = async (client: TestClient) => (await client.call(account.read)).status;
const elsewhere = (client: TestClient): TestClient =>
  Object.assign(other.anonymous(), { cookie: client.cookie, csrf: client.csrf });

describe('a service provider', () => {
  it('asks by a link; the customer sees who will be able to do what, lets them in, and the log of both says so', async () => {
    const { clients, ids } = world;
    const request = await world.ask();
    expect((await clients.asker.call(guestRequests.list)).body.requests).toMatchObject([
      { people: [{ username: people.manager }] },
    ]);
    const { body: seen } = await clients.admin.call(providers.look, { body: { request } });
    expect(seen).toMatchObject({
      providerName: 'Ours',
      askedBy: { username: people.admin },
      people: [{ longName: people.manager, username: people.manager }],
    });
    const { status, body } = await world.accept(request);
    expect(status).toBe(200);
    const [guest] = body.guests;
    expect(guest).toMatchObject({
      username: people.manager,
      sites: [{ siteName: 'gamma', sitePermissions: rolePreset['Read & Write'] }],
      lastEntry: null,
      sessions: [],
    });
    expect((await clients.asker.call(guestRequests.list)).body.requests).toEqual([]);
    const { body: listed } = await clients.admin.call(users.list, { params: { id: ids.gamma } });
    expect(listed.users.find(({ username }) => username === people.manager)).toMatchObject({
      guestOf: 'Ours',
      state: 'active',
      isSystemAdmin: false,
      sitePermissions: rolePreset['Read & Write'],
    });

    const { body: enterable } = await clients.technician.call(guests.customers);
    expect(enterable).toEqual({
      customers: [
        {
          customerUuid: ids.theirs,
          customerName: 'Theirs',
          sites: [{ siteAccountUuid: ids.gamma, siteName: 'gamma' }],
        },
      ],
      methods: ['totp', 'recovery'],
      currentCustomerUuid: null,
    });
    const browser = await world.guest();
    const { body: hello } = await browser.ehlo();
    expect(hello).toMatchObject({
      customerName: 'Theirs',
      guestOf: 'Ours',
      mayEnterCustomers: true,
      isSystemAdmin: false,
      currentSite: { siteName: 'gamma', sitePermissions: rolePreset['Read & Write'] },
    });
    const made = await browser.call(groups.create, { body: { title: 'By a guest' } });
    expect(made.status).toBe(200);
    const log = await clients.admin.call(activityLog.account, {}, { [wire.siteHeader]: ids.gamma });
    expect(log.body.activities.find(({ objectId }) => objectId === made.body.uuid)?.userName).toBe(
      `${people.manager} (guest of Ours)`,
    );
    const ofSystem = (await clients.admin.call(activityLog.system)).body.activities;
    expect(ofSystem.find(({ verb }) => verb === 'guest.enter')?.userName).toBe(`${people.manager} (guest of Ours)`);
    expect(ofSystem.map(({ verb }) => verb)).toContain('guest.accept');
    const atHome = (await clients.asker.call(activityLog.system)).body.activities;
    expect(atHome.find(({ verb }) => verb === 'guest.enter')).toMatchObject({
      userName: people.manager,
      after: { name: 'Theirs' },
    });
  });

  it('goes home with a new cookie: neither the one of the guest nor the former one at home opens anything', async () => {
    await world.accept(await world.ask());
    const home = await world.home();
    const formerCookie = home.cookie;
    await world.enter(home);
    await home.ehlo();
    const guestCookie = home.cookie;
    expect((await home.call(guests.customers)).body.currentCustomerUuid).toBe(world.ids.theirs);
    expect((await home.call(guests.leave)).status).toBe(200);
    const { body } = await home.ehlo();
    expect(body).toMatchObject({ customerName: 'Ours', guestOf: null, username: people.manager });
    for (const cookie of [formerCookie, guestCookie]) {
      const old = Object.assign(app.anonymous(), { cookie });
      expect(await statusOf(old)).toBe(401);
    }
  });

  it('enters with a recovery code or from another customer, whose session ends', async () => {
    await world.accept(await world.ask());
    const secondAdmin = await signInAs(app, otherPeople.second);
    const site = (await secondAdmin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
    expect((await world.accept(await world.ask(), world.roles(49, site), secondAdmin)).status).toBe(200);
    const browser = await world.guest();
    const former = Object.assign(app.anonymous(), { cookie: browser.cookie });
    const { body } = await browser.call(guests.customers);
    expect(body.customers.map(({ customerName }) => customerName)).toEqual(['Second', 'Theirs']);
    const [recovery = ''] = world.recoveryCodes;
    expect((await world.enter(browser, world.ids.second, { code: recovery })).status).toBe(200);
    expect((await browser.ehlo()).body.customerName).toBe('Second');
    expect(await statusOf(former)).toBe(401);
    await world.end(secondAdmin);
    expect(await statusOf(browser)).toBe(401);
  });

  it('is kept alive at home by what it does as a guest', async () => {
    await world.accept(await world.ask());
    const browser = await world.guest();
    for (let minutes = 0; minutes < 90; minutes += 15) {
      world.later(15 * 60);
      for (const each of [browser, world.clients.asker, world.clients.admin, world.clients.technician])
        expect((await each.call(account.read, {}, { [wire.activeHeader]: '1' })).status).toBe(200);
    }
    expect((await browser.call(guests.leave)).status).toBe(200);
    expect((await browser.ehlo()).body.customerName).toBe('Ours');
  });
});

/** What ends a session as a guest, and who does it. */
const endings: Record<string, () => Promise<unknown>> = {
  'the customer ends the access': () => world.end(),
  'the user signs out at home elsewhere': async () => {
    const colleague = await world.home();
    const sessions = (await colleague.call(account.sessions)).body.sessions;
    for (const { sessionUuid, isCurrent } of sessions)
      if (!isCurrent) await colleague.call(account.endSession, { params: { id: sessionUuid } });
  },
  'an administrator at home ends the sessions of the user': async () => {
    const { asker } = world.clients;
    const site = (await asker.ehlo()).body.currentSite?.siteAccountUuid ?? '';
    await asker.call(users.endSessions, { params: { site, user: world.ids.manager.userId } });
  },
  'the customer removes the guest from the only site': async () => {
    const { admin } = world.clients;
    const listed = (await admin.call(users.list, { params: { id: world.ids.gamma } })).body.users;
    const user = listed.find(({ guestOf }) => guestOf !== null)?.userAccountUuid ?? '';
    await admin.call(users.remove, { params: { site: world.ids.gamma, user } });
  },
};

describe('the session of a guest', () => {
  it.each(Object.keys(endings))('ends at once, and soon in another process, when %s', async (how) => {
    await world.accept(await world.ask());
    const home = await world.guest();
    const there = elsewhere(home);
    expect((await there.ehlo()).status).toBe(200);
    expect(await statusOf(home)).toBe(200);
    await endings[how]?.();
    // The clocks stand: nothing but the act itself, and its hint, makes a process look again.
    expect(await statusOf(home)).toBe(401);
    await expect.poll(() => statusOf(there)).toBe(401);
  });

  it.each<[string, string, string]>([
    ['the home user is disabled', 'update users set disabled_at = now() where user_id = $1', 'manager'],
    [
      'the customer at home is no provider any more',
      'update customers set is_provider = false where customer_id = $1',
      'ours',
    ],
  ])('ends within a second when %s', async (_how, statement, whom) => {
    await world.accept(await world.ask());
    const browser = await world.guest();
    expect(await statusOf(browser)).toBe(200);
    const { manager, ours } = world.ids;
    await world.postgres.query(statement, [whom === 'manager' ? manager.userId : ours]);
    world.later(1);
    expect(await statusOf(browser)).toBe(401);
    await world.postgres.query('update users set disabled_at = null where user_id = $1', [manager.userId]);
    await world.postgres.query('update customers set is_provider = true where customer_id = $1', [ours]);
  });

  it('is shown to the customer before the access is ended, and signing out as a guest signs out at home', async () => {
    await world.accept(await world.ask());
    const home = await world.guest();
    const { body } = await world.clients.admin.call(providers.list);
    expect(body.providers).toMatchObject([
      { providerUuid: world.ids.ours, providerName: 'Ours', guests: [{ sessions: [{ address: '127.0.0.1' }] }] },
    ]);
    const countAtHome = async () => {
      const { rows } = await world.postgres.query('select count(*)::int from sessions where user_id = $1', [
        world.ids.manager.userId,
      ]);
      return rows[0].count;
    };
    const before = await countAtHome();
    expect((await home.call(session.logout)).status).toBe(200);
    expect(await countAtHome()).toBe(before - 1);
    await world.guest();
    expect((await world.end()).body).toEqual({ countSessions: 1 });
    expect((await world.clients.admin.call(providers.list)).body.providers).toEqual([]);
  });

  it('tells who signs out as a guest of the identity provider that the session at home came from', async () => {
    await world.accept(await world.ask());
    const guest = await world.guest();
    const connectionId = randomUUIDv7();
    await world.postgres.query(
      `insert into connections (customer_id, connection_id, is_saml, name, issuer, groups_claim, sign_in_address, certificates, is_required, serial_number, created_at)
       values ($1, $2, true, 'Contoso', 'contoso', 'groups', 'https://login.contoso.example/', '{}', false, 1, now())`,
      [world.ids.ours, connectionId],
    );
    await world.postgres.query(
      'update sessions set connection_id = $1 where session_id in (select parent_session_id from sessions)',
      [connectionId],
    );
    const { body } = await guest.call(session.logout);
    expect(body.provider).toMatchObject({ label: 'Contoso', address: null });
  });
});
