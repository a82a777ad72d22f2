import assert from 'node:assert/strict';
// `npm run proofs -- keycloak`: a real Keycloak and the real console in Chromium, by OpenID Connect and by SAML: an
// account that is made at the first sign-in, its rights by a group, a dangerous act that is proved there, and signing
// out that ends the session there too. Needs Java and Maven, and the console built.
import { randomBytes } from 'node:crypto';
import { rolePreset } from '@patchkeep/contract/rights';
import { singleSignOn, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import { sites } from '@patchkeep/contract/sites';
import type { Browser, Page } from 'playwright-core';
import { type DnsServer, dnsServer } from '../../apps/server/src/testkit/sso/dns-server.ts';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { type Administrator, signInAsAdministrator } from '../../tools/administrator.ts';
import { recordFigure } from '../../tools/figures/figures.ts';
import { startFaultyStack } from '../faults/stack.ts';
import { type Account, clientId, group, realm, type Realm, realmOf } from './realm.ts';
import { fetchKeycloak, type Keycloak, missing, startKeycloak, version } from './server.ts';

type Stack = Awaited<ReturnType<typeof startFaultyStack>>;
type Protocol = 'OpenID Connect' | 'SAML';

const patienceMs = 300_000;
const phases: { name: string; seconds: number }[] = [];
let since = performance.now();
const phase = (name: string): void => {
  const seconds = Math.round((performance.now() - since) / 1_000);
  phases.push({ name, seconds });
  console.log(`${name}: ${seconds} s`);
  since = performance.now();
};

const account = (username: string, domain: string, isAdministrator = true): Account => ({
  username,
  email: `${username}@${domain}`,
  firstName: username,
  lastName: 'Lovelace',
  password: randomBytes(18).toString('base64url'),
  isAdministrator,
});
const domains: Record<Protocol, string> = { 'OpenID Connect': 'contoso.example', SAML: 'fabrikam.test' };
const people: Record<Protocol, Account> = {
  'OpenID Connect': account('ada', domains['OpenID Connect']),
  SAML: account('mia', domains.SAML),
};
const outsider = account('bob', domains['OpenID Connect'], false);
const label = (protocol: Protocol): string => `Keycloak by ${protocol}`;

const proveDomain = async (administrator: Administrator, dns: DnsServer, domain: string): Promise<string> => {
  const added = await administrator.call(singleSignOn.addDomain, { body: { domain } });
  dns.text(added.recordName, added.recordText);
  await administrator.call(singleSignOn.checkDomain, { params: { id: added.domainUuid } });
  return added.domainUuid;
};

/** The domain signs in by the connection, whose group administers one site. */
const mapGroup = async (administrator: Administrator, connection: SsoConnection, domainUuid: string): Promise<void> => {
  const { connectionUuid, serialNumber } = connection;
  await administrator.call(singleSignOn.changeDomain, { params: { id: domainUuid }, body: { connectionUuid } });
  const { sites: all } = await administrator.call(sites.list);
  const { siteAccountUuid = '' } = all.find(({ siteName }) => siteName === 'Contoso Danmark') ?? {};
  const mappings = [{ group, siteAccountUuid, sitePermissions: rolePreset.Administer }] as const;
  await administrator.call(singleSignOn.saveMappings, {
    params: { id: connectionUuid },
    body: { serialNumber, mappings: [...mappings] },
  });
};

const connectOidc = async (administrator: Administrator, { url }: Keycloak, at: Realm): Promise<SsoConnection> => {
  const clientSecret = randomBytes(24).toString('base64url');
  const connection = await administrator.call(singleSignOn.addConnection, {
    body: { kind: 'oidc', name: label('OpenID Connect'), issuer: `${url}/realms/${realm}`, clientId, clientSecret },
  });
  await at.addOidcClient(connection, clientSecret);
  const { checks } = await administrator.call(singleSignOn.testConnection, {
    params: { id: connection.connectionUuid },
  });
  assert.deepEqual(
    checks.filter(({ isGood }) => !isGood),
    [],
  );
  return connection;
};

const connectSaml = async (administrator: Administrator, at: Realm): Promise<SsoConnection> => {
  const metadata = await at.samlMetadata();
  const read = await administrator.call(singleSignOn.readMetadata, { body: { metadata } });
  const connection = await administrator.call(singleSignOn.addConnection, {
    body: { kind: 'saml', name: label('SAML'), ...read },
  });
  await at.addSamlClient(connection);
  return connection;
};

/** On a page of Keycloak, which shows a name that it knows already and asks for the password only. */
const signInThere = async (page: Page, keycloak: Keycloak, { username, password }: Account): Promise<void> => {
  await page.waitForURL((url) => url.href.startsWith(keycloak.url));
  await page.locator('#password').waitFor();
  const name = page.locator('#username');
  if ((await name.count()) > 0 && (await name.isEditable())) await name.fill(username);
  await page.locator('#password').fill(password);
  await page.locator('#kc-login').click();
};

const goToOrganisation = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Sign in with your organisation' }).click();
};

const readUser = async (stack: Stack, { email }: Account) => {
  const [user] = await stack.query(
    `select u.is_sso_login_only, u.is_system_admin, u.password_digest, m.permissions, m.is_mapped, s.name
     from users u join site_members m using (customer_id, user_id) join sites s using (customer_id, site_id)
     where u.username = $1`,
    [email],
  );
  return user as unknown;
};

/** Begins to make an API token, which asks for a proof where the last one is old. */
const makeToken = async (page: Page, stack: Stack, protocol: Protocol): Promise<void> => {
  await stack.query(`update sessions set proved_at = now() - interval '16 minutes'`);
  await page.goto('/#/configuration?tab=api-tokens');
  await page.getByRole('button', { name: 'New API token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Monthly report');
  await page.getByRole('button', { name: 'Make API token' }).click();
  await page.getByText(`You signed in through ${label(protocol)} some time ago.`).waitFor();
};
const windowOf = async (page: Page, name: string): Promise<Page> => {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page', { timeout: patienceMs }),
    page.getByRole('button', { name }).click(),
  ]);
  return opened;
};

/** One person from the first sign-in to the end of the session, by one protocol. */
const walk = async (protocol: Protocol, { stack, keycloak, at, browser, origin }: World): Promise<void> => {
  const person = people[protocol];
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto('/login#/hosts');
  await goToOrganisation(page, person.email);
  await signInThere(page, keycloak, person);
  await page.waitForURL((url) => url.hash.endsWith('hosts'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual(await readUser(stack, person), {
    is_sso_login_only: true,
    is_system_admin: false,
    password_digest: null,
    permissions: rolePreset.Administer,
    is_mapped: true,
    name: 'Contoso Danmark',
  });
  assert.equal(await at.countSessions(person.username), 1);
  phase(`${protocol}: signed in, account made, rights by the group`);

  await makeToken(page, stack, protocol);
  const opened = await windowOf(page, 'Sign in again');
  await signInThere(opened, keycloak, person);
  await page.getByText('Shown once').waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const [{ count }] = (await stack.query(
    `select count(*)::int from audit_entries e join users u on u.user_id = e.actor_id where e.verb = 'session.stepUp' and u.username = $1`,
    [person.email],
  )) as [{ count: number }];
  assert.equal(count, 1);
  phase(`${protocol}: dangerous act proved by a new sign-in`);

  await page.goto('/#/logout');
  await page.getByText(`You are signed out, here and at ${label(protocol)}.`).waitFor();
  assert.equal(await at.countSessions(person.username), 0);
  await goToOrganisation(page, person.email);
  await page.waitForURL((url) => url.href.startsWith(keycloak.url));
  await page.locator('#password').waitFor();
  await context.close();
  phase(`${protocol}: signed out here and there`);
};

/** What must not work, at the same Keycloak. */
const refuse = async ({ stack, keycloak, browser, origin }: World): Promise<void> => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto('/login');
  await goToOrganisation(page, outsider.email);
  await signInThere(page, keycloak, outsider);
  await page.getByText('nobody has given you access yet').waitFor();
  assert.equal(await readUser(stack, outsider), undefined);
  const leave = new URL(`${keycloak.url}/realms/${realm}/protocol/openid-connect/logout`);
  leave.searchParams.set('client_id', clientId);
  leave.searchParams.set('post_logout_redirect_uri', 'https://evil.example/');
  assert.equal((await fetch(leave)).status, 400);
  await context.close();
  phase('refused: a person without a group, a foreign address after signing out');
};

interface World {
  stack: Stack;
  keycloak: Keycloak;
  at: Realm;
  browser: Browser;
  origin: string;
}

const prove = async (): Promise<void> => {
  await fetchKeycloak();
  phase('fetched');
  const keycloak = await startKeycloak(phase);
  const dns = await dnsServer();
  // Keycloak is at 127.0.0.1 and the console at `localhost`: another site, as in life.
  const stack = await startFaultyStack({
    PATCHKEEP_PUBLIC_URL: 'http://localhost:{port}',
    PATCHKEEP_DATA_KEY: 'a data key that is only ever used in proofs',
    PATCHKEEP_SSO_INNER_NETWORKS: 'true',
    PATCHKEEP_DNS_SERVERS: dns.address,
  });
  const origin = stack.url.replace('127.0.0.1', 'localhost');
  const browser = await launchChromium();
  try {
    const at = realmOf(keycloak);
    await at.make([...Object.values(people), outsider]);
    const administrator = await signInAsAdministrator(origin);
    const oidcDomain = await proveDomain(administrator, dns, domains['OpenID Connect']);
    await mapGroup(administrator, await connectOidc(administrator, keycloak, at), oidcDomain);
    const samlDomain = await proveDomain(administrator, dns, domains.SAML);
    await mapGroup(administrator, await connectSaml(administrator, at), samlDomain);
    phase('realm made, product connected');
    const world = { stack, keycloak, at, browser, origin };
    await walk('OpenID Connect', world);
    await walk('SAML', world);
    await refuse(world);
  } finally {
    await browser.close();
    await stack.stop();
    await dns.close();
    await keycloak.stop();
  }
};

const lacking = missing();
if (lacking !== undefined) {
  console.error(lacking);
  process.exit(1);
}
let failed = 0;
try {
  await prove();
} catch (error) {
  failed = 1;
  console.error(error);
}
recordFigure({
  id: 'keycloak',
  what: 'journeys through a real Keycloak that fail: by OpenID Connect and by SAML, with an account made, rights by a group, a proof there and signing out there',
  value: failed,
  unit: 'failed runs',
  goal: 0,
  goalIs: 'at most',
  command: 'npm run proofs -- keycloak',
  detail: `Keycloak ${version}; ${phases.map(({ name, seconds }) => `${name} ${seconds} s`).join('; ')}`,
});
process.exitCode = failed;
