import { singleSignOn, ssoLimits, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailSettings } from '../../../platform/mail/mailer.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { startMailServer } from '../../../testkit/mail-server.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { connect, proveDomain, publicUrl, ssoSettings } from '../../../testkit/sso/sso-world.ts';
import { people } from '../../../testkit/world.ts';
import { textRecords } from './domain-proof.service.ts';
import { recheckDomains, tellDomainRecord } from './domains.jobs.ts';
import { domainTexts } from './domains.service.ts';

let app: TestApp;
let dns: DnsServer;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let admin: TestClient;
beforeAll(async () => {
  [dns, mail] = await Promise.all([dnsServer(), startMailServer()]);
  app = await testApp({ env: ssoSettings(dns) });
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app.close();
  await dns.close();
  mail.close();
});
beforeEach(() => {
  mail.mails.length = 0;
});

const later = (days: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + days * dayMs);
};
const pass = async (days: number) => {
  later(days);
  // The session of before is over by then.
  admin = await app.signIn('admin');
};
const name = (domain: string) => `_patchkeep.${domain}`;
const shown = async (domain: string) =>
  (await admin.call(singleSignOn.read)).body.domains.find((each) => each.domain === domain);
const recheck = (servers: string[] = [dns.address]) => recheckDomains(textRecords(servers)).run({}, jobTools(app));
const acts = async (verb: string) => {
  const found = await app.database
    .pool('postgres')
    .query('select after from audit_entries where verb = $1 order by seq', [verb]);
  return found.rows.map(({ after }) => (typeof after === 'string' ? JSON.parse(after) : after).domain);
};
/** Runs what waits to be mailed. */
const sendMails = async () => {
  const settings = { PATCHKEEP_SMTP_URL: `smtp://${mail.address}`, PATCHKEEP_MAIL_FROM: 'patchkeep@ours.example' };
  const tell = tellDomainRecord(mailSettings({ ...settings, PATCHKEEP_PUBLIC_URL: publicUrl } as never));
  const { rows } = await app.database.pool('postgres').query(
    `select j.id, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'tell-domain' order by j.id`,
  );
  for (const { payload } of rows) await tell.run(payload, jobTools(app));
  await app.database
    .pool('postgres')
    .query('delete from graphile_worker._private_jobs where id = any($1)', [rows.map(({ id }) => id)]);
};
const subjects = () => mail.mails.map(({ headers }) => headers.get('subject'));

describe('the record of a proven domain', () => {
  it('is looked for once a week while it is there', async () => {
    await proveDomain(admin, dns, 'week.example');
    const asked = () => dns.asked(name('week.example'), 'TXT');
    const first = asked();
    await pass(6);
    await recheck();
    expect(asked()).toBe(first);
    await pass(1);
    await recheck();
    expect(asked()).toBe(first + 1);
    expect(await shown('week.example')).toMatchObject({ checked: app.clock.now.toISOString(), missingSince: null });
    await recheck();
    expect(asked()).toBe(first + 1);
  });

  it('that is missing is told at once, a week before the domain lapses, and when it does; then it is free', async () => {
    await proveDomain(admin, dns, 'lost.example');
    const connection = await connect(admin, 'https://login.lost.example');
    const { domainUuid = '' } = (await shown('lost.example')) ?? {};
    const body = { connectionUuid: connection.connectionUuid };
    expect((await admin.call(singleSignOn.changeDomain, { params: { id: domainUuid }, body })).status).toBe(200);
    const ways = async () =>
      (await app.anonymous().call(ssoSignIn.ways, { body: { username: 'ana@lost.example' } })).body;
    const offered = await ways();
    dns.text(name('lost.example'));
    await pass(7);
    await recheck();
    const since = app.clock.now;
    const lapses = new Date(since.getTime() + ssoLimits.missingDays * dayMs).toISOString();
    const missing = { missingSince: since.toISOString(), lapses };
    expect(await shown('lost.example')).toMatchObject(missing);
    expect(await ways()).toEqual(offered);
    await sendMails();
    expect(subjects()).toEqual(['Patchkeep: the DNS record of lost.example is missing']);
    expect(mail.mails[0]?.to).toEqual([people.admin]);
    expect(mail.mails[0]?.parts.get('text/plain')).toContain('_patchkeep.lost.example');

    for (let day = 1; day <= 29; day++) {
      later(1);
      await recheck();
    }
    await pass(0);
    await sendMails();
    expect(subjects()).toHaveLength(2);
    expect(await shown('lost.example')).toMatchObject({ ...missing, checked: app.clock.now.toISOString() });
    expect(await acts('domain.missing')).toEqual(['lost.example', 'lost.example']);

    const stranger = await app.signIn('stranger');
    const foreign = (await stranger.call(singleSignOn.addDomain, { body: { domain: 'lost.example' } })).body;
    dns.text(foreign.recordName, foreign.recordText);
    const claim = () => stranger.call(singleSignOn.checkDomain, { params: { id: foreign.domainUuid } });
    expect((await claim()).body).toMatchObject({ message: domainTexts.foreign });

    await pass(1);
    await recheck();
    expect(await shown('lost.example')).toMatchObject({ verified: null, missingSince: null, lapses: null });
    expect(await ways()).not.toEqual(offered);
    expect(await acts('domain.lapsed')).toEqual(['lost.example']);
    await sendMails();
    expect(subjects().at(-1)).toBe('Patchkeep: lost.example is no longer a proven domain');
    const again = await app.signIn('stranger');
    const claimed = await again.call(singleSignOn.checkDomain, { params: { id: foreign.domainUuid } });
    expect(claimed.body.problem).toBeNull();
  });

  it('that is published again in time ends the count, by the job and by a person', async () => {
    const looks = {
      'back.example': () => recheck(),
      'hand.example': async (id: string) => void (await admin.call(singleSignOn.checkDomain, { params: { id } })),
    };
    for (const [domain, look] of Object.entries(looks)) {
      const id = await proveDomain(admin, dns, domain);
      const text = (await shown(domain))?.recordText ?? '';
      dns.text(name(domain), 'another text');
      await pass(7);
      await recheck();
      expect((await shown(domain))?.missingSince).not.toBeNull();
      dns.text(name(domain), text);
      await pass(20);
      await look(id);
      expect(await shown(domain)).toMatchObject({ missingSince: null, lapses: null });
      expect((await shown(domain))?.verified).not.toBeNull();
      // Nobody is told of what is over.
      mail.mails.length = 0;
      await sendMails();
      expect(subjects().filter((subject) => subject?.includes(domain))).toEqual([]);
    }
  });

  it('is not taken for missing while DNS does not answer', async () => {
    await proveDomain(admin, dns, 'silent.example');
    await pass(40);
    // Nothing listens there.
    await recheck(['127.0.0.1:1']);
    expect(await shown('silent.example')).toMatchObject({ missingSince: null });
    expect((await shown('silent.example'))?.verified).not.toBeNull();
  });

  it('of a domain that a person checks does not end the proof, however long it was missing', async () => {
    const id = await proveDomain(admin, dns, 'long.example');
    dns.text(name('long.example'));
    const check = async () => (await admin.call(singleSignOn.checkDomain, { params: { id } })).body;
    const since = app.clock.now.toISOString();
    expect((await check()).domain).toMatchObject({ missingSince: since });
    await pass(45);
    expect((await check()).domain).toMatchObject({ missingSince: since });
    expect((await shown('long.example'))?.verified).not.toBeNull();
  });
});
