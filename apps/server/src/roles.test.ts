import { randomUUID } from 'node:crypto';
import { allEndpoints } from '@patchkeep/contract/api';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import { type Right, rights } from '@patchkeep/contract/rights';
import { sites } from '@patchkeep/contract/sites';
import { navigation } from '@patchkeep/rules/navigation';
import { type PagePath, pages } from '@patchkeep/rules/pages';
import { mayCall, roleLabel, type Subject } from '@patchkeep/rules/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from './testkit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** A client on a site where it has the role, and what the console judges its pages by. */
const inSite = async (client: TestClient, siteName: string): Promise<Subject> => {
  const known = (await client.ehlo()).body.sites;
  const id = known.find((site) => site.siteName === siteName)?.siteAccountUuid ?? '';
  await client.call(sites.select, { params: { id } });
  const { isSystemAdmin, currentSite, customerSettings } = (await client.ehlo()).body;
  if (!currentSite) throw new Error('There is no site');
  const { siteSettings, sitePermissions } = currentSite;
  return { isSystemAdmin, sitePermissions, siteSettings, customerSettings };
};

/** Those of the role System Administrator. */
const ofSystem = [
  '/providers',
  '/system-activity',
  '/system-approvals',
  '/system-approvals/group',
  '/system-approvals/site',
  '/system-approvals/tag',
];
const ofUserManagement = ['/sites/users', '/users'];
const hiddenPages = (subject: Subject): string[] =>
  (Object.keys(pages) as PagePath[]).filter((page) => !mayCall(pages[page].right, subject)).toSorted();

/** Streams and files are asked for in another way; what is everybody's own would sign the tester out. */
const isTried = ({ kind = 'json', right }: AnyEndpoint): boolean =>
  kind === 'json' && right !== 'anyone' && right !== 'signedIn';

/** Asks every endpoint, with nothing that fits, and collects the rights that were missing. */
const missingRights = async (client: TestClient): Promise<Right[]> => {
  const missing = new Set<Right>();
  for (const endpoint of allEndpoints.filter(isTried)) {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, randomUUID()]);
    const given = { params: Object.fromEntries(names), ...(endpoint.method !== 'GET' && { body: {} }) };
    const { status, body } = await client.call(endpoint, given as object);
    const isMissing = status === 403 && JSON.stringify(body).includes(`Needs ${endpoint.right}`);
    if (isMissing) missing.add(endpoint.right);
    // One endpoint of a right is refused like all others of it.
    expect([endpoint.method, endpoint.path, isMissing]).toEqual([
      endpoint.method,
      endpoint.path,
      missing.has(endpoint.right),
    ]);
  }
  return rights.filter((right) => missing.has(right));
};

const changes: Right[] = [
  'canMakeChanges',
  'canDecideUpdates',
  'canAdmitHosts',
  'canDeleteHosts',
  'canChangeSettings',
  'canDeploySoftware',
  'canWriteCustomDeployments',
];
const administration: Right[] = ['canManageSites', 'canManageApiTokens'];

describe('every page and every call, as seen by', () => {
  it('Read-Only: all pages but user management, and nothing that changes anything [PERM-04]', async () => {
    const client = await app.signIn('reader');
    const subject = await inSite(client, 'alpha');
    expect(roleLabel(subject.isSystemAdmin, subject.sitePermissions)).toBe('Read-Only');
    expect(hiddenPages(subject)).toEqual([...ofSystem, ...ofUserManagement].toSorted());
    expect((await missingRights(client)).toSorted()).toEqual(
      ['isSystemAdmin', ...changes, ...administration].toSorted(),
    );
  });

  it('Read & Write: all pages but user management; groups, approvals and settings can be changed [PERM-05]', async () => {
    const client = await app.signIn('manager');
    const subject = await inSite(client, 'Beta');
    expect(roleLabel(subject.isSystemAdmin, subject.sitePermissions)).toBe('Read & Write');
    expect(hiddenPages(subject)).toEqual([...ofSystem, ...ofUserManagement].toSorted());
    expect((await missingRights(client)).toSorted()).toEqual(['isSystemAdmin', ...administration].toSorted());
  });

  it('Administer: every page of the site; users, groups, approvals and settings can be changed [PERM-06]', async () => {
    const client = await app.signIn('manager');
    const subject = await inSite(client, 'alpha');
    expect(roleLabel(subject.isSystemAdmin, subject.sitePermissions)).toBe('Administer');
    expect(hiddenPages(subject)).toEqual(ofSystem);
    expect(await missingRights(client)).toEqual(['isSystemAdmin']);
    // The panel of the three roles is the same: what differs are users, which the user menu leads to.
    const readOnly = await inSite(await app.signIn('reader'), 'alpha');
    expect(navigation(subject)).toEqual(navigation(readOnly));
  });
});
