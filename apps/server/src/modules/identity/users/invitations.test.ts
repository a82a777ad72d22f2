import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { invitations, type SiteUser, users } from '@patchkeep/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { expand } from '../../../platform/http/token-parts.rules.ts';
import { mailSettings, smtpMailer } from '../../../platform/mail/mailer.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { startMailServer } from '../../../testkit/mail-server.ts';
import { secretKey } from '../../../testkit/world.ts';
import { listAdministratorIds } from '../user-rights.service.ts';
import { invitationTexts } from './invitation-text.factory.ts';
import { mailInvitations } from './invitations.jobs.ts';
import { invitationMail } from './mail-invitation.rules.ts';

const readOnly = rolePreset['Read-Only'];
const passwordHash = 'B'.repeat(43);
const publicUrl = 'https://patch.example';

let app: TestApp;
let admin: TestClient;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let [alpha, beta] = ['', ''];
const smtp = () => ({
  PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
  PATCHKEEP_MAIL_FROM: 'Patchkeep <patchkeep@ours.example>',
  PATCHKEEP_PUBLIC_URL: publicUrl,
});
beforeAll(async () => {
  mail = await startMailServer();
  app = await testApp({ env: smtp() });
});
// Each test has its own time; the session of the administrator ends with an hour of silence.
beforeEach(async () => {
  admin = await app.signIn('admin');
  const { body } = await admin.ehlo();
  const idOf = (name: string) => body.sites.find(({ siteName }) => siteName === name)?.siteAccountUuid ?? '';
  [alpha, beta] = [idOf('alpha'), idOf('Beta')];
});
afterAll(async () => {
  await app.close();
  mail.close();
});

/** By their places: each part may itself have the sign that stands between them. */
const partsOf = (invitation: string) => ({
  customer: invitation.slice(4, 26),
  id: invitation.slice(27, 49),
  secret: invitation.slice(50, 93),
});

let count = 0;
const invite = async (more: object = {}, site = alpha, by = admin) => {
  const username = `invited.${++count}@ours.example`;
  const given = { username, longName: `Invited ${count}`, sitePermissions: readOnly, ...more };
  const { body } = await by.call(users.create, { params: { id: site }, body: given });
  return { user: body.user, invitation: body.madeInvitation?.invitation ?? '', made: body.madeInvitation };
};
const at = (user: SiteUser, site = alpha) => ({ params: { site, user: user.userAccountUuid } });
const look = (invitation: string) => app.anonymous().call(invitations.look, { body: { invitation } });
const accept = (invitation: string, client = app.anonymous()) =>
  client.call(invitations.accept, { body: { invitation, passwordHash, passwordHashVersion: 1 } });
const signIn = async ({ username }: SiteUser) =>
  (await app.anonymous().call(session.login, { body: { username, passwordHash, passwordHashVersion: 1 } })).status;
const later = (days: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + days * 86_400_000);
};
const stateOf = async (user: SiteUser) => (await admin.call(users.read, at(user))).body.state;

describe('an invitation', () => {
  it('lets the invited set a password once, and then sign in with it', async () => {
    const { user, invitation, made } = await invite();
    expect(made).toMatchObject({ isMailed: true });
    expect(new Date(made?.expires ?? 0).getTime() - app.clock.now.getTime()).toBe(7 * 86_400_000);
    expect((await look(invitation)).body).toEqual({
      username: user.username,
      longName: user.longName,
      customerName: 'Ours',
      expires: made?.expires,
    });
    expect(await signIn(user)).toBe(401);
    expect((await accept(invitation)).status).toBe(200);
    expect(await signIn(user)).toBe(200);
    expect(await stateOf(user)).toBe('active');
    expect([(await look(invitation)).status, (await accept(invitation)).status]).toEqual([410, 410]);
    expect((await admin.call(users.invite, at(user))).body).toEqual({
      message: `${user.longName} has set a password already`,
    });
  });

  it('makes nobody wait for the invited before they can sign in', async () => {
    const { user, invitation } = await invite({ sitePermissions: rolePreset.Administer });
    const customerId = admin.customerId ?? '';
    const administrators = () =>
      withTenant(app.database.pool('patchkeep_api'), { customerId, siteIds: [alpha], actorId: null }, (tx) =>
        listAdministratorIds(tx, customerId, alpha),
      );
    expect(await administrators()).not.toContain(user.userAccountUuid);
    await accept(invitation);
    expect(await administrators()).toContain(user.userAccountUuid);
  });

  it('is used by one of many who try at once', async () => {
    const { invitation } = await invite();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => accept(invitation)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 410)]);
  });

  it('is of no use once it is revoked, replaced or seven days old, or its user is removed', async () => {
    const [revoked, replaced, removed, old] = [await invite(), await invite(), await invite(), await invite()];
    expect((await admin.call(users.revokeInvitation, at(revoked.user))).status).toBe(200);
    expect((await admin.call(users.revokeInvitation, at(revoked.user))).status).toBe(404);
    const { body: second } = await admin.call(users.invite, at(replaced.user));
    await admin.call(users.remove, at(removed.user));
    expect((await look(old.invitation)).status).toBe(200);
    expect((await look(second.invitation)).status).toBe(200);
    const gone = [revoked, replaced, removed].map(({ invitation }) => invitation);
    for (const each of gone) expect([(await look(each)).status, (await accept(each)).status]).toEqual([410, 410]);
    later(7);
    for (const each of [old.invitation, second.invitation])
      expect([(await look(each)).status, (await accept(each)).status]).toEqual([410, 410]);
  });

  it('cannot be made up: every other secret, customer and name is refused with the same answer', async () => {
    const { user, invitation } = await invite();
    const name = { customerId: expand(partsOf(invitation).customer), invitationId: expand(partsOf(invitation).id) };
    const stranger = (await app.signIn('stranger')).customerId ?? '';
    const forged = [
      invitationTexts(['another key that is as long as ours is']).write(name),
      invitationTexts([secretKey]).write({ ...name, customerId: stranger }),
      invitationTexts([secretKey]).write({ ...name, invitationId: user.userAccountUuid }),
      `${invitation.slice(0, -1)}x`,
      'vpi_',
      '',
    ];
    const answers = await Promise.all(forged.map((each) => look(each)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(410);
    expect(invitationTexts(['another key that is as long as ours is', secretKey]).read(invitation)).toEqual(name);
  });

  it('leaves its secret in no row and in no job', async () => {
    const { invitation } = await invite();
    const { secret } = partsOf(invitation);
    const tables = await app.database.pool('postgres').query(
      `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema in ('public', 'jobs', 'graphile_worker')`,
    );
    expect(tables.rows.length).toBeGreaterThan(40);
    const encodings = [secret, Buffer.from(secret, 'base64url').toString('hex'), Buffer.from(secret).toString('hex')];
    for (const { name } of tables.rows as { name: string }[]) {
      const found = await app.database
        .pool('postgres')
        .query(`select 1 from ${name} as row where row::text like any ($1::text[])`, [
          encodings.map((each) => `%${each}%`),
        ]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  });

  it('is made only by who holds all that its user holds: whoever has the link could sign in as them', async () => {
    const manager = await app.signIn('manager');
    await manager.call(session.ehlo, { query: {} } as never);
    const header = { 'x-site': alpha };
    const { user } = await invite();
    const again = (who: SiteUser) => manager.call(users.invite, at(who), header);
    expect((await again(user)).status).toBe(200);
    // Beta is a site that the manager does not administer.
    await admin.call(users.create, {
      params: { id: beta },
      body: { username: user.username, longName: 'x', sitePermissions: rolePreset.Administer },
    });
    const refused = { message: 'You cannot invite somebody who may do more than you' };
    expect((await again(user)).body).toEqual(refused);
    expect((await manager.call(users.revokeInvitation, at(user), header)).body).toEqual(refused);
    const elsewhere = await invite({ sitePermissions: rolePreset.Administer }, beta);
    const added = await manager.call(
      users.create,
      { params: { id: alpha }, body: { username: elsewhere.user.username, longName: 'x', sitePermissions: 1 } },
      header,
    );
    expect([added.status, added.body.madeInvitation]).toEqual([200, null]);
    expect((await look(elsewhere.invitation)).status).toBe(200);
  });

  it('stops working once its user may do more than who made it', async () => {
    const manager = await app.signIn('manager');
    await manager.call(session.ehlo, { query: {} } as never);
    const { user } = await invite();
    const { invitation } = (await manager.call(users.invite, at(user), { 'x-site': alpha })).body;
    expect((await look(invitation)).status).toBe(200);
    const rights = { sitePermissions: rolePreset.Administer };
    const body = { username: user.username, longName: 'x', ...rights };
    await admin.call(users.create, { params: { id: beta }, body });
    expect([(await look(invitation)).status, (await accept(invitation)).status]).toEqual([410, 410]);
    const renewed = (await admin.call(users.invite, at(user))).body;
    expect((await look(renewed.invitation)).status).toBe(200);
  });
});

describe('the mail of an invitation', () => {
  const job = () =>
    mailInvitations(
      invitationTexts([secretKey]),
      mailSettings({ ...smtp(), PATCHKEEP_PUBLIC_URL: publicUrl } as never),
    );
  const queued = async () => {
    const { rows } = await app.database.pool('postgres').query(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'mail-invitation' order by j.id desc limit 1`,
    );
    return rows[0].payload as { customerId: string; invitationId: string };
  };

  it('brings the link to the invited, readable as text and as HTML', async () => {
    const { user, invitation } = await invite({ longName: 'Zoë <b>Quill</b>\r\nBcc: x@evil.example' });
    await job().run(await queued(), jobTools(app));
    const received = mail.mails.at(-1);
    expect(received).toMatchObject({ from: 'patchkeep@ours.example', to: [user.username] });
    expect([...(received?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(received?.headers.get('subject')).toBe('Your access to Patchkeep at Ours');
    const link = `${publicUrl}/login#invitation=${invitation}`;
    const text = received?.parts.get('text/plain') ?? '';
    expect(text).toContain(`Open this link to choose your password:`);
    expect(text.replaceAll('\r\n', '\n')).toContain(`\n${link}\n`);
    expect(text).toContain('Hello Zoë <b>Quill</b> Bcc: x@evil.example,');
    const html = received?.parts.get('text/html') ?? '';
    expect(html).toContain(`<a href="${link}">`);
    expect(html).toContain('Zoë &lt;b&gt;Quill&lt;/b&gt;');
    expect((await accept(invitation)).status).toBe(200);
  });

  it('is not sent for an invitation that is used or revoked meanwhile', async () => {
    const { user } = await invite();
    const payload = await queued();
    await admin.call(users.revokeInvitation, at(user));
    const before = mail.mails.length;
    await job().run(payload, jobTools(app));
    expect(mail.mails.length).toBe(before);
  });

  it('keeps its name when it is sent again, and fails loudly where there is no mail server', async () => {
    await invite();
    const payload = await queued();
    await job().run(payload, jobTools(app));
    await job().run(payload, jobTools(app));
    const [first, second] = mail.mails.slice(-2).map(({ headers }) => headers.get('message-id'));
    expect([first, second]).toEqual([
      `<${payload.invitationId}@ours.example>`,
      `<${payload.invitationId}@ours.example>`,
    ]);
    const without = mailInvitations(invitationTexts([secretKey]), undefined);
    await expect(without.run(payload, jobTools(app))).rejects.toThrow('no mail server');
  });

  it('never sends a password over a connection that is not encrypted', async () => {
    const mailer = smtpMailer(`smtp://user:secret@${mail.address}`, 'a@ours.example');
    const words = invitationMail({
      longName: 'X',
      username: 'x@ours.example',
      customerName: 'Ours',
      link: publicUrl,
      expires: app.clock.now,
    });
    const before = mail.mails.length;
    await expect(mailer.send({ id: 'x', to: { name: 'X', address: 'x@ours.example' }, ...words })).rejects.toThrow(
      /STARTTLS/,
    );
    expect(mail.commands.filter((line) => /^AUTH/i.test(line))).toEqual([]);
    expect(mail.mails.length).toBe(before);
  });
});
