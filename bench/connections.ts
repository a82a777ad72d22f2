import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importIdentity } from '@patchkeep/agent-client/identity';
import { signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import type { SimulatedHost } from '../apps/simulator/src/host.ts';
import { transportTo } from '../apps/simulator/src/transport.ts';
import { recordFigure } from '../tools/figures/figures.ts';
import { raiseFleet } from './support/fleet.ts';
import { startPlatform } from './support/platform.ts';

/**
 * `npm run proofs -- connections`: measures the server's memory per connection that a host holds. Each host has
 * checked in before, so the figure contains the connection alone.
 */
const { values } = parseArgs({ options: { hosts: { type: 'string', default: '8000' } } });
const hosts = Number(values.hosts);

/** What a process keeps resident, in bytes. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

const atOnce = 100;

/** Opens the connection of one host and waits for its first line. */
const hold = (address: string, host: SimulatedHost): Promise<http.ClientRequest> => {
  const { key, keyId } = host.save();
  const { path, headers, body } = signedCall(
    importIdentity(key),
    keyId,
    agentApi.wake,
    { inspectedRevision: 1 },
    new Date(),
  );
  return new Promise((resolve, reject) => {
    const call = http.request(
      new URL(path, address),
      { method: 'POST', agent: false, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`Refused with ${answer.statusCode}`));
        answer.once('data', () => resolve(call));
        answer.on('error', () => undefined);
      },
    );
    call.once('error', reject);
    call.end(body);
  });
};

const platform = await startPlatform();
const { send, close } = transportTo(platform.address, atOnce);
const fleet = await raiseFleet({ platform, send, hosts, inventories: 10, applications: 20, isInspected: true });
const each = async (act: (host: SimulatedHost) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < hosts; at += atOnce) await Promise.all(fleet.slice(at, at + atOnce).map(act));
};
for (let i = 0; i < 2; i++) await each((host) => host.checkIn());
close();
await pause(3_000);
const before = memoryOf(platform.pid);
const open: http.ClientRequest[] = [];
await each(async (host) => open.push(await hold(platform.address, host)));
await pause(3_000);
const bytesEach = (memoryOf(platform.pid) - before) / hosts;
console.log(`${hosts} held connections: ${(bytesEach / 1_024).toFixed(1)} KB of the server's memory each`);
recordFigure({
  id: 'connections',
  what: 'memory of the server for each host that holds a connection',
  value: bytesEach / 1_024,
  unit: 'KB',
  goal: 32,
  goalIs: 'at most',
  command: 'npm run proofs -- connections',
  detail: `${hosts} connections`,
});
for (const call of open) call.on('error', () => undefined).destroy();
await platform.stop();
process.exit(0);
