import { singleSignOn, type SsoConnection, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../../testkit/app.ts';
import { type DnsServer, dnsServer } from '../../../../testkit/sso/dns-server.ts';
import { samlAttacks } from '../../../../testkit/sso/saml-attacks.ts';
import { inBase64, type Said, samlKey, type SamlKey, signedResponse } from '../../../../testkit/sso/saml-provider.ts';
import {
  beginSaml,
  connectSaml,
  samlAnswer,
  samlProvider,
  type SamlProvider,
} from '../../../../testkit/sso/saml-world.ts';
import { proveDomain, ssoSettings } from '../../../../testkit/sso/sso-world.ts';
import { people } from '../../../../testkit/world.ts';

const person = 'ada@ours.example';
let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let admin: TestClient;
let [key, foreign]: SamlKey[] = [];
let provider: SamlProvider;
let connection: SsoConnection;
let formerRequestId = '_former';
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  postgres = app.database.pool('postgres');
  admin = await app.signIn('admin');
  [key, foreign] = [samlKey(), samlKey()];
  provider = samlProvider(key);
  await proveDomain(admin, dns, 'ours.example');
  connection = await connectSaml(admin, provider);
});
afterAll(async () => {
  await app.close();
  await dns.close();
});
afterEach(async () => {
  await postgres.query('delete from login_throttle');
  later(2_000);
});

const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const sessionCount = async (): Promise<number> =>
  Number((await postgres.query('select count(*) as count from sessions')).rows[0].count);
const refusalsSince = async (at: Date): Promise<string[]> => {
  const { rows } = await postgres.query(
    "select after->>'reason' as reason from audit_entries where verb = 'sso.refused' and at >= $1",
    [at],
  );
  return rows.map(({ reason }) => reason);
};

type Answer = ReturnType<typeof samlAnswer>;
interface Attack {
  /** Something else than what an honest identity provider would say. */
  xml?: (said: Said) => string;
  /** Something else than what an honest browser would bring. */
  answer?: (answer: Answer) => Partial<Answer> | Promise<Partial<Answer>>;
  /** What happens between the two. */
  between?: (client: TestClient) => Promise<unknown>;
}

/** One sign-in, begun honestly. */
const attempt = async ({ xml, answer, between }: Attack = {}, username = person) => {
  const client = app.anonymous();
  const { asked, said } = await beginSaml(app, client, username, provider);
  const written = xml ? xml(said) : signedResponse(said, provider.key);
  await between?.(client);
  const honest = samlAnswer(connection, asked, written);
  const sent = await client.call(ssoSignIn.finishSaml, { body: { ...honest, ...(await answer?.(honest)) } });
  formerRequestId = asked.requestId;
  return { client, status: sent.status, body: honest, cookie: client.cookie };
};

/** The attack is refused, with this reason in the log, and its unaltered twin signs in right after. */
const expectRefused = async (attack: Attack, reasons: string[], undo?: () => Promise<unknown>) => {
  const [before, at] = [await sessionCount(), app.clock.now];
  const { status, cookie } = await attempt(attack);
  expect({ status, cookie, reasons: await refusalsSince(at) }).toEqual({ status: 403, cookie: undefined, reasons });
  expect(await sessionCount()).toBe(before);
  await undo?.();
  const twin = await attempt();
  expect([twin.status, await sessionCount()]).toEqual([200, before + 1]);
};

describe('a SAML response', () => {
  it.each(Object.entries(samlAttacks))('opens nothing: %s', async (_title, [reason, forge]) => {
    const keys = { key: key as SamlKey, foreign: foreign as SamlKey };
    await expectRefused({ xml: (said) => forge({ said, ...keys, formerRequestId }) }, [reason]);
  });
});

describe('an answer by SAML', () => {
  const other = async () => {
    const browser = app.anonymous();
    const begun = await beginSaml(app, browser, person, provider);
    return { browser, ...begun };
  };
  const attacks: Record<string, [reasons: string[], Attack]> = {
    'another state': [[], { answer: () => ({ state: 'x'.repeat(43) }) }],
    'an empty state': [[], { answer: () => ({ state: '' }) }],
    'the answer to the request of another browser': [
      ['request'],
      { answer: async () => ({ response: inBase64(signedResponse((await other()).said, provider.key)) }) },
    ],
    'the state and the answer of another browser': [
      [],
      {
        answer: async () => {
          const { asked, said } = await other();
          return samlAnswer(connection, asked, signedResponse(said, provider.key));
        },
      },
    ],
    'a browser without the cookie, as if nobody had asked': [
      [],
      {
        between: async (client) => {
          client.ssoCookie = undefined;
        },
      },
    ],
    'the cookie of another browser': [
      [],
      {
        between: async (client) => {
          client.ssoCookie = (await other()).browser.ssoCookie;
        },
      },
    ],
    'ten minutes later': [[], { between: async () => later(10 * 60_000) }],
    'the address of another connection': [
      [],
      { answer: () => ({ connectionUuid: '01890000-0000-7000-8000-000000000000' }) },
    ],
    'something that is not Base64': [['malformed'], { answer: () => ({ response: '<samlp:Response/>' }) }],
    'a response that is deflated, as if it came in an address': [
      ['malformed'],
      { answer: () => ({ response: Buffer.from('7dQ9', 'base64').toString('base64') }) },
    ],
  };
  it.each(Object.entries(attacks))('opens nothing: %s', async (_title, [reasons, attack]) => {
    await expectRefused(attack, reasons);
  });

  it('opens nothing as a code of OpenID Connect, and a code opens nothing here', async () => {
    const [client, at] = [app.anonymous(), app.clock.now];
    const { asked } = await beginSaml(app, client, person, provider);
    const { connectionUuid } = connection;
    const code = await client.call(ssoSignIn.finish, { body: { connectionUuid, state: asked.state, code: 'a code' } });
    expect([code.status, await refusalsSince(at)]).toEqual([403, ['mixUp']]);
  });

  it('opens once, of twenty at the same moment', async () => {
    const client = app.anonymous();
    const { asked, said } = await beginSaml(app, client, person, provider);
    const body = samlAnswer(connection, asked, signedResponse(said, provider.key));
    const tabs = Array.from({ length: 20 }, () => {
      const tab = app.anonymous();
      tab.ssoCookie = client.ssoCookie;
      return tab;
    });
    const answers = await Promise.all(tabs.map((tab) => tab.call(ssoSignIn.finishSaml, { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('opens nothing with an assertion whose id was used before', async () => {
    const first = app.anonymous();
    const { asked, said } = await beginSaml(app, first, person, provider);
    await first.call(ssoSignIn.finishSaml, { body: samlAnswer(connection, asked, signedResponse(said, provider.key)) });
    expect(first.cookie).toBeDefined();
    await expectRefused({ xml: (next) => signedResponse({ ...next, assertionId: said.assertionId }, provider.key) }, [
      'replayed',
    ]);
  });

  it('says how far the clock of the identity provider is off', async () => {
    const client = app.anonymous();
    const { asked, said } = await beginSaml(app, client, person, provider);
    const late = { ...said, now: new Date(app.clock.now.getTime() + 300_000) };
    const body = samlAnswer(connection, asked, signedResponse(late, provider.key));
    const { body: answer } = await client.call(ssoSignIn.finishSaml, { body });
    expect(answer).toEqual({ message: 'The clock of your identity provider is 5 minutes off.' });
  });
});

describe('a person by SAML', () => {
  const saying = (attributes: Said['attributes'], subject = `new ${JSON.stringify(attributes)}`): Attack => ({
    xml: (said) =>
      signedResponse({ ...said, subject, attributes: { ...said.attributes, ...attributes } }, provider.key),
  });
  const attacks: Record<string, [reason: string, Said['attributes']]> = {
    'with an address of another domain': ['foreignDomain', { email: ['x@theirs.example'] }],
    'with the address of another customer’s user': ['foreignDomain', { email: [people.stranger] }],
    'without an address': ['noEmail', { email: [] }],
    'with two addresses': ['noEmail', { email: ['a@ours.example', 'b@ours.example'] }],
    'with an address inside an address': ['noEmail', { email: ['a@evil.example@ours.example'] }],
    'with the address of a user who has a password': ['existingUser', { email: [people.admin] }],
    'with the address of a user who has none': ['existingUser', { email: [people.sso] }],
    'without groups': ['noGroup', { email: ['y@ours.example'], groups: [] }],
    'with groups in one text': ['noGroup', { email: ['y@ours.example'], groups: ['everybody,patchers'] }],
  };
  it.each(Object.entries(attacks))('does not come in: %s', async (_title, [reason, attributes]) => {
    await expectRefused(saying(attributes), [reason]);
  });

  it('does not come in by a certificate that was taken away on the way, nor after the connection is removed', async () => {
    admin = await app.signIn('admin');
    const params = { id: connection.connectionUuid };
    const change = async ({ certificate }: SamlKey) => {
      const [read] = (await admin.call(singleSignOn.read)).body.connections;
      const body = { serialNumber: read?.serialNumber ?? 0, certificates: [certificate] };
      expect((await admin.call(singleSignOn.changeConnection, { params, body })).status).toBe(200);
    };
    await expectRefused({ between: () => change(foreign as SamlKey) }, ['signature'], () => change(key as SamlKey));
    later(1_000);
    const at = app.clock.now;
    const { status } = await attempt({ between: () => admin.call(singleSignOn.removeConnection, { params }) });
    expect([status, await refusalsSince(at)]).toEqual([403, ['changed']]);
  });
});
