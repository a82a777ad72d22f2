import { readFileSync } from 'node:fs';
import { allEndpoints } from '@patchkeep/contract/api';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { type AnyEndpoint, endpoint, publicBase, uiBase } from '@patchkeep/contract/endpoint';
import { nothing } from '@patchkeep/contract/fields';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { rolePreset } from '@patchkeep/contract/rights';
import { isPublic, publicApi } from '@patchkeep/rules/api/public-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepSessions } from './modules/identity/identity.jobs.ts';
import { publicOpenApi, writeOpenApi } from './openapi.ts';
import { invalid } from './platform/errors.ts';
import { type TestApp, testApp, type TestClient } from './testkit/app.ts';

/** A write that counts how often it was done, and fails when it is told to. */
const counting = endpoint({
  method: 'POST',
  path: '/counting',
  summary: 'Count',
  right: 'canMakeChanges',
  moves: 'nothing',
  response: nothing,
});
let done = 0;
let isFailing = false;

let app: TestApp;
let admin: TestClient;
let secret: string;
let siteId: string;
beforeAll(async () => {
  app = await testApp({
    extend: (mount) =>
      mount(counting, async () => {
        done += 1;
        if (isFailing) throw invalid('Not today');
        return {};
      }),
  });
  admin = await app.signIn('admin');
  siteId = (await admin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  secret = await make();
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  done = 0;
  isFailing = false;
});

const make = async (permissions: number = rolePreset['Read & Write']): Promise<string> => {
  const made = await admin.call(apiTokens.create, { body: { name: 'Script', permissions, expiresInDays: 300 } });
  return made.body.secret;
};

interface Sending {
  headers?: Record<string, string>;
  body?: unknown;
  bearer?: string | undefined;
}
const send = async (method: AnyEndpoint['method'], path: string, { headers, body, bearer = secret }: Sending = {}) => {
  const answer = await app.app.inject({
    method,
    url: `${publicBase}${path}`,
    headers: {
      ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? undefined : answer.json() };
};
const newGroup = (title: string, headers: Record<string, string> = {}) =>
  send('POST', groups.create.path, { body: { title }, headers });

describe('the public API', () => {
  it('answers with the data that the console shows', async () => {
    const { status, body } = await send('GET', hosts.list.path);
    expect(status).toBe(200);
    expect(body).toEqual((await admin.call(hosts.list)).body);
  });

  it('takes no session: neither a cookie alone nor one beside a token says anything', async () => {
    const cookie = `sid=${admin.cookie}`;
    expect(await send('GET', hosts.list.path, { bearer: '', headers: { cookie } })).toMatchObject({ status: 401 });
    const readOnly = await make(rolePreset['Read-Only']);
    const written = { bearer: readOnly, headers: { cookie, 'x-csrf-token': admin.csrf }, body: { title: 'By cookie' } };
    expect(await send('POST', groups.create.path, written)).toMatchObject({ status: 403 });
  });

  it('takes no token from the address', async () => {
    expect(await send('GET', `${hosts.list.path}?accessToken=${secret}`)).toMatchObject({ status: 401 });
  });

  it('serves what a token may do, and none of what belongs to people and their screens', async () => {
    const hidden = allEndpoints.filter((each) => !isPublic(each));
    expect(hidden.length).toBeGreaterThan(50);
    for (const each of hidden) {
      app.clock.now = new Date(app.clock.now.getTime() + 1_000);
      const path = each.path.replaceAll(/:\w+/g, siteId);
      expect([each.path, (await send(each.method, path)).status]).toEqual([each.path, 404]);
    }
    expect(Object.values(publicApi).flatMap((family) => Object.values(family)).length).toBeGreaterThan(100);
  });
});

describe('an error of the public API', () => {
  it('is a problem document with status, reason and the number of the request', async () => {
    const { status, headers, body } = await send('POST', groups.create.path, { body: { title: 7 } });
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'The body does not fit',
      instance: expect.stringMatching(/^urn:patchkeep:request:\w+-\d+$/),
      info: { at: 'title', problem: expect.any(String) },
    });
  });

  it('names a numbered error by its code and its type', async () => {
    const { body } = await send('GET', `/group/${siteId}`);
    expect(body).toMatchObject({ type: 'urn:patchkeep:problem:not-found', status: 404, code: 404 });
    expect((await send('GET', '/nothing-here')).body).toMatchObject({ status: 404, code: 404 });
    expect((await send('GET', hosts.list.path, { bearer: 'vpt_x' })).body).toMatchObject({ status: 401 });
  });

  it('leaves the form of the console as it is', async () => {
    const { headers } = await app.app.inject({ method: 'GET', url: `${uiBase}${hosts.list.path}` });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('an Idempotency-Key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  it('makes a write happen once: the second is answered as the first was', async () => {
    const first = await newGroup('Once', key('a'));
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    const second = await newGroup('Once', key('a'));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    // The same title a second time is refused.
    expect((await newGroup('Once', key('b'))).status).toBe(400);
  });

  it('holds for calls at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send('POST', counting.path, { headers: key('at-once') })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(done).toBe(1);
  });

  it('belongs to one call: another one with the same key is refused', async () => {
    expect((await newGroup('This', key('c'))).status).toBe(200);
    const { status, body } = await newGroup('That', key('c'));
    expect([status, body.detail]).toEqual([422, 'This Idempotency-Key was used for another call']);
  });

  it('belongs to one token', async () => {
    const other = await make();
    await send('POST', counting.path, { headers: key('d') });
    await send('POST', counting.path, { headers: key('d'), bearer: other });
    expect(done).toBe(2);
  });

  it('is free again when the call was refused, and after a day', async () => {
    isFailing = true;
    expect((await send('POST', counting.path, { headers: key('e') })).status).toBe(400);
    isFailing = false;
    expect((await send('POST', counting.path, { headers: key('e') })).status).toBe(200);
    app.clock.now = new Date(app.clock.now.getTime() + 86_400_000 + 1);
    expect((await send('POST', counting.path, { headers: key('e') })).headers['idempotency-replayed']).toBeUndefined();
    expect(done).toBe(3);
  });

  it('is refused when it is empty or too long', async () => {
    for (const bad of ['x'.repeat(256), 'two words'])
      expect((await send('POST', counting.path, { headers: key(bad) })).status).toBe(400);
    expect(done).toBe(0);
  });

  it('is forgotten by the sweep after a day', async () => {
    const count = async () => {
      const { rows } = await app.database
        .pool('postgres')
        .query('select count(*)::int as n from idempotent_calls where customer_id = $1', [admin.customerId]);
      return rows[0].n as number;
    };
    await send('POST', counting.path, { headers: key('f') });
    expect(await count()).toBeGreaterThan(0);
    const clock = () => new Date(app.clock.now.getTime() + 2 * 86_400_000);
    await sweepSessions.run({}, { pool: app.database.pool('patchkeep_worker'), clock } as never);
    expect(await count()).toBe(0);
  });
});

describe('an ETag', () => {
  it('is the serial number where there is one, and If-Match asks for it', async () => {
    const { body: made } = await newGroup('Named by its state');
    const path = `/group/${made.uuid}`;
    const { headers, body } = await send('GET', path);
    expect(headers.etag).toBe(`"${body.serialNumber}"`);
    const rename = (title: string) =>
      send('PATCH', path, { body: { title }, headers: { 'if-match': String(headers.etag) } });
    expect((await rename('Renamed')).status).toBe(200);
    expect(await rename('Renamed again')).toMatchObject({ status: 412, body: { status: 412 } });
    expect((await send('GET', path)).body.title).toBe('Renamed');
  });

  it('saves reading the same answer twice', async () => {
    const { headers } = await send('GET', groups.list.path);
    const again = { headers: { 'if-none-match': `"x", W/${headers.etag}` } };
    expect(await send('GET', groups.list.path, again)).toMatchObject({ status: 304, body: undefined });
    await newGroup('One more');
    expect((await send('GET', groups.list.path, again)).status).toBe(200);
  });

  it('is refused where it could not be kept', async () => {
    const { status, body } = await newGroup('Without a state', { 'if-match': '"1"' });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/^If-Match takes the ETag of one thing/)]);
  });
});

describe('the document of the public API', () => {
  it('is served to anybody, and is the one that is checked in', async () => {
    const { body, headers } = await app.app.inject({ method: 'GET', url: `${publicBase}/openapi.json` });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toBe(writeOpenApi(publicOpenApi(publicApi)));
    expect(body).toBe(readFileSync(new URL('../../../docs/api/public.openapi.json', import.meta.url), 'utf8'));
  });

  it('has a page for people, with every call, and no script', async () => {
    const read = async (path: string) => app.app.inject({ method: 'GET', url: `${publicBase}/docs${path}` });
    const index = await read('');
    expect([index.statusCode, index.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(index.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    for (const [family, endpoints] of Object.entries(publicApi)) {
      const { statusCode, body } = await read(`/${family}`);
      expect(statusCode).toBe(200);
      expect(body).not.toContain('<script');
      for (const { method, path } of Object.values(endpoints)) {
        const shown = `${publicBase}${path.replaceAll(/:(\w+)/g, '{$1}')}`;
        expect(body).toContain(`>${method}</span> <code>${shown}</code>`);
      }
      expect(index.body).toContain(`href="${publicBase}/docs/${family}"`);
    }
    expect((await read('/nothing')).statusCode).toBe(404);
  });
});
