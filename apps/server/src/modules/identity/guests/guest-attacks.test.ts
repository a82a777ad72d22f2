import { account } from '@patchkeep/contract/account';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { wire } from '@patchkeep/contract/constants';
import { customer } from '@patchkeep/contract/customer-settings';
import { dashboardTokens } from '@patchkeep/contract/dashboards';
import { factors } from '@patchkeep/contract/factors';
import { guestRequests, guests, providers } from '@patchkeep/contract/guests';
import { hosts } from '@patchkeep/contract/hosts';
import { rolePreset } from '@patchkeep/contract/rights';
import { sites } from '@patchkeep/contract/sites';
import { users } from '@patchkeep/contract/users';
import { userRefusals } from '@patchkeep/rules/users/user-change';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signedTexts } from '../../../platform/http/signed-text.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { byPassword } from '../../../testkit/factors/second-factor.ts';
import { type GuestWorld, guestWorld, otherPeople, signInAs } from '../../../testkit/guests/guest-world.ts';
import { secretKey } from '../../../testkit/world.ts';

let app: TestApp;
let world: GuestWorld;
let secondAdmin: TestClient;
let rivalAdmin: TestClient;
beforeAll(async () => {
  app = await testApp();
  world = await guestWorld(app);
  secondAdmin = await signInAs(app, otherPeople.second);
  rivalAdmin = await signInAs(app, otherPeople.rival);
});
afterAll(() => app.close());
afterEach(async () => {
  const { ours, manager } = world.ids;
  await world.postgres.query('update users set disabled_at = null where user_id = $1', [manager.userId]);
  await world.postgres.query('update customers set is_provider = true where customer_id = $1', [ours]);
  await world.end();
  await world.postgres.query('delete from login_throttle');
  world.later(1);
  // The clock moves by hours over all of these, and nobody is idle meanwhile.
  await world.postgres.query('update sessions set active_at = $1', [app.clock.now]);
});

interface Tried {
  status: number;
  body: unknown;
}
const accepted = async () => world.accept(await world.ask());
const notFound = 404;
const gone = 410;
const guestUuid = async (): Promise<string> => {
  const { rows } = await world.postgres.query(
    'select user_id from users where home_user_id = $1 and customer_id = $2',
    [world.ids.manager.userId, world.ids.theirs],
  );
  return rows[0].user_id;
};
const asGuest = async (attempt: (guest: TestClient) => Promise<Tried>): Promise<Tried> => {
  await accepted();
  return attempt(await world.guest(world.sameBrowser()));
};
/** A link of the right form whose names were changed: as somebody writes it who has seen another one. */
const altered = async (change: (text: string) => string): Promise<Tried> => {
  const { crc32 } = await import('node:zlib');
  const text = change((await world.ask()).replace(/_[0-9a-f]{8}$/, ''));
  return world.accept(`${text}_${crc32(text).toString(16).padStart(8, '0')}`);
};
const compact = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** Each is tried, and its answer must be the one that stands beside it. */
const attempts: Record<string, [number, () => Promise<Tried>]> = {
  'enter a customer that was never asked': [notFound, () => world.enter(world.clients.technician, world.ids.second)],
  'enter a customer that was asked and has not accepted': [
    notFound,
    async () => {
      await world.ask();
      return world.enter(world.clients.technician);
    },
  ],
  'enter a customer that ended the access': [
    notFound,
    async () => {
      await accepted();
      await world.end();
      return world.enter(world.clients.technician);
    },
  ],
  'go on with a session after the access ended': [
    401,
    async () => {
      await accepted();
      const guest = await world.guest(world.sameBrowser());
      await world.end();
      return guest.call(account.read);
    },
  ],
  'enter as a guest who was removed from the only site': [
    notFound,
    async () => {
      await accepted();
      const user = await guestUuid();
      await world.clients.admin.call(users.remove, { params: { site: world.ids.gamma, user } });
      return world.enter(world.clients.technician);
    },
  ],
  'enter as a colleague who was not named': [
    notFound,
    async () => {
      await accepted();
      return world.enter(world.clients.asker);
    },
  ],
  'enter from another provider': [
    notFound,
    async () => {
      await accepted();
      return world.enter(rivalAdmin);
    },
  ],
  'use a link again': [
    gone,
    async () => {
      const request = await world.ask();
      await world.accept(request);
      return world.accept(request);
    },
  ],
  'use a link again after the access ended': [
    gone,
    async () => {
      const request = await world.ask();
      await world.accept(request);
      await world.end();
      return world.accept(request);
    },
  ],
  'use a link of one customer at another one too': [
    gone,
    async () => {
      const request = await world.ask();
      await world.accept(request);
      const site = (await secondAdmin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
      return world.accept(request, world.roles(49, site), secondAdmin);
    },
  ],
  'use a link that was revoked': [
    gone,
    async () => {
      const request = await world.ask();
      const { body } = await world.clients.asker.call(guestRequests.list);
      await world.clients.asker.call(guestRequests.revoke, { params: { id: body.requests[0]?.requestUuid ?? '' } });
      return world.accept(request);
    },
  ],
  'use a link that is too old': [
    gone,
    async () => {
      const request = await world.ask();
      await world.postgres.query(`update guest_requests set expires_at = $1`, [app.clock.now]);
      return world.accept(request);
    },
  ],
  'make up the secret of a link': [gone, () => altered((text) => text.replace(/[\w-]{43}$/, 'A'.repeat(43)))],
  'put another provider into a link': [
    gone,
    () => altered((text) => text.replace(compact(world.ids.ours), compact(world.ids.rival))),
  ],
  'put another request into a link': [
    gone,
    () => altered((text) => text.replace(/^(vpg_[\w-]{22}_)[\w-]{22}/, `$1${compact(world.ids.gamma)}`)),
  ],
  'use the secret of another kind of link': [
    gone,
    async () => {
      await world.ask();
      const { body } = await world.clients.asker.call(guestRequests.list);
      const id = body.requests[0]?.requestUuid ?? '';
      return world.accept(
        signedTexts('vpg', [secretKey], 'patchkeep invitations').write({ customerId: world.ids.ours, id }),
      );
    },
  ],
  'use a link of a customer that is no provider any more': [
    gone,
    async () => {
      const request = await world.ask();
      await world.postgres.query('update customers set is_provider = false where customer_id = $1', [world.ids.ours]);
      return world.accept(request);
    },
  ],
  'use a link whose only person was disabled': [
    gone,
    async () => {
      const request = await world.ask();
      await world.postgres.query('update users set disabled_at = now() where user_id = $1', [world.ids.manager.userId]);
      return world.accept(request);
    },
  ],
  'accept the link of the own customer': [
    400,
    async () => world.accept(await world.ask(), world.roles(), world.clients.asker),
  ],
  'let in to a site of another customer': [
    notFound,
    async () => {
      const site = (await secondAdmin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
      return world.accept(await world.ask(), world.roles(49, site));
    },
  ],
  'let in with the right to administer': [
    400,
    async () => world.accept(await world.ask(), world.roles(rolePreset.Administer)),
  ],
  'let in without any right': [400, async () => world.accept(await world.ask(), world.roles(0))],
  'ask as a customer that is no provider': [
    403,
    async () => {
      const { userAccountUuid } = (await secondAdmin.ehlo()).body;
      return secondAdmin.call(guestRequests.create, { body: { userAccountUuids: [userAccountUuid] } });
    },
  ],
  'ask for somebody of another customer': [
    400,
    () => rivalAdmin.call(guestRequests.create, { body: { userAccountUuids: [world.ids.manager.userId] } }),
  ],
  'ask without being a system administrator': [
    403,
    () =>
      world.clients.technician.call(guestRequests.create, {
        body: { userAccountUuids: [world.ids.manager.userId] },
      }),
  ],
  'revoke a request of another provider': [
    notFound,
    async () => {
      await world.ask();
      const { body } = await world.clients.asker.call(guestRequests.list);
      return rivalAdmin.call(guestRequests.revoke, { params: { id: body.requests[0]?.requestUuid ?? '' } });
    },
  ],
  'enter without a second factor': [
    403,
    async () => {
      await world.accept(await world.ask([world.ids.reader.userId]));
      return world.enter(await app.signIn('reader'));
    },
  ],
  'enter with a wrong code': [
    400,
    async () => {
      await accepted();
      return world.enter(world.clients.technician, world.ids.theirs, { code: '000000' });
    },
  ],
  'enter with a code that was used': [
    400,
    async () => {
      await accepted();
      const code = world.freshCode();
      await world.enter(world.sameBrowser(), world.ids.theirs, { code });
      return world.enter(world.clients.technician, world.ids.theirs, { code });
    },
  ],
  'enter with the password': [
    400,
    async () => {
      await accepted();
      const secondFactor = byPassword as unknown as { code: string };
      return world.enter(world.clients.technician, world.ids.theirs, secondFactor);
    },
  ],
  'enter as a user who was disabled at home': [
    notFound,
    async () => {
      await accepted();
      const browser = await world.home();
      const code = world.freshCode();
      // Believed for a second: the look at the account itself has to refuse.
      await browser.call(account.read);
      await world.postgres.query('update users set disabled_at = now() where user_id = $1', [world.ids.manager.userId]);
      return world.enter(browser, world.ids.theirs, { code });
    },
  ],
  'enter with an API token': [
    403,
    async () => {
      await accepted();
      const { body } = await world.clients.asker.call(apiTokens.create, {
        body: { name: 'x', permissions: rolePreset['Read & Write'], expiresInDays: 1 },
      });
      return app
        .anonymous()
        .call(
          guests.enter,
          { params: { id: world.ids.theirs }, body: { secondFactor: { code: '000000' } } },
          { authorization: `Bearer ${body.secret}` },
        );
    },
  ],
  'take the session to another customer': [
    401,
    () =>
      asGuest((guest) => {
        const moved = guest.cookie?.replace(/^[^.]+/, compact(world.ids.second));
        return Object.assign(app.anonymous(), { cookie: moved }).call(account.read);
      }),
  ],
  'as a guest, give themself more': [
    403,
    () =>
      asGuest(async (guest) =>
        guest.call(users.update, {
          params: { site: world.ids.gamma, user: await guestUuid() },
          body: { sitePermissions: rolePreset.Administer },
        }),
      ),
  ],
  'as a guest, add a user': [
    403,
    () =>
      asGuest((guest) =>
        guest.call(users.create, {
          params: { id: world.ids.gamma },
          body: { username: 'x@x.example', longName: 'x', sitePermissions: 49 },
        }),
      ),
  ],
  'as a guest, let another provider in': [
    403,
    () => asGuest(async (guest) => world.accept(await world.ask(), world.roles(), guest)),
  ],
  'as a guest, end a provider': [403, () => asGuest((guest) => world.end(guest))],
  'as a guest, see the providers': [403, () => asGuest((guest) => guest.call(providers.list))],
  'as a guest, ask in the name of the customer': [
    403,
    () =>
      asGuest(async (guest) => guest.call(guestRequests.create, { body: { userAccountUuids: [await guestUuid()] } })),
  ],
  'as a guest, make an API token': [
    403,
    () => asGuest((guest) => guest.call(apiTokens.create, { body: { name: 'x', permissions: 49, expiresInDays: 1 } })),
  ],
  'as a guest, make the link of a detached dashboard': [
    403,
    () => asGuest((guest) => guest.call(dashboardTokens.list)),
  ],
  'as a guest, change the settings of the customer': [
    403,
    () => asGuest((guest) => guest.call(customer.saveSettings, { body: { hostLicenseCount: 1, serialNumber: 1 } })),
  ],
  'as a guest, create a site': [403, () => asGuest((guest) => guest.call(sites.create, { body: { siteName: 'x' } }))],
  'as a guest, set up a factor here': [
    403,
    () => asGuest((guest) => guest.call(factors.setUp, { body: { name: 'x', proof: byPassword } })),
  ],
  'as a guest, choose a password here': [
    403,
    () =>
      asGuest((guest) =>
        guest.call(account.changePassword, {
          body: { currentPassword: 'A'.repeat(43), newPassword: 'B'.repeat(43) },
        }),
      ),
  ],
  'as a guest, look into a site that was not given': [
    403,
    () => asGuest((guest) => guest.call(hosts.list, {}, { [wire.siteHeader]: world.ids.delta })),
  ],
  'as a guest, switch to a site that was not given': [
    notFound,
    () => asGuest((guest) => guest.call(sites.select, { params: { id: world.ids.delta } })),
  ],
  'as a guest, enter a customer that let nobody in': [
    notFound,
    () => asGuest((guest) => world.enter(guest, world.ids.second)),
  ],
  'end the access of a provider to another customer': [
    notFound,
    async () => {
      await accepted();
      return world.end(secondAdmin);
    },
  ],
  'leave without being a guest': [400, () => world.clients.technician.call(guests.leave)],
};

describe('nobody can', () => {
  it.each(Object.keys(attempts))('%s', async (name) => {
    const attempt = attempts[name];
    if (!attempt) throw new Error('There is no such attempt');
    const [expected, run] = attempt;
    const { status, body } = await run();
    expect([status, body]).toEqual([expected, expect.anything()]);
    const { rows } = await world.postgres.query(
      `select count(*)::int from sessions where parent_session_id is not null and customer_id <> $1`,
      [world.ids.theirs],
    );
    expect(rows).toEqual([{ count: 0 }]);
    const { rows: masks } = await world.postgres.query(
      `select m.permissions from site_members m join users u using (customer_id, user_id)
       where u.home_user_id is not null and (m.permissions & 4096 <> 0 or u.is_system_admin)`,
    );
    expect(masks).toEqual([]);
  });
});

describe('a guest', () => {
  it.each<[string, object]>([
    ['Administer', { sitePermissions: rolePreset.Administer }],
    ['system administration', { isSystemAdmin: true }],
    ['single sign-on here', { isSsoLoginOnly: true }],
  ])('is given %s by nobody, not even by a system administrator', async (_what, body) => {
    await accepted();
    const changed = await world.clients.admin.call(users.update, {
      params: { site: world.ids.gamma, user: await guestUuid() },
      body,
    });
    expect([changed.status, changed.body]).toEqual([400, { message: userRefusals.guest }]);
  });

  it('gets other rights from an administrator of the site at once, and no invitation', async () => {
    await accepted();
    const guest = await world.guest(world.sameBrowser());
    const of = { params: { site: world.ids.gamma, user: await guestUuid() } };
    const { admin } = world.clients;
    expect((await admin.call(users.update, { ...of, body: { sitePermissions: 49 } })).status).toBe(200);
    expect((await guest.ehlo()).body.currentSite?.sitePermissions).toBe(49);
    expect((await admin.call(users.invite, of)).status).toBe(400);
  });
});

describe('letting in and ending', () => {
  it('of one link by ten at once lets in once', async () => {
    const request = await world.ask();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.accept(request)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => gone)]);
  });

  it('at the same time leaves a guest with all or with nothing, and accepting and revoking never both count', async () => {
    for (let round = 0; round < 10; round++) {
      await accepted();
      const request = await world.ask();
      const { body } = await world.clients.asker.call(guestRequests.list);
      const id = body.requests[0]?.requestUuid ?? '';
      const [letIn, revoked] = await Promise.all([
        world.accept(request),
        world.clients.asker.call(guestRequests.revoke, { params: { id } }),
        world.end(),
      ]);
      expect([letIn.status === 200, revoked.status === 200].filter(Boolean)).toHaveLength(1);
      const { rows } = await world.postgres.query(
        `select u.disabled_at is null as "isIn",
           exists (select from site_members m where m.user_id = u.user_id) as "hasSite",
           exists (select from guest_directory d where d.home_user_id = u.home_user_id and d.customer_id = u.customer_id) as "isListed"
         from users u where u.user_id = $1`,
        [await guestUuid()],
      );
      expect(new Set(Object.values(rows[0])).size).toBe(1);
      world.later(1);
    }
  });
});
