import { apiTokens } from '@patchkeep/contract/api-tokens';
import { errorCatalogue } from '@patchkeep/contract/errors';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { type SiteUser, users } from '@patchkeep/contract/users';
import { userRefusals } from '@patchkeep/rules/users/user-change';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { clientHash, people } from '../../../testkit/world.ts';
import { sweepSessions } from '../identity.jobs.ts';

const readOnly = rolePreset['Read-Only'];

let app: TestApp;
let admin: TestClient;
let manager: TestClient;
let alpha: string;
let beta: string;
let closed: string;
beforeAll(async () => {
  app = await testApp();
  admin = await app.signIn('admin');
  manager = await app.signIn('manager');
  const { body } = await admin.ehlo();
  const idOf = (name: string) => body.sites.find(({ siteName }) => siteName === name)?.siteAccountUuid ?? '';
  [alpha, beta, closed] = [idOf('alpha'), idOf('Beta'), idOf('Closed')];
  await manager.call(sites.select, { params: { id: alpha } });
  await manager.ehlo();
});
afterAll(() => app.close());

const list = async (client: TestClient, site = alpha) =>
  (await client.call(users.list, { params: { id: site } })).body.users;
const named = async (username: string, site = alpha): Promise<SiteUser> => {
  const found = (await list(admin, site)).find((user) => user.username === username);
  if (!found) throw new Error(`No ${username}`);
  return found;
};
const at = (user: SiteUser, site = alpha) => ({ params: { site, user: user.userAccountUuid } });
const add = (client: TestClient, username: string, sitePermissions: number = readOnly, more = {}, site = alpha) =>
  client.call(users.create, {
    params: { id: site },
    body: { username, longName: username.split('@')[0] ?? '', sitePermissions, ...more },
  });
/** Somebody of the world with a password, made a member for one test. */
const signInAs = async (username: string) => {
  const client = app.anonymous();
  const { status } = await client.call(session.login, {
    body: { username, passwordHash: clientHash, passwordHashVersion: 1 },
  });
  if (status === 200) await client.ehlo();
  return { status, client };
};
/** Gives a new user the password of the test users, as accepting an invitation would. */
const givePassword = (user: SiteUser) =>
  app.database.pool('postgres').query(
    `update users u set (password_salt, password_digest, password_version) =
       (select password_salt, password_digest, password_version from users where username = $1) where user_id = $2`,
    [people.admin, user.userAccountUuid],
  );
const newUser = async (username: string, permissions: number = readOnly, more = {}) => {
  const { body } = await add(admin, username, permissions, more);
  await givePassword(body.user);
  return body.user;
};
const logOf = async (user: SiteUser) =>
  (
    await app.database
      .pool('postgres')
      .query(`select verb, chain_id from audit_entries where object_id = $1 order by at, seq`, [user.userAccountUuid])
  ).rows as { verb: string; chain_id: string }[];

describe('the users of a site', () => {
  it('are listed with their fields, system administrators among them [SITE-20]', async () => {
    const all = await list(manager);
    expect(all.map(({ username }) => username)).toEqual(
      [people.admin, people.disabled, people.manager, people.reader, people.sso].toSorted(),
    );
    const { userAccountUuid, ...rest } = await named(people.manager);
    expect(userAccountUuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual({
      username: people.manager,
      longName: people.manager,
      sitePermissions: rolePreset.Administer,
      defaultSiteAccess: false,
      isSystemAdmin: false,
      isSsoLoginOnly: false,
      settings: { defaultSiteAccountUuid: beta },
      lastSignIn: app.clock.now.toISOString(),
      state: 'active',
      invitationExpires: null,
      restorableUntil: null,
      guestOf: null,
      secondFactor: 'none',
      isFactorMissing: false,
      provisionedBy: null,
      breakGlass: null,
    });
    expect(all.find(({ username }) => username === people.sso)).toMatchObject({ secondFactor: 'elsewhere' });
    expect(all.find(({ username }) => username === people.sso)).toMatchObject({ isSsoLoginOnly: true });
    expect(all.find(({ username }) => username === people.disabled)).toMatchObject({ state: 'disabled' });
    expect(all.find(({ username }) => username === people.admin)).toMatchObject({
      isSystemAdmin: true,
      sitePermissions: 0,
      defaultSiteAccess: true,
    });
  });

  it('are added, read, changed and removed, each act in the activity log of the site [SITE-21] [SITE-22]', async () => {
    const { status, body } = await add(manager, 'New.Person@ours.example');
    expect([status, body.user.username, body.user.state]).toEqual([200, 'new.person@ours.example', 'invited']);
    expect(await list(manager)).toContainEqual(body.user);
    expect((await manager.call(users.read, at(body.user))).body).toEqual(body.user);
    const changed = await manager.call(users.update, {
      ...at(body.user),
      body: { longName: 'New Person', sitePermissions: rolePreset['Read & Write'], defaultSiteAccess: true },
    });
    expect(changed.body).toMatchObject({ longName: 'New Person', sitePermissions: 115, defaultSiteAccess: true });
    expect((await manager.call(users.remove, { ...at(body.user), query: { reason: 'Left' } })).status).toBe(200);
    expect((await manager.call(users.update, { ...at(body.user), body: {} })).status).toBe(404);
    const log = await logOf(body.user);
    expect(log.map(({ verb }) => verb)).toEqual(['user.create', 'user.change', 'user.remove']);
    expect(log.every(({ chain_id }) => chain_id === alpha)).toBe(true);
  });

  it('are for administrators of that site only', async () => {
    const reader = await app.signIn('reader');
    expect((await reader.call(users.list, { params: { id: alpha } })).status).toBe(403);
    // The tab is on a site that the manager administers; Beta is one where the manager does not.
    expect((await manager.call(users.list, { params: { id: beta } })).status).toBe(403);
    expect((await add(manager, 'x@ours.example', readOnly, {}, beta)).status).toBe(403);
    expect((await manager.call(users.list, { params: { id: closed } })).status).toBe(404);
    expect((await add(manager, 'x@ours.example', readOnly, {}, closed)).status).toBe(404);
  });

  it('can be looked at over all sites that the caller administers [SITE-23]', async () => {
    const user = await named(people.manager);
    const overall = (client: TestClient) => client.call(users.readOverall, { params: { user: user.userAccountUuid } });
    const both = (await overall(admin)).body;
    expect(both.username).toBe(people.manager);
    expect(both.sites.map(({ siteName, sitePermissions }) => [siteName, sitePermissions])).toEqual([
      ['alpha', rolePreset.Administer],
      ['Beta', rolePreset['Read & Write']],
    ]);
    expect((await overall(manager)).body.sites.map(({ siteName }) => siteName)).toEqual(['alpha']);
    const elsewhere = (await add(admin, 'only.beta@ours.example', readOnly, {}, beta)).body.user;
    const hidden = { params: { user: elsewhere.userAccountUuid } };
    expect((await manager.call(users.readOverall, hidden)).status).toBe(404);
  });

  it('are never given an address that another customer uses [SITE-24]', async () => {
    const { status, body } = await add(admin, people.stranger.toUpperCase());
    expect([status, body]).toEqual([409, { code: 2004, message: errorCatalogue[2004].text }]);
  });

  it('may be members of several sites with one account', async () => {
    const user = await newUser('two.sites@ours.example');
    const again = await add(admin, 'two.sites@ours.example', rolePreset['Read & Write'], { longName: 'Other' }, beta);
    expect(again.body).toMatchObject({
      madeInvitation: null,
      user: { userAccountUuid: user.userAccountUuid, longName: 'two.sites', sitePermissions: 115 },
    });
    const twice = await add(admin, 'two.sites@ours.example');
    expect([twice.status, twice.body]).toEqual([400, { message: 'two.sites is a user of this site already' }]);
  });
});

describe('nobody', () => {
  it('gives more than they hold, and write never comes without read', async () => {
    const user = await newUser('less@ours.example');
    const admitting = sitePermission.FullRead | sitePermission.Administer;
    const helper = await newUser('helper@ours.example', admitting);
    const { client } = await signInAs(helper.username);
    const change = (by: TestClient, body: object) => by.call(users.update, { ...at(user), body });
    expect((await change(client, { sitePermissions: 115 })).body).toEqual({ message: userRefusals.moreThanOwn });
    expect((await change(client, { sitePermissions: 1 })).status).toBe(200);
    expect((await add(client, 'more@ours.example', 115)).body).toEqual({ message: userRefusals.moreThanOwn });
    expect((await change(admin, { sitePermissions: 2 })).body).toEqual({ message: 'Write access needs read access' });
    expect((await add(admin, 'w@ours.example', 2)).body).toEqual({ message: 'Write access needs read access' });
  });

  it('but a system administrator makes, changes or removes system administrators', async () => {
    const other = await newUser('second.admin@ours.example', readOnly, { isSystemAdmin: true });
    const refused = { message: userRefusals.systemAdministrator };
    const user = await named(people.reader);
    expect((await manager.call(users.update, { ...at(user), body: { isSystemAdmin: true } })).body).toEqual(refused);
    expect((await add(manager, 'n@ours.example', 1, { isSystemAdmin: true })).body).toEqual(refused);
    expect((await manager.call(users.update, { ...at(other), body: { longName: 'X' } })).body).toEqual(refused);
    expect((await manager.call(users.remove, at(other))).body).toEqual(refused);
    const sso = await manager.call(users.update, { ...at(user), body: { isSsoLoginOnly: true } });
    expect(sso.body).toEqual({ message: userRefusals.singleSignOn });
    expect((await admin.call(users.update, { ...at(other), body: { isSystemAdmin: false } })).status).toBe(200);
    expect(await named(other.username)).toMatchObject({ isSystemAdmin: false, sitePermissions: readOnly });
  });

  it('lowers their own last right to administer', async () => {
    const own = await named(people.manager);
    const refused = { message: userRefusals.ownLast };
    expect((await manager.call(users.update, { ...at(own), body: { sitePermissions: 115 } })).body).toEqual(refused);
    expect((await manager.call(users.remove, at(own))).body).toEqual(refused);
    expect((await named(people.manager)).sitePermissions).toBe(rolePreset.Administer);
  });

  it('removes, lowers or locks out the last system administrator who can sign in', async () => {
    const own = await named(people.admin);
    const refused = [400, { message: userRefusals.lastAdministrator }];
    // Neither of these two can sign in: they do not count.
    await add(admin, 'invited.admin@ours.example', readOnly, { isSystemAdmin: true });
    await newUser('sso.admin@ours.example', readOnly, { isSystemAdmin: true, isSsoLoginOnly: true });
    for (const body of [{ isSystemAdmin: false, sitePermissions: 4211 }, { isSsoLoginOnly: true }]) {
      const answer = await admin.call(users.update, { ...at(own), body });
      expect([answer.status, answer.body]).toEqual(refused);
    }
    const removed = await admin.call(users.remove, at(own));
    expect([removed.status, removed.body]).toEqual(refused);
    expect((await signInAs(people.admin)).status).toBe(200);
  });
});

describe('permission bits', () => {
  it('are checked one by one: presets, no write without read, and the own last Administer stays [PERM-20]', async () => {
    const user = await newUser('bits@ours.example');
    const set = (sitePermissions: number) => admin.call(users.update, { ...at(user), body: { sitePermissions } });
    for (const preset of [49, 115, 4211, 0]) expect((await set(preset)).body.sitePermissions).toBe(preset);
    const { Administer, FullRead, FullWrite } = sitePermission;
    for (const withoutRead of [FullWrite, Administer]) expect((await set(withoutRead)).status).toBe(400);
    await set(FullRead | Administer);
    const { client } = await signInAs(user.username);
    expect((await client.call(users.list, { params: { id: alpha } })).status).toBe(200);
    expect((await client.call(groups.create, { body: { title: 'Not mine' } })).status).toBe(403);
    const own = await client.call(users.update, { ...at(user), body: { sitePermissions: FullRead } });
    expect([own.status, own.body]).toEqual([400, { message: userRefusals.ownLast }]);
    await set(FullRead | FullWrite);
    expect((await client.call(groups.create, { body: { title: 'Mine' } })).status).toBe(200);
    expect((await client.call(users.list, { params: { id: alpha } })).status).toBe(403);
  });
});

describe('a change of rights', () => {
  it('counts for the very next call of a session and of a token', async () => {
    const user = await newUser('lowered@ours.example', rolePreset.Administer);
    const { client } = await signInAs(user.username);
    const { body } = await client.call(apiTokens.create, {
      body: { name: 'x', permissions: 115, expiresInDays: 1 },
    });
    const byToken = (title: string) =>
      app.anonymous().call(groups.create, { body: { title } }, { authorization: `Bearer ${body.secret}` });
    const bySession = (title: string) => client.call(groups.create, { body: { title } });
    expect([(await bySession('a')).status, (await byToken('b')).status]).toEqual([200, 200]);
    await admin.call(users.update, { ...at(user), body: { sitePermissions: readOnly } });
    expect([(await bySession('c')).status, (await byToken('d')).status]).toEqual([403, 403]);
    await admin.call(users.update, { ...at(user), body: { sitePermissions: rolePreset.Disabled } });
    expect((await client.call(hosts.list)).status).toBe(403);
    expect((await byToken('e')).status).toBe(401);
    expect((await signInAs(user.username)).status).toBe(403);
  });
});

describe('a removed user', () => {
  it('is signed out at once, cannot sign in, and comes back with the rights and the password of before', async () => {
    const user = await newUser('leaver@ours.example', rolePreset['Read & Write']);
    const { client } = await signInAs(user.username);
    const listening = app.app.inject({
      url: `/api/corporate/ui/events?instanceId=${client.instanceId}`,
      headers: { cookie: `sid=${client.cookie}` },
      payloadAsStream: true,
    });
    const stream = (await listening).stream();
    const ended = new Promise<void>((resolve) => stream.once('end', resolve).resume());
    expect((await client.call(hosts.list)).status).toBe(200);
    expect((await admin.call(users.remove, at(user))).status).toBe(200);
    expect((await client.call(hosts.list)).status).toBe(401);
    await ended;
    expect((await signInAs(user.username)).status).toBe(401);
    const removed = await named(user.username);
    expect(removed).toMatchObject({ state: 'removed', sitePermissions: 115 });
    expect(removed.restorableUntil).toBe(new Date(app.clock.now.getTime() + 30 * 86_400_000).toISOString());
    expect((await manager.call(users.restore, at(user))).body).toMatchObject({
      state: 'active',
      sitePermissions: 115,
      restorableUntil: null,
    });
    expect((await signInAs(user.username)).status).toBe(200);
    expect((await manager.call(users.restore, at(user))).status).toBe(404);
  });

  it('of one of several sites keeps the others and stays signed in', async () => {
    const user = await newUser('half@ours.example');
    await add(admin, user.username, readOnly, {}, beta);
    const { client } = await signInAs(user.username);
    await admin.call(users.remove, at(user));
    expect((await client.ehlo()).body.sites.map(({ siteName }) => siteName)).toEqual(['Beta']);
    expect((await signInAs(user.username)).status).toBe(200);
  });

  it('who was a system administrator leaves all sites, and only a system administrator restores them', async () => {
    const user = await newUser('third.admin@ours.example', readOnly, { isSystemAdmin: true });
    await admin.call(users.update, { ...at(user, beta), body: { sitePermissions: 115 } });
    await admin.call(users.remove, at(user));
    expect((await signInAs(user.username)).status).toBe(401);
    expect((await manager.call(users.restore, at(user))).body).toEqual({ message: userRefusals.systemAdministrator });
    expect((await admin.call(users.restore, at(user))).body).toMatchObject({
      isSystemAdmin: true,
      sitePermissions: 49,
    });
    expect((await named(user.username, beta)).sitePermissions).toBe(115);
  });

  it('is out of reach after 30 days, and their password is gone', async () => {
    const user = await newUser('long.gone@ours.example');
    await admin.call(users.remove, at(user));
    const before = app.clock.now;
    app.clock.now = new Date(before.getTime() + 30 * 86_400_000);
    await sweepSessions.run({}, jobTools(app));
    admin = await app.signIn('admin');
    expect((await list(admin)).map(({ username }) => username)).not.toContain(user.username);
    expect((await admin.call(users.restore, at(user))).status).toBe(404);
    // The same address can be invited anew, and sets a new password.
    const again = await add(admin, user.username);
    expect(again.body).toMatchObject({ user: { state: 'invited' }, madeInvitation: { isMailed: false } });
    manager = await app.signIn('manager');
    await manager.call(sites.select, { params: { id: alpha } });
    await manager.ehlo();
  });
});
