import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { resourceCalls } from '@patchkeep/contract/resources';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bucketSettings, type MemoryBucket, startMemoryBucket } from '../../../tools/services/bucket.ts';
import { freePort } from '../../../tools/services/free-port.ts';
import { assignFiles } from './modules/hosts/agents/agent-files.repository.ts';
import { sweepFiles } from './modules/patching/public.ts';
import { readSettings } from './platform/config/config.ts';
import { fileSettings } from './platform/config/file-settings.ts';
import { withTenant } from './platform/db/tenant.ts';
import { FilesUnavailable } from './platform/files/files-unavailable.ts';
import { openFiles } from './platform/files/files.ts';
import { TestAgent } from './testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from './testkit/app.ts';
import { jobTools } from './testkit/jobs.ts';

const names = Object.keys(fileSettings) as (keyof typeof fileSettings)[];
const opened = (settings: Record<string, string>) => openFiles(readSettings(names, settings))!;
const once = async function* (bytes: Buffer) {
  yield bytes;
};
const content = Buffer.from('MZ of an installer');
const nowhere = '0'.repeat(64);

let bucket: MemoryBucket;
beforeAll(async () => {
  bucket = await startMemoryBucket();
});
afterEach(() => {
  bucket.before = undefined;
});
afterAll(() => bucket.stop());

const answering =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): boolean => {
    response.writeHead(status, headers).end(text);
    return true;
  };
const failureOf = async (work: Promise<unknown>): Promise<FilesUnavailable> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FilesUnavailable);
  return error as FilesUnavailable;
};

describe('a bucket that fails', () => {
  it.each([
    ['nothing listens', 'nothing listens at the address of the bucket', {}, undefined],
    ['another key', 'the access key is not known there (PATCHKEEP_S3_ACCESS_KEY)', { ACCESS_KEY: 'other' }, undefined],
    ['another bucket', 'there is no bucket of this name', { BUCKET: 'others' }, undefined],
    [
      'nothing but errors',
      'it answered 500 (InternalError)',
      {},
      answering(500, '<Error><Code>InternalError</Code></Error>'),
    ],
    ['no answer', 'it does not answer in time', {}, () => true],
    ['a cut connection', 'it cut the connection', {}, (request: IncomingMessage) => Boolean(request.socket.destroy())],
  ])('says what is wrong, and nothing of its keys: %s', async (what, why, given, before) => {
    const base = what === 'nothing listens' ? bucketSettings(`http://127.0.0.1:${await freePort()}`) : bucket.settings;
    const more = Object.fromEntries(Object.entries(given).map(([name, value]) => [`PATCHKEEP_S3_${name}`, value]));
    const settings = { ...base, ...more };
    bucket.before = before;
    const store = opened(settings);
    expect(await store.trouble()).toBe(why);
    if (what === 'no answer') return;
    const failure = await failureOf(store.put(once(content)));
    expect(failure).toMatchObject({ status: 503, retryAfterSeconds: 30, why });
    expect(inspect(failure, { depth: 9 })).not.toMatch(/only ever used|127\.0\.0\.1/);
  });

  it('is tried again, three times at most', async () => {
    let failed = 0;
    bucket.before = (request, response) => (failed++ < 2 ? answering(500)(request, response) : false);
    const store = opened(bucket.settings);
    const sha256 = await store.put(once(content));
    expect((await store.read(sha256, 0, 100))?.bytes.equals(content)).toBe(true);
    failed = -1_000;
    bucket.calls.length = 0;
    bucket.before = answering(500);
    await failureOf(store.read(sha256, 0, 100));
    expect(bucket.calls).toHaveLength(3);
  });

  it.each([
    ['the whole file', answering(200, 'x'.repeat(100))],
    ['too little', answering(206, 'x', { 'content-range': 'bytes 0-9/100' })],
    ['too much', answering(206, 'x'.repeat(100), { 'content-range': 'bytes 0-9/100' })],
  ])('is not believed when it sends something else than the part: %s', async (_, before) => {
    bucket.before = before;
    const { why } = await failureOf(opened(bucket.settings).read(nowhere, 0, 10));
    expect(why).toBe('it sent something else than the part of the file');
  });

  it('is asked by nothing but our own settings', async () => {
    const hostile = {
      AWS_ACCESS_KEY_ID: 'other',
      AWS_SECRET_ACCESS_KEY: 'other',
      AWS_SESSION_TOKEN: 'other',
      AWS_REGION: 'other',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9',
      AWS_PROFILE: 'other',
      AWS_MAX_ATTEMPTS: '9',
    };
    const before = { ...process.env };
    Object.assign(process.env, hostile);
    try {
      let headers: IncomingMessage['headers'] = {};
      bucket.before = (request) => {
        ({ headers } = request);
        return false;
      };
      expect(await opened(bucket.settings).trouble()).toBeUndefined();
      expect(headers.authorization).toContain('Credential=tester/');
      expect(headers.authorization).toContain('/us-east-1/s3/');
      expect(headers['x-amz-security-token']).toBeUndefined();
    } finally {
      for (const name of Object.keys(hostile)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });
});

describe('a server whose bucket is away', () => {
  let app: TestApp;
  let manager: TestClient;
  let agent: TestAgent;
  let sha256: string;
  let quarantine: string;
  const upload = () =>
    manager.call(resourceCalls['custom-settings'].create, { query: { filename: 'a.exe' }, body: content } as never, {
      'content-type': 'application/octet-stream',
    });
  const fetched = async () => {
    const { method, path, headers, body } = agent.sign(agentApi.file, { sha256, offset: 0 });
    const answer = await app.app.inject({ method, url: path, headers, payload: body });
    return { status: answer.statusCode, body: answer.json() as unknown, headers: answer.headers };
  };
  beforeAll(async () => {
    quarantine = mkdtempSync(join(tmpdir(), 'patchkeep-quarantine-'));
    app = await testApp({ env: { ...bucket.settings, PATCHKEEP_QUARANTINE_DIR: quarantine } });
    manager = await app.signIn('manager');
    const made = await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 1 } });
    agent = new TestAgent(app);
    await agent.enrol(made.body.secret);
    sha256 = await opened(bucket.settings).put(once(content));
    const [customerId = '', siteId = '', hostId = ''] = agent.keyId.split('/');
    await withTenant(app.database.pool('patchkeep_api'), { customerId, siteIds: [siteId], actorId: null }, (tx) =>
      assignFiles(tx, customerId, [{ siteId, hostId, sha256 }], app.clock.now),
    );
  });
  afterAll(async () => {
    await app?.close();
    rmSync(quarantine, { recursive: true, force: true });
  });

  it('tells callers to come back, and goes on by itself when it is there again', async () => {
    expect((await fetched()).status).toBe(200);
    bucket.before = answering(403, '<Error><Code>AccessDenied</Code></Error>');
    const message = 'The server does not reach its store of files. Try again in a minute.';
    const answer = await fetched();
    expect(answer).toMatchObject({ status: 503, body: { message } });
    expect(Number(answer.headers['retry-after'])).toBe(30);
    // It goes into the quarantine first, and is examined when the bucket is there.
    expect((await upload()).status).toBe(200);
    const ready = await app.app.inject('/readyz');
    expect({ code: ready.statusCode, body: ready.json() as unknown }).toEqual({
      code: 200,
      body: { status: 'degraded', missing: ['files'] },
    });
    // The queue runs a job again that failed.
    const sweep = sweepFiles(opened(bucket.settings));
    await expect(sweep.run({}, jobTools(app))).rejects.toThrow('does not reach its store of files');
    bucket.before = undefined;
    expect((await fetched()).status).toBe(200);
    expect((await upload()).status).toBe(200);
    await sweep.run({}, jobTools(app));
  });
});
