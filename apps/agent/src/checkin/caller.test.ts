import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { caller } from './caller.ts';
import { type Cause, CallRefused } from './refusal.ts';
import { readServerUrl, transport } from './transport.ts';

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** Another company's server would be a fake; this is a real socket that says what the test wants. */
const listen = async (server: http.Server | https.Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  stops.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return (server.address() as AddressInfo).port;
};
const answering = (answers: (Answer | 'hang up')[]) => {
  const created: number[] = [];
  const handle: http.RequestListener = (request, response) => {
    created.push(Number(/created=(\d+)/.exec(String(request.headers['signature-input']))?.[1]));
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    request.resume();
    if (answer === 'hang up') {
      request.socket.destroy();
      return;
    }
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
    response.writeHead(answer.status, answer.headers).end(body);
  };
  return { handle, created };
};

const clockAt = (offset: number) => {
  const clock = { value: offset, offsetMs: () => clock.value, correct: (ms: number) => void (clock.value = ms) };
  return clock;
};
const body = {
  lineage: '',
  inventoryHash: null,
  inspectedRevision: 0,
  scheduleRevision: 0,
  bootTime: '2026-11-15T09:00:00.000Z',
};
const good = (at = Date.now()): Answer => ({
  status: 200,
  body: {
    serverTime: new Date(at).toISOString(),
    nextInSeconds: 300,
    lineage: '1.a.b',
    isInventoryWanted: false,
    inspectRevision: 0,
    scheduleRevision: 0,
    somethingNewer: true,
  },
});
const refusal = (status: number, more: object = {}): Answer => ({ status, body: { message: 'No', ...more } });

const callWith = async (answers: (Answer | 'hang up')[], clock = clockAt(0)) => {
  const { handle, created } = answering(answers);
  const port = await listen(http.createServer(handle));
  const { call } = caller({
    identity: makeIdentity(),
    keyId: 'k',
    send: transport(new URL(`http://127.0.0.1:${port}`)),
    clock,
  });
  return { answer: call(agentApi.checkIn, body), clock, created };
};
const reasonOf = async (answers: (Answer | 'hang up')[]): Promise<Cause> => {
  const { answer } = await callWith(answers);
  const error = await answer.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CallRefused);
  return (error as CallRefused).reason;
};

describe('a call', () => {
  it('brings the answer, without what this agent does not know yet', async () => {
    const { answer } = await callWith([good()]);
    expect(await answer).toMatchObject({ nextInSeconds: 300 });
    expect(await answer).not.toHaveProperty('somethingNewer');
  });

  it('refused for its time sets the clock by the refusal and is made again, once', async () => {
    const serverTime = Date.now() + 3 * 3_600_000;
    const late = refusal(401, { info: { serverTime: new Date(serverTime).toISOString() } });
    const { answer, clock, created } = await callWith([late, good(serverTime)]);
    await answer;
    expect(clock.value / 1_000).toBeCloseTo(3 * 3_600, -1);
    expect(created).toHaveLength(2);
    expect(created[1]! * 1_000).toBeGreaterThan(serverTime - 5_000);
    expect((await reasonOf([late])).kind).toBe('unwelcome');
  });

  it('learns from a good answer that its clock drifts', async () => {
    const { answer, clock } = await callWith([good(Date.now() - 120_000)]);
    await answer;
    expect(clock.value / 1_000).toBeCloseTo(-120, -1);
  });

  it.each<[string, Answer | 'hang up', Cause]>([
    ['quarantined', refusal(403), { kind: 'unwelcome' }],
    ['unknown', refusal(401, { info: { serverTime: new Date().toISOString() } }), { kind: 'unwelcome' }],
    ['busy', { ...refusal(503), headers: { 'retry-after': '42' } }, { kind: 'busy', retryAfterSeconds: 42 }],
    ['too many', refusal(429), { kind: 'busy', retryAfterSeconds: 30 }],
    ['broken', refusal(500), { kind: 'failed' }],
    ["a proxy's 403", { status: 403, body: '<html>' }, { kind: 'failed' }],
    ["a hotel's login page", { status: 200, body: '<html>' }, { kind: 'failed' }],
    ['a redirect', { status: 302, headers: { location: 'https://example.org' } }, { kind: 'failed' }],
    ['endless', { status: 200, body: 'x'.repeat(400_000) }, { kind: 'failed' }],
    ['hung up', 'hang up', { kind: 'failed' }],
  ])('%s', async (_, answer, cause) => expect(await reasonOf([answer])).toEqual(cause));
});

describe('the way to the server', () => {
  it('is TLS, but to this machine itself', () => {
    expect(readServerUrl('https://patch.example').href).toBe('https://patch.example/');
    expect(readServerUrl('http://localhost:3000').port).toBe('3000');
    for (const wrong of ['http://patch.example', 'http://127.0.0.1.example', 'ftp://x', 'patch.example', ''])
      expect(() => readServerUrl(wrong)).toThrow(/address/);
  });

  it("checks the server's certificate; an authority of the company's own can be named", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchkeep-tls-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', '-days', '2', ...made, ...names], { stdio: 'ignore' });
    const { handle } = answering([good()]);
    const port = await listen(https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, handle));
    const url = new URL(`https://localhost:${port}`);
    const callOver = (authority?: string) =>
      caller({ identity: makeIdentity(), keyId: 'k', send: transport(url, authority), clock: clockAt(0) }).call(
        agentApi.checkIn,
        body,
      );
    await expect(callOver()).rejects.toThrow(/self-signed/);
    expect(await callOver(readFileSync(cert, 'utf8'))).toMatchObject({ nextInSeconds: 300 });
  });
});
