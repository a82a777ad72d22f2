import { scimBase } from '@patchkeep/contract/endpoint';
import { rolePreset } from '@patchkeep/contract/rights';
import { singleSignOn } from '@patchkeep/contract/single-sign-on';
import { sites } from '@patchkeep/contract/sites';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DnsServer, dnsServer } from '../apps/server/src/testkit/sso/dns-server.ts';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { launchChromium } from './support/chromium.ts';
import { goTo, lookAt, signedIn } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let dns: DnsServer;
let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  dns = await dnsServer();
  const settings = { PATCHKEEP_PUBLIC_URL: '{url}', PATCHKEEP_DNS_SERVERS: dns.address };
  [stack, browser] = await Promise.all([startStack(settings), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await dns?.close();
});

/** A connection whose group `patch-managers` may write in the first site. */
const connectProvider = async (): Promise<void> => {
  const administrator = await signInAsAdministrator(stack.url);
  const added = await administrator.call(singleSignOn.addDomain, { body: { domain: 'contoso.example' } });
  dns.text(added.recordName, added.recordText);
  await administrator.call(singleSignOn.checkDomain, { params: { id: added.domainUuid } });
  const { connectionUuid, serialNumber } = await administrator.call(singleSignOn.addConnection, {
    body: { name: 'Contoso Login', issuer: 'https://idp.contoso.example', clientId: 'patchkeep' },
  });
  const { currentSite } = await administrator.call(sites.selectable);
  const mapping = {
    group: 'patch-managers',
    siteAccountUuid: currentSite?.siteAccountUuid ?? '',
    sitePermissions: rolePreset['Read & Write'],
  };
  await administrator.call(singleSignOn.saveMappings, {
    params: { id: connectionUuid },
    body: { serialNumber, mappings: [mapping] },
  });
};

it('provisioning: an administrator makes its token, the identity provider adds and disables a user, the page Users tells', async () => {
  await connectProvider();
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/configuration?tab=single-sign-on', 'Configuration');
  const part = page.getByRole('region', { name: 'Provisioning by Contoso Login' });
  await part.getByText('No token is in use').waitFor();
  await part.scrollIntoViewIfNeeded();
  await lookAt(page, 'provisioning-empty');
  await part.getByRole('button', { name: 'Make a provisioning token' }).click();
  const dialog = page.getByRole('dialog');
  const secret = /vps_[\w-]+/.exec((await dialog.getByText('vps_').first().textContent()) ?? '')?.[0] ?? '';
  expect(secret).not.toBe('');
  await lookAt(page, 'provisioning-token');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();

  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' };
    const answer = await fetch(`${stack.url}${scimBase}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { id: string } };
  };
  const ada = await send('POST', '/Users', { userName: 'ada@contoso.example', displayName: 'Ada Lovelace' });
  const members = [{ value: ada.body.id }];
  expect((await send('POST', '/Groups', { displayName: 'patch-managers', members })).status).toBe(201);
  await page.reload();
  await part.getByText('1 user; 1 group').waitFor();
  await part.scrollIntoViewIfNeeded();
  await lookAt(page, 'provisioning');

  await goTo(page, '/users', 'Users');
  const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' });
  await row.getByText('Provisioned by Contoso Login').waitFor();
  const Operations = [{ op: 'Replace', path: 'active', value: 'False' }];
  expect((await send('PATCH', `/Users/${ada.body.id}`, { Operations })).status).toBe(200);
  await row.getByText('Disabled').waitFor();
  await lookAt(page, 'provisioning-users');

  await goTo(page, '/configuration?tab=single-sign-on', 'Configuration');
  await part.getByText('of them 1 disabled').waitFor();
  await part.getByRole('button', { name: 'Replace token' }).click();
  await lookAt(page, 'provisioning-replace');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await part.getByRole('button', { name: 'Revoke token' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await part.getByText('No token is in use').waitFor();
  expect((await send('PATCH', `/Users/${ada.body.id}`, { Operations })).status).toBe(401);
});
