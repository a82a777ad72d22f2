import { breakGlass, breakGlassLimits } from '@patchkeep/contract/break-glass';
import { wire } from '@patchkeep/contract/constants';
import { enrolment } from '@patchkeep/contract/enrolment';
import { factors, loginFactors } from '@patchkeep/contract/factors';
import { loginPasskeys, passkeys } from '@patchkeep/contract/passkeys';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { stepUp } from '@patchkeep/contract/step-up';
import { users } from '@patchkeep/contract/users';
import { breakGlassRefusals } from '@patchkeep/rules/users/break-glass';
import { userRefusals } from '@patchkeep/rules/users/user-change';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailSettings } from '../../../platform/mail/mailer.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { afterPassword, byPassword } from '../../../testkit/factors/second-factor.ts';
import { type TestPasskey, testPasskey, type Twist } from '../../../testkit/factors/test-passkey.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { startMailServer } from '../../../testkit/mail-server.ts';
import { people } from '../../../testkit/world.ts';
import { tellBreakGlassUse } from '../users/break-glass.jobs.ts';

const origin = 'https://patchkeep.example';
let app: TestApp;
let postgres: pg.Pool;
let admin: TestClient;
let mail: Awaited<ReturnType<typeof startMailServer>>;
const ids = new Map<string, string>();
beforeAll(async () => {
  mail = await startMailServer();
  app = await testApp({ env: { PATCHKEEP_PUBLIC_URL: origin } });
  postgres = app.database.pool('postgres');
  const { customerId } = await app.signIn('admin');
  const { rows } = await postgres.query('select username, user_id from users where customer_id = $1', [customerId]);
  for (const { username, user_id } of rows) ids.set(username, user_id);
});
/** Some tests move the clock by more than a session is idle. */
beforeEach(async () => {
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app.close();
  mail.close();
});
afterEach(async () => {
  await postgres.query('update users set is_break_glass = false, break_glass_used_at = null');
  await postgres.query('update users set is_system_admin = false where username = any($1)', [
    [people.manager, people.reader],
  ]);
  await postgres.query('delete from factors; delete from recovery_codes; delete from login_throttle');
  await postgres.query(
    'delete from domain_directory; delete from domains; delete from role_mappings; delete from external_identities; delete from connections',
  );
});

const idOf = (username: string) => ids.get(username) ?? '';
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const mark = (username: string, client = admin) => client.call(breakGlass.mark, { params: { id: idOf(username) } });
const unmark = (username: string, client = admin) => client.call(breakGlass.unmark, { params: { id: idOf(username) } });
const raise = (...usernames: string[]) =>
  postgres.query('update users set is_system_admin = true where username = any($1)', [usernames]);
const isMarked = async (username: string): Promise<boolean> =>
  (await postgres.query('select is_break_glass as is from users where username = $1', [username])).rows[0].is;
const addPasskey = async (client: TestClient, twist: Twist = {}) => {
  const key = testPasskey(origin);
  const { options } = (await client.call(passkeys.begin, { body: { proof: byPassword } })).body;
  const answer = await client.call(passkeys.add, { body: { name: 'Key', passkey: key.register(options, twist) } });
  return { key, answer };
};
/** The manager as a break-glass account with a key. */
const marked = async () => {
  await raise(people.manager);
  const client = await app.signIn('manager');
  const { key } = await addPasskey(client);
  expect((await mark(people.manager)).status).toBe(200);
  return { client, key };
};
const signInAlone = async (key: TestPasskey) => {
  const browser = app.anonymous();
  const { options } = (await browser.call(loginPasskeys.beginAlone)).body;
  const { status } = await browser.call(loginPasskeys.finishAlone, { body: { passkey: key.answer(options) } });
  return { browser, status };
};
const verbs = async (verb: string): Promise<number> =>
  Number(
    (
      await postgres.query('select count(*) from audit_entries where customer_id = $1 and verb = $2', [
        admin.customerId,
        verb,
      ])
    ).rows[0].count,
  );
/** As if the mail domain of our people signed in by an identity provider that is required. */
const requireSso = async () => {
  const connectionId = '0199f8f2-7b1c-7000-8000-000000000001';
  await postgres.query(
    `insert into connections (customer_id, connection_id, name, issuer, client_id, groups_claim, is_required, serial_number, created_at)
     values ($1, $2, 'Company', 'https://idp.example', 'patchkeep', 'groups', true, 1, now())`,
    [admin.customerId, connectionId],
  );
  await postgres.query(
    `insert into domains (customer_id, domain_id, domain, challenge, created_at, verified_at, connection_id)
     values ($1, $2, 'ours.example', 'x', now(), now(), $2)`,
    [admin.customerId, connectionId],
  );
};

describe('the mark of a break-glass account', () => {
  it('is given and taken by a system administrator, stands in the log, and asks for a passkey at sign-in', async () => {
    const { key } = await marked();
    expect([await isMarked(people.manager), await verbs('breakGlass.mark')]).toEqual([true, 1]);
    const browser = await afterPassword(app, people.manager);
    // Neither a recovery code nor the password alone opens it.
    const { body } = await browser.call(session.login, { body: { username: people.manager, ...byPassword } });
    expect(body).toEqual({ step: 'secondFactor', methods: ['passkey'] });
    const { options } = (await browser.call(loginPasskeys.begin)).body;
    expect((await browser.call(loginPasskeys.finish, { body: { passkey: key.answer(options) } })).status).toBe(200);
    expect((await unmark(people.manager)).status).toBe(200);
    expect([await isMarked(people.manager), await verbs('breakGlass.unmark')]).toEqual([false, 1]);
  });

  it('is no matter of somebody who is no system administrator, and of no other customer', async () => {
    await raise(people.manager);
    const { answer } = await addPasskey(await app.signIn('manager'));
    expect(answer.status).toBe(200);
    expect((await mark(people.manager, await app.signIn('reader'))).status).toBe(403);
    expect((await mark(people.manager, await app.signIn('stranger'))).status).toBe(404);
    expect(await isMarked(people.manager)).toBe(false);
  });

  it('is refused to who has no passkey, a synced one, or is no system administrator', async () => {
    const refusalOf = async (username: string) => JSON.stringify((await mark(username)).body);
    expect(await refusalOf(people.manager)).toContain(breakGlassRefusals.administrator);
    expect(await refusalOf(people.sso)).toContain(breakGlassRefusals.administrator);
    await raise(people.manager);
    expect(await refusalOf(people.manager)).toContain(breakGlassRefusals.noPasskey);
    await addPasskey(await app.signIn('manager'), { isBackupEligible: true });
    expect(await refusalOf(people.manager)).toContain(breakGlassRefusals.synced);
    await postgres.query('update factors set suspended_at = now()');
    expect(await refusalOf(people.manager)).toContain(breakGlassRefusals.noPasskey);
    expect(await isMarked(people.manager)).toBe(false);
  });

  it('stands on two accounts at most, also when several are marked at once', async () => {
    await raise(people.manager, people.reader);
    for (const person of ['manager', 'reader'] as const) await addPasskey(await app.signIn(person));
    await addPasskey(admin);
    const answers = await Promise.all([people.admin, people.manager, people.reader].map((each) => mark(each)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(JSON.stringify(refused?.body)).toContain(breakGlassRefusals.tooMany);
    const { rows } = await postgres.query('select count(*)::int as n from users where is_break_glass');
    expect(rows[0].n).toBe(breakGlassLimits.perCustomer);
  });

  it('keeps synced passkeys away, and the last passkey there', async () => {
    await raise(people.manager);
    const client = await app.signIn('manager');
    const { key } = await addPasskey(client);
    await mark(people.manager);
    const proofOf = async () => {
      const options = (await client.call(stepUp.passkeyOptions)).body.options;
      return { passkey: key.answer(options) };
    };
    const begun = (await client.call(passkeys.begin, { body: { proof: await proofOf() } })).body.options;
    const synced = testPasskey(origin).register(begun, { isBackupEligible: true });
    const added = await client.call(passkeys.add, { body: { name: 'Phone', passkey: synced } });
    expect([added.status, JSON.stringify(added.body)]).toEqual([
      400,
      expect.stringContaining(breakGlassRefusals.synced),
    ]);
    const [factor] = (await client.call(factors.read)).body.factors;
    const removed = await client.call(factors.remove, {
      params: { id: factor?.factorUuid ?? '' },
      body: { proof: await proofOf() },
    });
    expect(removed.status).toBe(400);
  });

  it('keeps its account from being lowered, bound to single sign-on, or removed', async () => {
    await marked();
    const { sites: listed } = (await admin.call(sites.list)).body;
    const site = listed[0]?.siteAccountUuid ?? '';
    const at = { params: { site, user: idOf(people.manager) } };
    for (const body of [{ isSystemAdmin: false }, { isSsoLoginOnly: true }])
      expect(JSON.stringify((await admin.call(users.update, { ...at, body })).body)).toContain(userRefusals.breakGlass);
    expect(JSON.stringify((await admin.call(users.remove, { ...at, query: {} })).body)).toContain(
      userRefusals.breakGlass,
    );
    // Whatever forgets to ask is stopped by the table.
    await expect(
      postgres.query('update users set disabled_at = now() where username = $1', [people.manager]),
    ).rejects.toThrow('users_break_glass');
  });

  it('is not taken from the last account that gets in where single sign-on is required', async () => {
    const { client } = await marked();
    await requireSso();
    const refused = await unmark(people.manager, client);
    expect([refused.status, await isMarked(people.manager)]).toEqual([400, true]);
    expect(JSON.stringify(refused.body)).toContain(userRefusals.lastAdministrator);
    await postgres.query('update connections set is_required = false');
    expect((await unmark(people.manager, client)).status).toBe(200);
  });
});

describe('signing in with a break-glass account', () => {
  it('works with the passkey although single sign-on is required; not for others', async () => {
    const { key } = await marked();
    const { key: keyOfAdmin } = await addPasskey(admin);
    await requireSso();
    expect((await signInAlone(keyOfAdmin)).status).toBe(401);
    expect((await signInAlone(key)).status).toBe(200);
  });

  it('makes a session of 60 minutes, whatever is done in it', async () => {
    const { key } = await marked();
    const { browser } = await signInAlone(key);
    const use = async (): Promise<number> => {
      const asked = { query: { instanceId: browser.instanceId } };
      return (await browser.call(session.ehlo, asked, { [wire.activeHeader]: '1' })).status;
    };
    for (let minute = 0; minute < 59; minute += 10) {
      expect(await use()).toBe(200);
      later(10 * 60_000 - 1_000);
    }
    expect(await use()).toBe(200);
    later(7_000);
    expect(await use()).toBe(401);
  });

  it('is written down, shown on the page Users, and told to every system administrator', async () => {
    const { key } = await marked();
    const { sites: listed } = (await admin.call(sites.list)).body;
    const shown = async () => {
      const { body } = await admin.call(users.list, { params: { id: listed[0]?.siteAccountUuid ?? '' } });
      return body.users.find(({ username }) => username === people.manager);
    };
    expect(await shown()).toMatchObject({ secondFactor: 'passkey', breakGlass: { lastUsed: null, isUntried: true } });
    const before = await verbs('breakGlass.login');
    expect((await signInAlone(key)).status).toBe(200);
    expect(await verbs('breakGlass.login')).toBe(before + 1);
    const usedAt = app.clock.now.toISOString();
    expect(await shown()).toMatchObject({ breakGlass: { lastUsed: usedAt, isUntried: false } });

    const { rows } = await postgres.query(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'tell-break-glass' order by j.id desc limit 1`,
    );
    const settings = { PATCHKEEP_SMTP_URL: `smtp://${mail.address}`, PATCHKEEP_MAIL_FROM: 'patchkeep@ours.example' };
    const tell = tellBreakGlassUse(mailSettings({ ...settings, PATCHKEEP_PUBLIC_URL: origin } as never));
    await tell.run(rows[0].payload, jobTools(app));
    expect(mail.mails.flatMap(({ to }) => to).toSorted()).toEqual([people.admin, people.manager].toSorted());
    const [first] = mail.mails;
    expect(first?.headers.get('subject')).toBe('Patchkeep: a break-glass account of Ours signed in');
    expect(first?.parts.get('text/plain')).toContain(people.manager);
    expect(new Set(mail.mails.map(({ headers }) => headers.get('message-id'))).size).toBe(2);

    later((breakGlassLimits.usedWithinDays * 24 + 1) * 3_600_000);
    admin = await app.signIn('admin');
    expect(await shown()).toMatchObject({ breakGlass: { lastUsed: usedAt, isUntried: true } });
  });

  it('asks for a device-bound passkey again when the operator has removed its factors', async () => {
    await marked();
    await postgres.query('delete from factors; delete from recovery_codes');
    const browser = app.anonymous();
    const { body } = await browser.call(session.login, { body: { username: people.manager, ...byPassword } });
    expect(body).toEqual({ step: 'enrol', needed: 'passkey', ways: ['passkey'] });
    const { options } = (await browser.call(enrolment.beginPasskey)).body;
    const passkey = testPasskey(origin).register(options, { isBackupEligible: true });
    expect((await browser.call(enrolment.addPasskey, { body: { passkey } })).status).toBe(400);
    const again = (await browser.call(enrolment.beginPasskey)).body.options;
    const bound = testPasskey(origin).register(again);
    expect((await browser.call(enrolment.addPasskey, { body: { passkey: bound } })).status).toBe(200);
  });

  it('takes no recovery code', async () => {
    await raise(people.manager);
    const client = await app.signIn('manager');
    const { answer } = await addPasskey(client);
    await mark(people.manager);
    const code = answer.body.recoveryCodes?.[0] ?? '';
    const browser = await afterPassword(app, people.manager);
    expect((await browser.call(loginFactors.recovery, { body: { code } })).status).toBe(401);
    await unmark(people.manager);
    expect((await browser.call(loginFactors.recovery, { body: { code } })).status).toBe(200);
  });
});
