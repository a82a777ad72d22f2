import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { agentBase, allAgentEndpoints } from '@patchkeep/contract/agent/protocol';
import { allEndpoints, api, detachedEndpoints, scimEndpoints } from '@patchkeep/contract/api';
import { wire } from '@patchkeep/contract/constants';
import { type AnyEndpoint, detachedBase, endpoint, publicBase, scimBase, uiBase } from '@patchkeep/contract/endpoint';
import { nothing } from '@patchkeep/contract/fields';
import { hosts as hostEndpoints } from '@patchkeep/contract/hosts';
import { restarts as restartEndpoints } from '@patchkeep/contract/restarts';
import { rights } from '@patchkeep/contract/rights';
import { sites as siteEndpoints } from '@patchkeep/contract/sites';
import { tags as tagEndpoints } from '@patchkeep/contract/tags';
import { isPublic } from '@patchkeep/rules/api/public-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument, writeOpenApi } from './openapi.ts';
import { invalid } from './platform/errors.ts';
import { type TestApp, testApp, type TestClient } from './testkit/app.ts';
import { foreignTokens } from './testkit/canary.ts';

/** A write that no module has yet: changes something of the tab's own site. */
const change = endpoint({
  method: 'POST',
  path: '/census/change',
  summary: 'Change',
  right: 'canMakeChanges',
  moves: 'nothing',
  response: nothing,
});
const view = endpoint({
  method: 'GET',
  path: '/census/view',
  summary: 'View',
  right: 'canViewResults',
  response: nothing,
});
const moving = endpoint({
  method: 'POST',
  path: '/census/moving',
  summary: 'Change what is counted, or be refused',
  right: 'canMakeChanges',
  moves: 'counts',
  body: z.object({ isRefused: z.boolean() }),
  response: nothing,
});
const probes: AnyEndpoint[] = [change, view];

let app: TestApp;
const mounted: string[] = [];
beforeAll(async () => {
  app = await testApp({
    extend: (mount) => {
      probes.forEach((probe) => mount(probe, async () => ({})));
      mount(moving, async (_context, { body }) => {
        if (body.isRefused) throw invalid('Refused');
        return {};
      });
    },
  });
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
const withIds = allEndpoints.filter(({ path }) => /:(id|site|user)\b/.test(path));
const ignoring = {
  target: { cveId: 'CVE-2020-0001' },
  reasonKind: 'other',
  reason: 'x',
  expires: '2026-12-01T00:00:00.000Z',
};
/** A body that fits, for those that must have one. */
const fitting: Record<string, object> = {
  'POST /custom-deployment-config/:id/sign': { statementHash: '0'.repeat(64), signed: 'x' },
  'PATCH /goal/:id': { serialNumber: 1 },
  'POST /deployment-config/:id': {
    softwareDeploymentUserChoicesId: null,
    deploymentConfigTag: 'x',
    deploymentConfigTagSeqNumber: 1,
    serialNumber: 0,
    choices: {},
  },
  'PUT /alert-choice/:id': { hasAlerts: true, hasReport: true },
  'PATCH /saved-view/:id': { name: 'x', serialNumber: 1 },
  'PATCH /saved-view/:id/share': { name: 'x', serialNumber: 1 },
  'PATCH /agent-ignore-rule/:id': { serialNumber: 1 },
  'PATCH /group-ignore-rule/:id': { serialNumber: 1 },
  'PATCH /site-ignore-rule/:id': { serialNumber: 1 },
  'PATCH /agent/:id/agent-ignore-rule': { ignoreRuleUuid: randomUUID(), serialNumber: 1 },
  'PATCH /group/:id/group-ignore-rule': { ignoreRuleUuid: randomUUID(), serialNumber: 1 },
  'POST /agent/:id/agent-ignore-rule': ignoring,
  'POST /group/:id/group-ignore-rule': ignoring,
  'PATCH /group/:id': { serialNumber: 1 },
  'PATCH /tag/:id': { serialNumber: 1 },
  'PATCH /site/:id': { siteName: 'x', serialNumber: 1 },
  'PATCH /site/:id/settings': { serialNumber: 1 },
  'POST /site/:site/group/:id': { title: 'x' },
  'PATCH /site/:site/group/:id': { serialNumber: 1 },
  'POST /site/:site/tag/:id': { tagName: 'x' },
  'PATCH /site/:site/tag/:id': { serialNumber: 1 },
  'PATCH /dashboard/:id': { serialNumber: 1 },
  'POST /dashboard/:id/layout': { config: { cards: [] } },
  'PATCH /system-dashboard/:id': { serialNumber: 1 },
  'POST /system-dashboard/:id/layout': { config: { cards: [] } },
  'POST /site/:id/user': { username: 'x@example.com', longName: 'x', sitePermissions: 1 },
  'PATCH /site/:site/user/:user': {},
  'POST /guest/customer/:id/enter': { secondFactor: { code: '000000' } },
  'PATCH /single-sign-on/domain/:id': { connectionUuid: null },
  'PATCH /single-sign-on/connection/:id': { serialNumber: 1 },
  'PUT /single-sign-on/connection/:id/mapping': { serialNumber: 1, mappings: [] },
  'POST /mfa/:id/confirm': { code: '000000' },
  'DELETE /mfa/:id': { proof: { code: '000000' } },
  'POST /change-set/:id/undo': {},
  'POST /change-set/:id/refuse': {},
  'POST /change-set/:id/confirm': { contentHash: '' },
};
/** A query that fits, for those that must have one. */
const named = { ignoreRuleUuid: randomUUID() };
const fittingQuery: Record<string, object> = {
  'DELETE /agent/:id/agent-ignore-rule': named,
  'DELETE /group/:id/group-ignore-rule': named,
};
const queryFor = (each: AnyEndpoint) => fittingQuery[`${each.method} ${each.path}`];
/** Calls about approvals name their place and subject in the body, the same way for every level and kind. */
const approving = ({ method, path }: AnyEndpoint): object | undefined => {
  const [, level, wua] = /\/(system|site|group|tag)-(wua-)?approvals\//.exec(path) ?? [];
  if (level === undefined || method === 'GET') return undefined;
  const subject = wua === undefined ? { channelTag: 'x' } : { wuaKey: 'kb:12345' };
  const isLocal = /group|tag/.test(level);
  if (method === 'PATCH')
    return { ...(isLocal ? { [`${level}ApprovalUuid`]: randomUUID() } : subject), serialNumber: 0, options: {} };
  return {
    [`${level}Approvals`]: [{ ...subject, ...(isLocal && { [`${level}Uuid`]: randomUUID() }) }],
  };
};
const bodyFor = (each: AnyEndpoint) => fitting[`${each.method} ${each.path}`] ?? approving(each);
const withoutStream = allEndpoints.filter(({ kind }) => kind !== 'events');

describe('the census of endpoints', () => {
  it('serves exactly the contract: nothing extra, nothing missing [SES-22] [SES-25]', () => {
    const served = mounted.filter((route) => route.includes('/api/') || route.includes(scimBase));
    const agentCalls = allAgentEndpoints.map(({ method, path }) => `${method} ${agentBase}${path}`);
    const ofScreens = detachedEndpoints.map(({ method, path }) => `${method} ${detachedBase}${path}`);
    const ofProviders = scimEndpoints.map(({ method, path }) => `${method} ${scimBase}${path}`);
    const ofPrograms = allEndpoints.filter(isPublic).map(({ method, path }) => `${method} ${publicBase}${path}`);
    const wanted = [...allEndpoints.map(signature), ...ofScreens, ...ofProviders, ...ofPrograms, ...agentCalls];
    const described = ['/openapi.json', '/docs', '/docs/:family', '/docs.css'].map(
      (path) => `GET ${publicBase}${path}`,
    );
    expect(served.map(shapeOf).toSorted()).toEqual([...wanted, ...described].map(shapeOf).toSorted());
  });

  it('names a right for every endpoint', () => {
    expect(allEndpoints.filter(({ right }) => !rights.includes(right))).toEqual([]);
  });

  it('says of every write what it moves, and of no other', () => {
    const all = [...allEndpoints, ...detachedEndpoints, ...scimEndpoints];
    const silent = all.filter(({ method, moves }) => method !== 'GET' && moves === undefined);
    expect(silent.map(signature)).toEqual([]);
    expect(all.filter(({ method, moves }) => method === 'GET' && moves !== undefined).map(signature)).toEqual([]);
  });

  it('is the OpenAPI document that is checked in', () => {
    const kept = readFileSync(new URL('../../../docs/api/console.openapi.json', import.meta.url), 'utf8');
    expect(kept).toBe(writeOpenApi(openApiDocument(api)));
  });

  it('has an operationId and a tag for every operation, no reference to nothing, and at most 700 KB', () => {
    const text = writeOpenApi(openApiDocument(api));
    const { paths, components } = JSON.parse(text) as {
      paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>;
      components: { schemas: Record<string, unknown> };
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(allEndpoints.length);
    expect(operations.filter(({ operationId, tags }) => operationId === undefined || tags?.length !== 1)).toEqual([]);
    const references = text.matchAll(/"#\/components\/schemas\/(\w+)"/g);
    expect(
      [...references].map(([, name]) => name).filter((name) => !Object.hasOwn(components.schemas, name ?? '')),
    ).toEqual([]);
    expect(text.length).toBeLessThanOrEqual(700_000);
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
    // On the site that the manager administers, so that it is the id that is refused and not the right.
    const alpha = (await manager.ehlo()).body.sites.find((site) => site.siteName === 'alpha');
    await manager.call(siteEndpoints.select, { params: { id: alpha?.siteAccountUuid ?? '' } });
    await manager.ehlo();
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
    for (const each of withIds.filter(({ right }) => right !== 'isSystemAdmin'))
      for (const id of foreign) {
        // Making a thing under an id of one's choice is no look-up; its site is.
        const isMade = each.method === 'POST' && each.path.includes(':site');
        const params = { id: isMade ? randomUUID() : (id ?? ''), site: isMade ? (id ?? '') : own, user: id ?? '' };
        const { status } = await manager.call(each, { params, query: queryFor(each), body: bodyFor(each) } as never);
        expect([each.path, id, status]).toEqual([each.path, id, 404]);
        if (!each.path.includes(':site')) continue;
        const elsewhere = await manager.call(each, {
          params: { id: randomUUID(), site: id ?? '', user: randomUUID() },
          body: bodyFor(each),
        } as never);
        expect([each.path, id, elsewhere.status]).toEqual([each.path, id, 404]);
      }
  });

  it('answers the same to a system administrator who names a site of another customer, or none', async () => {
    const admin = await app.signIn('admin');
    const stranger = (await (await app.signIn('stranger')).ehlo()).body;
    const foreign = [stranger.sites[0]?.siteAccountUuid, stranger.userAccountUuid, randomUUID(), "x' or 1=1"];
    const ofSystem = withIds.filter(({ right }) => right === 'isSystemAdmin');
    expect(ofSystem.length).toBeGreaterThan(0);
    for (const each of ofSystem)
      for (const id of foreign) {
        const params = { id: id ?? '', site: id ?? '', type: 'block' };
        const { status } = await admin.call(each, { params, body: bodyFor(each) } as never);
        expect([each.path, id, status]).toEqual([each.path, id, 404]);
      }
  });
});

describe('a write that moves what is counted', () => {
  let manager: TestClient;
  beforeAll(async () => {
    manager = await app.signIn('manager');
  });
  /** What is asked to be counted for the customer, and whether a worker will see to it. */
  const recountState = async () => {
    const database = app.database.pool('postgres');
    const requests = await database.query('select from recount_requests where customer_id = $1 and host_nos is null', [
      manager.customerId,
    ]);
    const jobs = await database.query(`select from graphile_worker.jobs where task_identifier = 'recount'`);
    return { requests: requests.rowCount ?? 0, hasJob: (jobs.rowCount ?? 0) > 0 };
  };
  const requestsAfter = async (act: () => Promise<{ status: number }>): Promise<[status: number, requests: number]> => {
    const { requests } = await recountState();
    const { status } = await act();
    return [status, (await recountState()).requests - requests];
  };

  it('asks for the count in its own transaction: with its commit, and not when it is refused', async () => {
    expect(await requestsAfter(() => manager.call(moving, { body: { isRefused: false } }))).toEqual([200, 1]);
    expect((await recountState()).hasJob).toBe(true);
    expect(await requestsAfter(() => manager.call(moving, { body: { isRefused: true } }))).toEqual([400, 0]);
  });

  it('is known by what its endpoint says, whatever its address is like', async () => {
    expect(await requestsAfter(() => manager.call(change))).toEqual([200, 0]);
    const tag = { tagName: 'Moves' };
    expect(await requestsAfter(() => manager.call(tagEndpoints.create, { body: tag }))).toEqual([200, 1]);
    const { body } = await manager.call(restartEndpoints.readSettings);
    expect(await requestsAfter(() => manager.call(restartEndpoints.saveSettings, { body }))).toEqual([200, 0]);
  });
});

describe('the permission check', () => {
  it('refuses who lacks the right, by the site the tab is on [PERM-10]', async () => {
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

  it('writes when it names its site, wherever the session is', async () => {
    const stale = await switchElsewhere();
    const beta = (await stale.ehlo()).body.currentSite;
    expect(beta?.siteName).toBe('Beta');
    expect((await stale.call(change, {}, { [wire.siteHeader]: beta?.siteAccountUuid ?? '' })).status).toBe(200);
  });

  it('may do nothing in a site that it names and its user may not enter', async () => {
    const stale = await switchElsewhere();
    const closed = (await (await app.signIn('admin')).ehlo()).body.sites.find((site) => site.siteName === 'Closed');
    const foreign = (await (await app.signIn('stranger')).ehlo()).body.sites[0];
    // What is remembered of the tab in its own site says nothing about another one.
    expect((await stale.call(view)).status).toBe(200);
    for (const id of [closed?.siteAccountUuid, foreign?.siteAccountUuid, randomUUID()]) {
      const header = { [wire.siteHeader]: id ?? '' };
      expect((await stale.call(change, {}, header)).status).toBe(403);
      expect((await stale.call(view, {}, header)).status).toBe(403);
    }
    expect((await stale.call(view, {}, { [wire.siteHeader]: 'no-id' })).status).toBe(404);
  });
});

describe('canaries', () => {
  it('sit in every text column of the canary customer, and no answer to anybody else carries one', async () => {
    const canary = await app.signIn('canary');
    const { sites: ownSites, userAccountUuid } = (await canary.ehlo()).body;
    // It sees its own tokens, so they are there to be leaked.
    const seen = await canary.call(siteEndpoints.selectable);
    expect(foreignTokens(JSON.stringify(seen.body), undefined)).not.toEqual([]);
    expect(foreignTokens(JSON.stringify(seen.body), canary.customerId)).toEqual([]);

    // The client throws on a foreign token in any answer, here as in every other test.
    const hosts = (await canary.call(hostEndpoints.list)).body.hosts;
    const ids = [ownSites[0]?.siteAccountUuid, userAccountUuid, hosts[0]?.uuid];
    expect(ids.every((id) => id !== undefined)).toBe(true);
    for (const as of ['admin', 'manager', 'reader', 'stranger'] as const) {
      const us = await app.signIn(as);
      for (const each of withoutStream.filter(({ path }) => path !== '/logout'))
        for (const id of withIds.includes(each) ? ids : ids.slice(0, 1))
          await us.call(each, { params: { id, site: id, type: 'block' }, body: bodyFor(each) } as never);
    }
    const stranger = await app.signIn('stranger');
    await expect(stranger.call(siteEndpoints.selectable, {}, { cookie: `sid=${canary.cookie}` })).rejects.toThrow(
      'leaked cnry',
    );
  });
});
