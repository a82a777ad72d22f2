import { randomBytes } from 'node:crypto';
import { account } from '@patchkeep/contract/account';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { configuration } from '@patchkeep/contract/configuration';
import { defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import { dashboardTokens } from '@patchkeep/contract/dashboards';
import { detachedBase, publicBase } from '@patchkeep/contract/endpoint';
import { factors, loginFactors } from '@patchkeep/contract/factors';
import { providers } from '@patchkeep/contract/guests';
import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { singleSignOn } from '@patchkeep/contract/single-sign-on';
import { invitations, users } from '@patchkeep/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenTexts } from './platform/http/token-text.ts';
import { type TestApp, testApp } from './testkit/app.ts';
import { afterPassword, authenticatorApp, byPassword } from './testkit/factors/second-factor.ts';
import { type GuestWorld, guestWorld } from './testkit/guests/guest-world.ts';
import { people } from './testkit/world.ts';

/** Whoever holds it is let in, or signs as somebody. */
interface Secret {
  name: string;
  text: string;
  /** What a reader of the database might present instead of it. True where that opens the door. */
  opens?: (presented: string) => Promise<boolean>;
  /** The table that something of it stands in, whose bytes are presented; else those of all tables. */
  table?: string;
  /** Of whom the rows are presented: guesses are slowed, so that the clock moves by an hour before each. */
  of?: string;
}

/** Whoever has the password below. */
const owner = 'owner@ours.example';

let app: TestApp;
let world: GuestWorld;
let secrets: Secret[];
/** Every value of every row of every table, as text; bytes as hexadecimal digits. */
let dump: string[];

const dumped = async (only?: string, words = ''): Promise<string[]> => {
  const { rows: tables } = await world.postgres.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename = coalesce($1, tablename)`,
    [only ?? null],
  );
  const values: string[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'string') values.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
  };
  for (const { name } of tables) {
    const { rows } = await world.postgres.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${name} t where t::text like $1`,
      [`%${words}%`],
    );
    rows.forEach(({ row }) => add(row));
  }
  return values;
};

/** How a text can stand in a database: as it is, and its bytes in the usual spellings. */
const spellings = (text: string): string[] => {
  const bytes = [Buffer.from(text), Buffer.from(text, 'base64url'), Buffer.from(text, 'hex')];
  const all = bytes.filter(({ length }) => length >= 6);
  return [text, ...all.flatMap((each) => [each.toString('hex'), each.toString('base64'), each.toString('base64url')])];
};

/** What bytes of the database could be presented as. */
const presentable = (value: string): string[] => {
  const digits = value.slice(2);
  return [digits, Buffer.from(digits, 'hex').toString('base64url')];
};

/** The secret with another random part, as a thief would write it who knows the form. */
const inPlace = (text: string, presented: string): string => {
  const [customer, random] = text.split('.');
  if (random !== undefined) return `${customer}.${presented}`;
  const texts = tokenTexts(text.slice(0, 3));
  const name = texts.read(text);
  return name ? texts.write(name, presented) : presented;
};

beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_PUBLIC_URL: 'https://patchkeep.example' } });
  world = await guestWorld(app);
  const { asker, admin } = world.clients;
  const { siteAccountUuid } = (await asker.ehlo()).body.sites[0] ?? { siteAccountUuid: '' };
  const reader = await app.signIn('reader');
  const { body: begun } = await reader.call(factors.setUp, { body: { name: 'Phone', proof: byPassword } });
  const code = authenticatorApp(app, begun.secret);
  const { body: confirmed } = await reader.call(factors.confirm, {
    params: { id: begun.factorUuid },
    body: { code: code() },
  });
  const halfway = await afterPassword(app, people.reader);
  const made = await asker.call(users.create, {
    params: { id: siteAccountUuid },
    body: { username: 'new@ours.example', longName: 'New', sitePermissions: rolePreset['Read-Only'] },
  });
  const known = await asker.call(users.create, {
    params: { id: siteAccountUuid },
    body: { username: owner, longName: 'Owner', sitePermissions: rolePreset['Read-Only'] },
  });
  const passwordHash = randomBytes(32).toString('base64url');
  await app.anonymous().call(invitations.accept, {
    body: { invitation: known.body.madeInvitation?.invitation ?? '', passwordHash, passwordHashVersion: 1 },
  });
  const token = await asker.call(apiTokens.create, {
    body: { name: 'Reports', permissions: rolePreset['Read-Only'], expiresInDays: 30 },
  });
  const wall = await asker.call(dashboardTokens.create, {
    body: { name: 'Wall', dashboardUuid: defaultDashboardUuid },
  });
  const install = await asker.call(configuration.createInstallToken, { body: { name: 'Agents', useCap: 5 } });
  const clientSecret = 'the-secret-of-the-client-at-the-identity-provider';
  await asker.call(singleSignOn.addConnection, {
    body: { name: 'Login', issuer: 'https://login.ours.example', clientId: 'patchkeep', clientSecret },
  });
  const request = await world.ask();

  const statusOf = async (url: string, authorization: string): Promise<boolean> =>
    (await app.app.inject({ url, headers: { authorization } })).statusCode === 200;
  secrets = [
    {
      name: 'password',
      text: passwordHash,
      table: 'users',
      of: owner,
      opens: async (presented) => {
        world.later(3_600);
        const body = { username: owner, passwordHash: presented, passwordHashVersion: 1 as const };
        return (await app.anonymous().call(session.login, { body })).status === 200;
      },
    },
    {
      name: 'cookie of a session',
      text: asker.cookie ?? '',
      table: 'sessions',
      opens: async (presented) =>
        (await Object.assign(app.anonymous(), { cookie: encodeURIComponent(presented) }).call(account.read)).status ===
        200,
    },
    { name: 'value against forged requests', text: asker.csrf },
    { name: 'ticket between password and second factor', text: halfway.loginCookie ?? '' },
    { name: 'secret of an authenticator app', text: begun.secret },
    {
      name: 'recovery code',
      text: confirmed.recoveryCodes?.[0] ?? '',
      table: 'recovery_codes',
      of: world.ids.reader.userId,
      opens: async (presented) => {
        world.later(3_600);
        const browser = await afterPassword(app, people.reader);
        return (await browser.call(loginFactors.recovery, { body: { code: presented } })).status === 200;
      },
    },
    {
      name: 'API token',
      text: token.body.secret,
      table: 'api_tokens',
      opens: (presented) => statusOf(`${publicBase}/account-activities`, `Bearer ${encodeURIComponent(presented)}`),
    },
    {
      name: 'token of a screen',
      text: wall.body.accessToken,
      table: 'dashboard_tokens',
      opens: (presented) => statusOf(`${detachedBase}/ehlo`, `Bearer ${encodeURIComponent(presented)}`),
    },
    { name: 'install token', text: install.body.secret },
    {
      name: 'invitation',
      text: made.body.madeInvitation?.invitation ?? '',
      opens: async (presented) =>
        (await app.anonymous().call(invitations.look, { body: { invitation: presented } })).status === 200,
    },
    {
      name: 'link of a service provider',
      text: request,
      opens: async (presented) => (await admin.call(providers.look, { body: { request: presented } })).status === 200,
    },
    { name: 'client secret of an identity provider', text: clientSecret },
  ];
  dump = await dumped();
});
afterAll(() => app.close());

describe('a dump of the database', () => {
  it('has all rows, and twelve secrets to look for', () => {
    expect(dump.length).toBeGreaterThan(500);
    expect(dump).toContain(people.reader);
    expect(secrets).toHaveLength(12);
    for (const { name, text } of secrets) expect([name, text.length >= 10]).toEqual([name, true]);
  });

  it('holds none of the twelve secrets, in no spelling', () => {
    const whole = dump.join('\n').toLowerCase();
    const found = secrets.filter(({ text }) => spellings(text).some((each) => whole.includes(each.toLowerCase())));
    expect(found.map(({ name }) => name)).toEqual([]);
    // The search finds what is there: the address of a user, and bytes that a table holds.
    expect(spellings(people.reader).some((each) => whole.includes(each))).toBe(true);
  });

  it('holds nothing that can be presented instead of one of them', async () => {
    const bytesOf = (values: readonly string[]) =>
      [...new Set(values)].filter((value) => /^\\x[0-9a-f]{16,160}$/.test(value)).flatMap(presentable);
    // Slow doors last: their clock moves by hours, and sessions end.
    const slowLast = secrets.toSorted((a, b) => Number(a.of !== undefined) - Number(b.of !== undefined));
    for (const { name, text, table, of, opens } of slowLast) {
      if (!opens) continue;
      const presented = bytesOf(table === undefined ? dump : await dumped(table, of));
      expect(presented.length).toBeGreaterThanOrEqual(4);
      const opened: string[] = [];
      for (const value of new Set(presented.flatMap((each) => [each, inPlace(text, each)])))
        if (await opens(value)) opened.push(value);
      expect([name, opened]).toEqual([name, []]);
      expect([name, await opens(text)]).toEqual([name, true]);
    }
  });
});
