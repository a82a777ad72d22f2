import type { SignedCall } from '@patchkeep/agent-client/signed-call';
import { configuration } from '@patchkeep/contract/configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';

let app: TestApp;
let address: string;
let agent: TestAgent;
beforeAll(async () => {
  app = await testApp();
  address = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const manager = await app.signIn('manager');
  const token = await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } });
  agent = new TestAgent(app);
  await agent.enrol(token.body.secret);
});
afterAll(() => app.close());

/** Headers that say how the answer travelled, not what it is. */
const ofTheWay = new Set(['date', 'connection', 'keep-alive', 'content-length']);
const comparable = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !ofTheWay.has(name)).toSorted());

const byFastPath = async ({ method, path, headers, body }: SignedCall) => {
  const answer = await fetch(address + path, { method, headers, body: new Uint8Array(body) });
  return {
    status: answer.status,
    body: (await answer.json()) as { lineage: string },
    headers: comparable(answer.headers),
  };
};
const byFramework = async ({ method, path, headers, body }: SignedCall) => {
  const answer = await app.app.inject({ method, url: path, headers, payload: body });
  return { status: answer.statusCode, body: answer.json(), headers: comparable(Object.entries(answer.headers)) };
};

describe('the fast path', () => {
  it('answers a check-in as the framework does', async () => {
    const slow = await byFramework(agent.checkInCall());
    agent.lineage = slow.body.lineage;
    const fast = await byFastPath(agent.checkInCall());
    agent.lineage = fast.body.lineage;
    expect({ ...fast, body: { ...fast.body, lineage: '' } }).toEqual({
      ...slow,
      body: { ...slow.body, lineage: '' },
    });
    expect(fast.status).toBe(200);
  });

  it.each([
    ['an unsigned call', (call: SignedCall) => ({ ...call, headers: { 'content-type': 'application/json' } })],
    ['a changed body', (call: SignedCall) => ({ ...call, body: Buffer.concat([call.body, Buffer.from(' ')]) })],
    ['a body that is no JSON', (call: SignedCall) => ({ ...call, body: Buffer.from('{') })],
    ['a body too large', (call: SignedCall) => ({ ...call, body: Buffer.alloc(20_000, 32) })],
    ['an empty body', (call: SignedCall) => ({ ...call, body: Buffer.alloc(0) })],
    ['another type', (call: SignedCall) => ({ ...call, headers: { ...call.headers, 'content-type': 'text/plain' } })],
  ])('refuses %s as the framework does', async (_, change) => {
    const call = change(agent.checkInCall());
    const fast = await byFastPath(call);
    expect(fast.status).toBeGreaterThanOrEqual(400);
    expect(fast).toEqual(await byFramework(call));
  });
});
