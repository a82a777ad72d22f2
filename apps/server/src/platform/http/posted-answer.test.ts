import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleFiles } from './console-files.ts';

const page = '<html><head><script src="/x.js"></script></head><body></body></html>';
const path = '/login/sso/01890000-0000-7000-8000-000000000000';
let folder: string;
let app: FastifyInstance;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-console-'));
  for (const name of ['index.html', 'login.html']) writeFileSync(join(folder, name), page);
  app = fastify();
  consoleFiles(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const post = (fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type, origin: 'https://login.contoso.example', 'sec-fetch-site': 'cross-site' },
    payload: new URLSearchParams(fields).toString(),
  });

describe('a form that an identity provider has a browser post', () => {
  it('comes back in a page of ours, under its policy and kept nowhere', async () => {
    const { statusCode, body, headers } = await post({ SAMLResponse: 'PHg+\r\nPC94Pg==', RelayState: 'a-b_c' });
    expect(statusCode).toBe(200);
    expect(body).toContain('<meta name="SAMLResponse" content="PHg+PC94Pg=="><meta name="RelayState" content="a-b_c">');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(String(headers['content-security-policy'])).toContain("require-trusted-types-for 'script'");
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('adds nothing to the page that is not an answer', async () => {
    const { body: plain } = await app.inject({ method: 'GET', url: path });
    const withoutNonce = (html: string) => html.replace(/nonce="[^"]*"/, '');
    const others = [
      {},
      { SAMLResponse: 'PHg+' },
      { RelayState: 'x' },
      { SAMLResponse: '"><script>alert(1)</script>', RelayState: 'x' },
      { SAMLResponse: 'PHg+', RelayState: '"><script>alert(1)</script>' },
      { SAMLResponse: 'PHg+', RelayState: 'x'.repeat(201) },
    ];
    for (const fields of others) {
      const { statusCode, body } = await post(fields as Record<string, string>);
      expect([statusCode, withoutNonce(body)]).toEqual([200, withoutNonce(plain)]);
    }
  });

  it('is taken as a form only, up to 256 KB, and at this address only', async () => {
    expect((await post({ SAMLResponse: 'PHg+', RelayState: 'x' }, 'application/json')).statusCode).toBe(415);
    expect((await post({ SAMLResponse: 'A'.repeat(270_000), RelayState: 'x' })).statusCode).toBe(413);
    expect((await app.inject({ method: 'POST', url: '/login', payload: {} })).statusCode).toBe(404);
  });
});
