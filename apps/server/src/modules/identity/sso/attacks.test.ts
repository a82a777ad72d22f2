import { singleSignOn, type SsoConnection, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import {
  type CrookedProvider,
  crookedProvider,
  keyPair,
  type KeyPair,
  signed,
} from '../../../testkit/sso/crooked-provider.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { answerOf, beginAt, type Claims, connect, proveDomain, ssoSettings } from '../../../testkit/sso/sso-world.ts';
import { tokenAttacks, weakJwk } from '../../../testkit/sso/token-attacks.ts';
import { people } from '../../../testkit/world.ts';

const clientSecret = 'a client secret of this test';
const person = 'ada@ours.example';

let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let admin: TestClient;
let provider: CrookedProvider;
let key: KeyPair;
let foreign: KeyPair;
let connection: SsoConnection;
let honestDescription: Record<string, unknown>;
let formerNonce = '';
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  postgres = app.database.pool('postgres');
  admin = await app.signIn('admin');
  [key, foreign] = [await keyPair('k1'), await keyPair('k9')];
  const [encrypting, curve] = [await keyPair('encrypting', 'RS256', { use: 'enc' }), await keyPair('curve', 'ES256')];
  provider = await crookedProvider([key.jwk, (await keyPair('k2')).jwk, encrypting.jwk, curve.jwk, weakJwk]);
  honestDescription = provider.description;
  await proveDomain(admin, dns, 'ours.example');
  connection = await connect(admin, provider.issuer, { clientSecret });
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});
afterEach(async () => {
  await postgres.query('delete from login_throttle');
  provider.description = honestDescription;
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

type Answer = ReturnType<typeof answerOf> & { iss?: string; error?: string };
interface Attack {
  /** Something else than what an honest identity provider would answer. */
  token?: (claims: Claims) => Promise<string> | string;
  /** Something else than what an honest browser would bring back. */
  answer?: (answer: Answer) => Partial<Answer> | Promise<Partial<Answer>>;
  /** What happens between the two. */
  between?: (client: TestClient) => Promise<unknown>;
}

/** One sign-in, begun honestly. */
const attempt = async ({ token, answer, between }: Attack = {}, username = person) => {
  const client = app.anonymous();
  const { asked, claims } = await beginAt(app, client, username, provider.issuer);
  const idToken = token ? await token(claims) : await signed(claims, key);
  provider.answer = { body: JSON.stringify({ id_token: idToken }) };
  await between?.(client);
  const honest = answerOf(connection, asked);
  const body = { ...honest, ...(await answer?.(honest)) };
  const sent = await client.call(ssoSignIn.finish, { body });
  formerNonce = String(claims['nonce']);
  return { client, status: sent.status, body, cookie: client.cookie };
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

describe('a token', () => {
  it.each(Object.entries(tokenAttacks))('opens nothing: %s', async (_title, [reason, forge]) => {
    if (formerNonce === '') await attempt();
    await expectRefused({ token: (claims) => forge({ claims, key, foreign, clientSecret, formerNonce }) }, [reason]);
  });
});

describe('an answer', () => {
  const attacks: Record<string, [reasons: string[], Attack]> = {
    'another state': [[], { answer: () => ({ state: 'x'.repeat(43) }) }],
    'an empty state': [[], { answer: () => ({ state: '' }) }],
    'the beginning of the state': [[], { answer: ({ state }) => ({ state: state.slice(0, 42) }) }],
    'the state of another browser': [
      [],
      {
        answer: async () => {
          const { asked } = await beginAt(app, app.anonymous(), person, provider.issuer);
          return { state: asked.get('state') ?? '' };
        },
      },
    ],
    'a browser without the cookie': [
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
          const other = app.anonymous();
          await beginAt(app, other, person, provider.issuer);
          client.ssoCookie = other.ssoCookie;
        },
      },
    ],
    'an altered cookie': [
      [],
      {
        between: async (client) => {
          const cookie = client.ssoCookie ?? '';
          client.ssoCookie = `${cookie.slice(0, 80)}${cookie[80] === 'A' ? 'B' : 'A'}${cookie.slice(81)}`;
        },
      },
    ],
    'a session instead of the cookie': [
      [],
      {
        between: async (client) => {
          client.ssoCookie = admin.cookie;
        },
      },
    ],
    'ten minutes later': [[], { between: async () => later(10 * 60_000) }],
    'the address of another connection': [
      [],
      { answer: () => ({ connectionUuid: '01890000-0000-7000-8000-000000000000' }) },
    ],
    'another identity provider that says who it is': [['mixUp'], { answer: () => ({ iss: 'https://evil.example' }) }],
    'no code, but an error': [['denied'], { answer: () => ({ error: 'access_denied' }) }],
    'a code and an error': [['denied'], { answer: () => ({ code: 'a code', error: 'server_error' }) }],
    'a code that the identity provider refuses': [
      ['unreachable'],
      {
        between: async () => {
          provider.answer = { status: 400, body: '{"error":"invalid_grant"}' };
        },
      },
    ],
    'a token endpoint that sends us elsewhere': [
      ['unreachable'],
      {
        between: async () => {
          provider.answer = {
            status: 302,
            headers: { location: `${provider.issuer}/token` },
            body: provider.answer.body,
          };
        },
      },
    ],
    'a page instead of a token': [
      ['unreachable'],
      {
        between: async () => {
          provider.answer = { body: '<html>' };
        },
      },
    ],
    'an answer without end': [
      ['unreachable'],
      {
        between: async () => {
          provider.answer = { body: `{"x":"${'x'.repeat(300_000)}"}` };
        },
      },
    ],
    'an access token only': [
      ['unreachable'],
      {
        between: async () => {
          provider.answer = { body: '{"access_token":"x"}' };
        },
      },
    ],
  };
  it.each(Object.entries(attacks))('opens nothing: %s', async (_title, [reasons, attack]) => {
    await expectRefused(attack, reasons);
  });

  it('opens once: the same state, code and cookie a second time open nothing', async () => {
    const client = app.anonymous();
    const { asked, claims } = await beginAt(app, client, person, provider.issuer);
    provider.answer = { body: JSON.stringify({ id_token: await signed(claims, key) }) };
    const held = client.ssoCookie;
    const sent = { body: answerOf(connection, asked) };
    const replay = app.anonymous();
    replay.ssoCookie = held;
    const statuses = [
      (await client.call(ssoSignIn.finish, sent)).status,
      (await replay.call(ssoSignIn.finish, sent)).status,
    ];
    expect([statuses, replay.cookie]).toEqual([[200, 403], undefined]);
  });

  it('opens once, of twenty at the same moment', async () => {
    const client = app.anonymous();
    const { asked, claims } = await beginAt(app, client, person, provider.issuer);
    provider.answer = { body: JSON.stringify({ id_token: await signed(claims, key) }) };
    const tabs = Array.from({ length: 20 }, () => {
      const tab = app.anonymous();
      tab.ssoCookie = client.ssoCookie;
      return tab;
    });
    const answers = await Promise.all(
      tabs.map((tab) => tab.call(ssoSignIn.finish, { body: answerOf(connection, asked) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('must name its identity provider where that has promised to', async () => {
    later(11 * 60_000);
    provider.description = { ...honestDescription, authorization_response_iss_parameter_supported: true };
    const at = app.clock.now;
    expect((await attempt()).status).toBe(403);
    expect(await refusalsSince(at)).toEqual(['mixUp']);
    expect((await attempt({ answer: () => ({ iss: provider.issuer }) })).status).toBe(200);
    later(11 * 60_000);
  });
});

describe('an identity provider', () => {
  it('that calls itself another is not asked, and is once it does not', async () => {
    later(11 * 60_000);
    provider.description = { ...honestDescription, issuer: 'https://login.example' };
    const refused = await app.anonymous().call(ssoSignIn.begin, { body: { username: person } });
    expect(refused.status).toBe(502);
    provider.description = honestDescription;
    later(11 * 60_000);
    expect((await attempt()).status).toBe(200);
  });

  it('whose keys changed is asked for them again, once a minute at most; the former ones open nothing', async () => {
    later(11 * 60_000);
    expect((await attempt()).status).toBe(200);
    const [former, fresh] = [provider.keys, await keyPair('k3')];
    provider.keys = [fresh.jwk];
    const fetchesBefore = provider.keyFetches;
    later(61_000);
    expect((await attempt({ token: (claims) => signed(claims, fresh) })).status).toBe(200);
    expect((await attempt()).status).toBe(403);
    for (let i = 0; i < 5; i++)
      expect((await attempt({ token: (claims) => signed(claims, foreign) })).status).toBe(403);
    expect(provider.keyFetches - fetchesBefore).toBe(1);
    provider.keys = former;
    later(11 * 60_000);
    expect((await attempt()).status).toBe(200);
  });
});

describe('a person', () => {
  const saying = (change: Claims): Attack => ({
    token: (claims) => signed({ ...claims, sub: `new ${JSON.stringify(change)}`, ...change }, key),
  });
  const attacks: Record<string, [reason: string, Claims]> = {
    'with an address of another domain': ['foreignDomain', { email: 'x@theirs.example' }],
    'with an address of a domain below': ['foreignDomain', { email: 'x@sub.ours.example' }],
    'with an address of a domain that ends alike': ['foreignDomain', { email: 'x@notours.example' }],
    'with the address of another customer’s user': ['foreignDomain', { email: people.stranger }],
    'with an address that nobody proved': ['noEmail', { email: 'y@ours.example', email_verified: false }],
    'with an address that nobody proved, as a text': ['noEmail', { email: 'y@ours.example', email_verified: 'false' }],
    'without an address': ['noEmail', { email: undefined }],
    'with two addresses': ['noEmail', { email: ['a@ours.example', 'b@ours.example'] }],
    'with two addresses in one': ['noEmail', { email: 'a@ours.example,b@ours.example' }],
    'with an address inside an address': ['noEmail', { email: 'a@evil.example@ours.example' }],
    'with a name in front of the address': ['noEmail', { email: 'Ada <z@ours.example>' }],
    'with the address of a user who has a password': ['existingUser', { email: people.admin }],
    'with that address in capitals': ['existingUser', { email: people.admin.toUpperCase() }],
    'with the address of a user who has none': ['existingUser', { email: people.sso }],
    'without groups': ['noGroup', { email: 'y@ours.example', groups: undefined }],
    'with groups that nobody mapped': ['noGroup', { email: 'y@ours.example', groups: ['Patchers', 'patchers2', '*'] }],
    'with groups in one text': ['noGroup', { email: 'y@ours.example', groups: 'everybody,patchers' }],
  };
  it.each(Object.entries(attacks))('does not come in: %s', async (_title, [reason, change]) => {
    await expectRefused(saying(change), [reason]);
  });

  it('does not come in after the connection was changed to another client, or removed, on the way', async () => {
    // The clock has run on for hours.
    admin = await app.signIn('admin');
    const read = async () => (await admin.call(singleSignOn.read)).body.connections[0];
    const change = async (clientId: string) => {
      const { status } = await admin.call(singleSignOn.changeConnection, {
        params: { id: connection.connectionUuid },
        body: { serialNumber: (await read())?.serialNumber ?? 0, clientId },
      });
      expect(status).toBe(200);
    };
    await expectRefused({ between: () => change('another') }, ['audience'], () => change('patchkeep'));
    later(1_000);
    const at = app.clock.now;
    const { status } = await attempt({
      between: () => admin.call(singleSignOn.removeConnection, { params: { id: connection.connectionUuid } }),
    });
    expect([status, await refusalsSince(at)]).toEqual([403, ['changed']]);
    connection = await connect(admin, provider.issuer, { clientSecret });
    // Its users are new ones: who was known by the former connection is not by this one.
    expect((await attempt({}, 'new@ours.example')).status).toBe(200);
  });
});
