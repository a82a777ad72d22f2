import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';

let app: TestApp;
let manager: TestClient;
let secret: string;
beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_HELD_CONNECTIONS: '3' } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  manager = await app.signIn('manager');
  secret = (await manager.call(configuration.createInstallToken, { body: { name: 'w', useCap: 50 } })).body.secret;
});
afterAll(() => app.close());

/** A connection as an agent holds it: the lines that came, without the empty ones. */
const hold = async (agent: TestAgent, inspectedRevision = 1) => {
  const { path, headers, body } = agent.sign(agentApi.wake, { inspectedRevision });
  const { port } = app.app.server.address() as AddressInfo;
  const lines: { isCheckInWanted: boolean; againWithinSeconds: number }[] = [];
  let isEnded = false;
  const outgoing = http.request({ port, path, method: 'POST', headers: { ...headers, 'content-length': body.length } });
  outgoing.end(body);
  const status = await new Promise<number>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      incoming.setEncoding('utf8');
      incoming.on('data', (text: string) => {
        if (incoming.statusCode === 200)
          lines.push(
            ...text
              .split('\n')
              .filter(Boolean)
              .map((line) => JSON.parse(line)),
          );
      });
      incoming.once('close', () => (isEnded = true));
      resolve(incoming.statusCode ?? 0);
    });
  });
  return { status, lines, isEnded: () => isEnded, close: () => outgoing.destroy() };
};
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
};
const enrolled = async () => {
  const agent = new TestAgent(app);
  await agent.enrol(secret);
  await agent.upload();
  return agent;
};
const inspect = (...agents: TestAgent[]) =>
  manager.call(hosts.inspect, { body: { hosts: agents.map(({ agentUuid }) => agentUuid) } });

describe('a held connection', () => {
  it('calls a host the moment somebody wants it, once, and leaves the others asleep', async () => {
    const [called, asleep] = [await enrolled(), await enrolled()];
    const connections = [await hold(called), await hold(asleep)];
    await until(() => connections.every(({ lines }) => lines.length === 1));
    expect(connections.map(({ lines }) => lines[0]?.isCheckInWanted)).toEqual([false, false]);
    await inspect(called);
    await until(() => connections[0]?.lines.length === 2);
    expect(connections[0]?.lines[1]).toEqual({ isCheckInWanted: true, againWithinSeconds: 10 });
    // Another act of the same site concerns neither of them any more.
    const third = await enrolled();
    await inspect(third);
    const late = await hold(third);
    // With the first line, or with the next where word of the act came after the host did.
    await until(() => late.lines.some((each) => each.isCheckInWanted));
    expect(connections.map(({ lines }) => lines.length)).toEqual([2, 1]);
    for (const each of [...connections, late]) each.close();
  });

  it('is one for each host, bounded for all, and nothing for strangers', async () => {
    const agents = [await enrolled(), await enrolled(), await enrolled(), await enrolled()];
    const connections: Awaited<ReturnType<typeof hold>>[] = [];
    for (const agent of agents) connections.push(await hold(agent));
    expect(connections.map(({ status }) => status)).toEqual([200, 200, 200, 503]);
    const [first] = agents;
    const again = await hold(first ?? new TestAgent(app));
    expect(again.status).toBe(200);
    await until(() => connections[0]?.isEnded() === true);
    const stranger = new TestAgent(app);
    stranger.keyId = first?.keyId ?? '';
    expect((await hold(stranger)).status).toBe(401);
    for (const each of [...connections, again]) each.close();
  });
});
