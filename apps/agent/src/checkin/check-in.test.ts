import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inventory } from '../capabilities/inventory/inventory.ts';
import { work } from '../capabilities/work/work.ts';
import { journalClock } from '../journal-clock.ts';
import { Journal } from '../journal/journal.ts';
import { nobodyThere } from '../os/nobody-there.factory.ts';
import type { Os } from '../os/os.ts';
import { caller } from './caller.ts';
import { checkIn } from './check-in.ts';
import { transport } from './transport.ts';

const copy = (version: string): SoftwareCopy => ({
  name: 'App',
  publisher: '',
  version,
  scope: 'machine',
  source: 'dpkg',
});

/** A host whose software the test sets, and who counts how often it was looked at. */
const host = { software: [copy('1')], users: ['ana'], looks: 0 };
const os: Os = {
  readFacts: async () => ({
    hostName: 'h',
    os: { family: 'linux', name: 'Debian', version: '12', architecture: 'x64' },
    freeDiskBytes: 5e9,
    users: host.users,
    timeZone: 'UTC',
  }),
  listSoftware: async () => {
    host.looks += 1;
    return host.software;
  },
  readHardwareId: async () => undefined,
  readInstallation: async () => undefined,
  runInstaller: async () => undefined,
  restart: async () => 1,
  claimDirectory: async () => undefined,
  desktop: nobodyThere,
};

type Sent = { path: string; body: Record<string, unknown> };
const says = { inspectRevision: 0, isInventoryWanted: false, uploadStatus: 200, schedule: {} };
let sent: Sent[];
let marks: number;
let server: http.Server;
let directory: string;
let journal: Journal;

const answerTo = ({ path, body }: Sent): [number, object] => {
  const standing = { serverTime: new Date().toISOString(), nextInSeconds: 300, lineage: `mark ${(marks += 1)}` };
  if (path.endsWith('/check-in')) {
    const { inspectRevision, isInventoryWanted, schedule } = says;
    return [200, { ...standing, inspectRevision, isInventoryWanted, scheduleRevision: 0, ...schedule }];
  }
  if (says.uploadStatus === 200) return [200, { ...standing, nextInSeconds: 77, storedHash: body['hash'] }];
  return [says.uploadStatus, { message: 'No' }];
};

beforeEach(async () => {
  Object.assign(says, { inspectRevision: 0, isInventoryWanted: false, uploadStatus: 200, schedule: {} });
  Object.assign(host, { software: [copy('1')], users: ['ana'], looks: 0 });
  sent = [];
  marks = 0;
  directory = mkdtempSync(join(tmpdir(), 'patchkeep-checkin-'));
  journal = Journal.open(directory);
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      const one = { path: request.url ?? '', body: JSON.parse(text) as Record<string, unknown> };
      sent.push(one);
      const [status, body] = answerTo(one);
      response.writeHead(status).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  journal.close();
  rmSync(directory, { recursive: true });
});

/** An agent as after a start of the process: all it knows is in the journal. */
const startAgent = () => {
  const send = transport(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const calls = caller({ identity: makeIdentity(), keyId: 'k', send, clock: journalClock(journal) });
  const parts = { os, journal, caller: calls };
  const policy = { refusedKinds: [], refusedChannels: [] };
  return { ...parts, inventory: inventory(parts), work: work({ ...parts, directory, policy }) };
};
const exchange = (agent: ReturnType<typeof startAgent>) => checkIn(agent, new AbortController().signal);
const paths = () => sent.map(({ path }) => path.split('/').at(-1));

describe('a check-in', () => {
  it('that asks for nothing is one call with what the agent knows, and its time is obeyed', async () => {
    expect(await exchange(startAgent())).toBe(300);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ lineage: '', inventoryHash: null, inspectedRevision: 0 });
    expect(host.looks).toBe(0);
    expect(journal.state.lineage).toBe('mark 1');
  });

  it('with a newer request inspects and uploads, once', async () => {
    says.inspectRevision = 1;
    const agent = startAgent();
    expect(await exchange(agent)).toBe(77);
    await exchange(agent);
    await exchange(startAgent());
    expect(paths()).toEqual(['check-in', 'inventory', 'check-in', 'check-in']);
    expect(host.looks).toBe(1);
    expect(sent[1]?.body).toMatchObject({ lineage: 'mark 1', inspectedRevision: 1, software: [{ version: '1' }] });
    expect(sent[3]?.body).toMatchObject({ inspectedRevision: 1, inventoryHash: sent[1]?.body['hash'] });
  });

  it('whose upload failed owes it, also after a restart', async () => {
    says.inspectRevision = 1;
    says.uploadStatus = 500;
    await expect(exchange(startAgent())).rejects.toThrow('No');
    says.uploadStatus = 200;
    await exchange(startAgent());
    expect(paths()).toEqual(['check-in', 'inventory', 'check-in', 'inventory']);
    expect(sent[3]?.body).toMatchObject({ inspectedRevision: 1 });
  });

  it('of a disabled host goes on at its usual pace', async () => {
    says.inspectRevision = 1;
    says.uploadStatus = 403;
    expect(await exchange(startAgent())).toBe(300);
  });

  it('sends what a scheduled inspection found only when the server or the facts want it', async () => {
    says.inspectRevision = 1;
    const agent = startAgent();
    await exchange(agent);
    const yesterday = new Date(Date.now() - 86_400_000 * 1.5).toISOString();
    const overdue = () => {
      const { hash = '', count = 0 } = journal.state.inspected ?? {};
      journal.append({ kind: 'inspected', at: yesterday, hash, count, revision: 1 });
    };
    overdue();
    expect(await agent.inventory.inspectIfDue()).toBe(true);
    expect(await agent.inventory.inspectIfDue()).toBe(false);
    await exchange(agent);
    expect(paths()).toEqual(['check-in', 'inventory', 'check-in']);

    host.users = ['ana', 'jonas'];
    overdue();
    await agent.inventory.inspectIfDue();
    await exchange(agent);
    expect(paths().slice(3)).toEqual(['check-in', 'inventory']);

    host.software = [copy('2')];
    overdue();
    await agent.inventory.inspectIfDue();
    says.isInventoryWanted = true;
    const { looks } = host;
    await exchange(agent);
    expect(sent.at(-1)?.body).toMatchObject({ software: [{ version: '2' }] });
    // What was held ready is sent; the host is not looked at twice.
    expect(host.looks).toBe(looks);
  });

  it('keeps the schedule it is given', async () => {
    const schedule = { daysOfWeek: 62, hour: 6, minute: 30 };
    says.schedule = { scheduleRevision: 4, schedule };
    await exchange(startAgent());
    expect(journal.state).toMatchObject({ scheduleRevision: 4, schedule });
    await exchange(startAgent());
    expect(sent[1]?.body).toMatchObject({ scheduleRevision: 4 });
  });
});
