import { makeIdentity } from '@patchkeep/agent-client/identity';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { newcomerKeyId, type SignedCall, signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { uiBase } from '@patchkeep/contract/endpoint';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startNats } from '../../../tools/services/nats.ts';
import { copy, facts } from './testkit/agent.ts';
import { hello, instance, login, newInstall } from './testkit/installed.ts';
import { holdOpen } from './testkit/shipped-agent.ts';

let install: Awaited<ReturnType<typeof newInstall>>;
let nats: Awaited<ReturnType<typeof startNats>>;
beforeAll(async () => {
  install = await newInstall();
  await install.setup();
  nats = await startNats();
});
afterAll(async () => {
  await nats?.stop();
  await install.remove();
});

const hostCount = 20;
type Line = { isCheckInWanted: boolean; againWithinSeconds: number };

const signedIn = async (url: string) => {
  const { cookie } = await login(url);
  const { csrf } = await hello(url, cookie);
  return async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}${uiBase}${path}?instanceId=${instance}`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
};

const send = async (url: string, { path, headers, body }: SignedCall): Promise<Record<string, string>> => {
  const answer = await fetch(url + path, { method: 'POST', headers, body: new Uint8Array(body) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, string>;
};

/** A host that has enrolled and done its first inspection. */
const enrol = async (url: string, token: string) => {
  const identity = makeIdentity();
  const ours = facts();
  const newcomer = { token, publicKey: identity.publicKey, hardwareId: crypto.randomUUID(), facts: ours };
  const enrolled = await send(url, signedCall(identity, newcomerKeyId, agentApi.enrol, newcomer, new Date()));
  const { keyId = '', agentUuid = '', lineage = '' } = enrolled;
  const software = [copy('Anything', '1')];
  const takenAt = new Date().toISOString();
  const found = { lineage, hash: inventoryHash(software), takenAt, inspectedRevision: 1, facts: ours, software };
  await send(url, signedCall(identity, keyId, agentApi.inventory, found, new Date()));
  return { identity, keyId, agentUuid };
};
type Host = Awaited<ReturnType<typeof enrol>>;

/** A connection as the agent holds it, and what it was told on it. */
const hold = ({ identity, keyId }: Host, url: string, signal: AbortSignal) => {
  const lines: Line[] = [];
  const call = signedCall(identity, keyId, agentApi.wake, { inspectedRevision: 1 }, new Date());
  const ended = holdOpen(new URL(url))(call, (line) => void lines.push(JSON.parse(line) as Line), signal).then(
    (status) => `ended with ${status}`,
    (error: Error) => `cut: ${error.message}`,
  );
  return { lines, ended };
};

// Starts two servers as processes of their own.
it('ends the connections that hosts hold, cuts none, and another process tells each what came meanwhile', async () => {
  const [leaving, staying] = await Promise.all(
    [1, 2].map(() => install.start({ PATCHKEEP_NATS_URL: nats.url, PATCHKEEP_ROLE: 'api' })),
  );
  if (!leaving || !staying) throw new Error('two were started');
  const post = await signedIn(staying.url);
  const { secret } = await post(configuration.createInstallToken.path, { name: 'Held', useCap: hostCount });
  const all: Host[] = [];
  for (let i = 0; i < hostCount; i += 1) all.push(await enrol(leaving.url, String(secret)));

  const leave = new AbortController();
  const connections = all.map((host) => hold(host, leaving.url, leave.signal));
  await expect
    .poll(() => connections.filter(({ lines }) => lines.length > 0).length, { timeout: 90_000 })
    .toBe(hostCount);
  expect(connections.flatMap(({ lines }) => lines.filter(({ isCheckInWanted }) => isCheckInWanted))).toEqual([]);

  const stoppedAt = Date.now();
  leaving.child.kill('SIGTERM');
  expect(new Set(await Promise.all(connections.map(({ ended }) => ended)))).toEqual(new Set(['ended with 200']));
  // While no host holds a connection anywhere, somebody wants all of them.
  await post(hosts.inspect.path, { hosts: all.map(({ agentUuid }) => agentUuid) });
  const again = all.map((host) => hold(host, staying.url, leave.signal));
  await expect
    .poll(() => again.filter(({ lines }) => lines.some((line) => line.isCheckInWanted)).length, { timeout: 90_000 })
    .toBe(hostCount);

  expect((await leaving.ended)[0]).toBe(0);
  expect(Date.now() - stoppedAt).toBeLessThan(40_000);
  expect(leaving.lines.join('')).not.toContain('connections were cut');
  leave.abort();
  staying.child.kill('SIGTERM');
  expect((await staying.ended)[0]).toBe(0);
});
