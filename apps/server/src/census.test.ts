import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { agentBase, allAgentEndpoints } from '@patchkeep/contract/agent/protocol';
import { allEndpoints } from '@patchkeep/contract/api';
import { type AnyEndpoint, endpoint, uiBase } from '@patchkeep/contract/endpoint';
import { nothing } from '@patchkeep/contract/fields';
import { rights } from '@patchkeep/contract/rights';
import { wire } from '@patchkeep/contract/constants';
import { configuration } from '@patchkeep/contract/configuration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { copy, TestAgent } from './testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from './testkit/app.ts';
import { foreignTokens, plantCanaries } from './testkit/canary.ts';

/** A write that no module has yet: changes something of the tab's own site. */
const change = endpoint({
  method: 'POST',
  path: '/census/change',
  summary: 'Change',
  right: 'canMakeChanges',
  response: nothing,
});
const view = endpoint({
  method: 'GET',
  path: '/census/view',
  summary: 'View',
  right: 'canViewResults',
  response: nothing,
});
const probes: AnyEndpoint[] = [change, view];

let app: TestApp;
const mounted: string[] = [];
beforeAll(async () => {
  app = await testApp({ extend: (mount) => probes.forEach((probe) => mount(probe, async () => ({}))) });
  const plain = await testApp();
  await plain.app.ready();
  // Fastify prints the tree of what it really serves; HEAD comes with every GET.
  const tree = plain.app.printRoutes({ commonPrefix: false, includeHooks: false });
  mounted.push(...routesIn(tree));
  await plain.close();
});
afterAll(() => app.close());

const routesIn = (tree: string): string[] => {
  const path: string[] = [];
  const found: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^((?:[│ ] {3})*)(?:├── |└── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!match) continue;
    const [, indent = '', segment = '', methods] = match;
    path.length = indent.length / 4;
    path.push(segment.trim());
    for (const method of methods?.split(', ') ?? []) if (method !== 'HEAD') found.push(`${method} ${path.join('')}`);
  }
  return found;
};

/** Routes compare by shape: the router folds differently named parameters of one place together. */
const shapeOf = (route: string) => route.replaceAll(/:[\w:|]+/g, ':x');
const signature = ({ method, path }: AnyEndpoint) => `${method} ${uiBase}${path}`;
/** Endpoints whose path names a thing by its id. */
const withIds = allEndpoints.filter(({ path }) => /:(id|site)\b/.test(path));
/** A body that fits, for those that must have one. */
const fitting: Record<string, object> = {
  'PATCH /group/:id': { serialNumber: 1 },
  'PATCH /tag/:id': { serialNumber: 1 },
  'POST /site/:site/group/:id': { title: 'x' },
  'PATCH /site/:site/group/:id': { serialNumber: 1 },
  'POST /site/:site/tag/:id': { tagName: 'x' },
  'PATCH /site/:site/tag/:id': { serialNumber: 1 },
};
const bodyFor = ({ method, path }: AnyEndpoint) => fitting[`${method} ${path}`];
const withoutStream = allEndpoints.filter(({ kind }) => kind !== 'events');

describe('the census of endpoints', () => {
  it('serves exactly the contract: nothing extra, nothing missing [SES-22] [SES-23] [SES-24] [SES-25]', () => {
    const served = mounted.filter((route) => route.includes('/api/'));
    const agentCalls = allAgentEndpoints.map(({ method, path }) => `${method} ${agentBase}${path}`);
    expect(served.map(shapeOf).toSorted()).toEqual(
      [...allEndpoints.map(signature), ...agentCalls].map(shapeOf).toSorted(),
    );
  });

  it('names a right for every endpoint', () => {
    expect(allEndpoints.filter(({ right }) => !rights.includes(right))).toEqual([]);
  });

  it('is the OpenAPI document that is checked in', () => {
    const kept = readFileSync(new URL('../../../docs/api/console.openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(openApiDocument(allEndpoints))));
  });

  it('refuses every endpoint without a session, but for those open to anyone', async () => {
    for (const each of withoutStream.filter(({ right }) => right !== 'anyone')) {
      const { status } = await app.anonymous().call(each, { params: { id: randomUUID() } } as never);
      expect([each.path, status]).toEqual([each.path, 401]);
    }
  });

  it('refuses every write without the CSRF value', async () => {
    const client = await app.signIn('admin');
    for (const each of withoutStream.filter(({ method, right }) => method !== 'GET' && right !== 'anyone')) {
      const { status } = await client.call(each, { params: { id: randomUUID() }, body: {} } as never, {
        [wire.csrfHeader]: '',
      });
      expect([each.path, status]).toEqual([each.path, 403]);
    }
  });

  it('answers 404 to ids of another customer, of a site the user is not in, and to no id at all', async () => {
    const manager = await app.signIn('manager');
    const stranger = (await (await app.signIn('stranger')).ehlo()).body;
    const closed = (await (await app.signIn('admin')).ehlo()).body.sites.find((site) => site.siteName === 'Closed');
    const foreign = [
      stranger.sites[0]?.siteAccountUuid,
      stranger.userAccountUuid,
      closed?.siteAccountUuid,
      randomUUID(),
      "x' or 1=1",
    ];
    const own = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
    for (const each of withIds)
      for (const id of foreign) {
        // Making a thing under an id of one's choice is no look-up; its site is.
        const isMade = each.method === 'POST' && each.path.includes(':site');
        const params = { id: isMade ? randomUUID() : (id ?? ''), site: isMade ? (id ?? '') : own };
        const { status } = await manager.call(each, { params, body: bodyFor(each) } as never);
        expect([each.path, id, status]).toEqual([each.path, id, 404]);
        if (!each.path.includes(':site')) continue;
        const elsewhere = await manager.call(each, {
          params: { id: randomUUID(), site: id ?? '' },
          body: bodyFor(each),
        } as never);
        expect([each.path, id, elsewhere.status]).toEqual([each.path, id, 404]);
      }
  });
});

describe('the permission check', () => {
  it('refuses who lacks the right, by the site the tab is on [PERM-04] [PERM-05] [PERM-10]', async () => {
    const reader = await app.signIn('reader');
    expect((await reader.call(view)).status).toBe(200);
    expect((await reader.call(change)).status).toBe(403);
    expect((await (await app.signIn('manager')).call(change)).status).toBe(200);
  });

  it('takes a right away with the next second', async () => {
    const manager = await app.signIn('manager');
    const database = app.database.pool('postgres');
    const set = (permissions: number) =>
      database.query(
        `update site_members set permissions = $1 where site_id = (select site_id from sites where name = 'Beta')`,
        [permissions],
      );
    expect((await manager.call(change)).status).toBe(200);
    await set(49);
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    expect((await manager.call(change)).status).toBe(403);
    await set(115);
  });
});

describe('a tab bound to a stale site', () => {
  const switchElsewhere = async (): Promise<TestClient> => {
    const stale = await app.signIn('manager');
    const other = await stale.newTab();
    const { sites } = (await other.ehlo()).body;
    const alpha = sites.find((site) => site.siteName === 'alpha')?.siteAccountUuid;
    await app.app.inject({
      method: 'PATCH',
      url: `${uiBase}/site/${alpha}/select?${wire.instanceParam}=${other.instanceId}`,
      headers: { cookie: `sid=${other.cookie}`, [wire.csrfHeader]: other.csrf },
    });
    return stale;
  };

  it('gets the save-conflict answer to a write, without a code, and writes nothing', async () => {
    const stale = await switchElsewhere();
    const { status, body } = await stale.call(change);
    expect(status).toBe(409);
    expect(body).not.toHaveProperty('code');
    expect((await stale.call(view)).status).toBe(200);
  });

  it('writes again once it has adopted the new site', async () => {
    const stale = await switchElsewhere();
    await stale.ehlo({ adoptSite: 'true' });
    expect((await stale.call(change)).status).toBe(200);
  });
});

describe('canaries', () => {
  it('sit in every text column of the other customer, and no answer carries one', async () => {
    const stranger = await app.signIn('stranger');
    const own = (await stranger.ehlo()).body;
    await stranger.call(change);
    const report = {
      showExceptionModal: true,
      exceptionTitle: 'Error',
      exceptionDescription: 'x',
      requiresLogin: false,
      requiresReload: false,
      showStandardMessage: true,
      rawException: 'x',
    };
    await app.app.inject({
      method: 'POST',
      url: `${uiBase}/error?${wire.instanceParam}=${stranger.instanceId}`,
      headers: { cookie: `sid=${stranger.cookie}`, [wire.csrfHeader]: stranger.csrf },
      payload: report,
    });
    await app.app.inject({
      method: 'PATCH',
      url: `${uiBase}/site/${own.sites[0]?.siteAccountUuid}/select?${wire.instanceParam}=${stranger.instanceId}`,
      headers: { cookie: `sid=${stranger.cookie}`, [wire.csrfHeader]: stranger.csrf },
    });
    const { body: token } = await stranger.call(configuration.createInstallToken, { body: { name: 'x', useCap: 1 } });
    const host = new TestAgent(app);
    host.software = [copy('Anything', '1')];
    await host.enrol(token.secret);
    await host.upload();
    const client = new pg.Client(app.database.url('postgres'));
    await client.connect();
    // Nothing makes groups and tags through the product yet.
    const site = [stranger.customerId, own.sites[0]?.siteAccountUuid];
    await client.query(`insert into groups values ($1, $2, $2, null, 'x', 1, '2026-01-01')`, site);
    await client.query(`insert into tags values ($1, $2, $2, 1, 'x', null, null, 1, '2026-01-01')`, site);
    const { planted, bare } = await plantCanaries(client, stranger.customerId ?? '');
    await client.end();
    expect(bare).toEqual([]);
    expect(planted).toBeGreaterThan(10);

    // The stranger sees its own tokens, so they are there to be leaked.
    const seen = await app.app.inject({
      url: `${uiBase}/site/selectable`,
      headers: { cookie: `sid=${stranger.cookie}` },
    });
    expect(foreignTokens(seen.body, undefined)).not.toEqual([]);
    expect(foreignTokens(seen.body, stranger.customerId)).toEqual([]);

    // The client throws on a foreign token in any answer.
    for (const as of ['admin', 'manager', 'reader'] as const) {
      const us = await app.signIn(as);
      for (const each of withoutStream) await us.call(each, { params: { id: own.sites[0]?.siteAccountUuid } } as never);
    }
  });
});
