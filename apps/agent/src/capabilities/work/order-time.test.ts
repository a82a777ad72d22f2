import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import { makeDeliveries } from '@patchkeep/orders/attacks.factory';
import { type Order, signStatement } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller } from '../../checkin/caller.ts';
import { transport } from '../../checkin/transport.ts';
import { journalClock } from '../../journal-clock.ts';
import { Journal } from '../../journal/journal.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Os } from '../../os/os.ts';
import { work } from './work.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const trueNow = Date.now();
const file = randomBytes(2_000);
const given = makeDeliveries(trueNow, {
  kind: 'exe',
  sha256: createHash('sha256').update(file).digest('hex'),
  bytes: file.length,
});

/** The far end: its honest clock is `time`, which it tells without a signature. */
const far = { time: trueNow, deliveries: [] as object[], results: [] as WorkResult[] };
const host = { ran: 0, restarts: 0 };
const os = {
  desktop: { ...nobodyThere, ask: async () => 'nobody' },
  runInstaller: async () => {
    host.ran += 1;
    return 0;
  },
  restart: async () => {
    host.restarts += 1;
    return 0;
  },
} as unknown as Os;

const answerTo = (path: string, body: Record<string, unknown>): object => {
  const standing = { serverTime: new Date(far.time).toISOString(), nextInSeconds: 300, lineage: 'm' };
  if (path.endsWith('/work')) return { ...standing, deliveries: far.deliveries };
  if (path.endsWith('/file'))
    return { sha256: body['sha256'], offset: 0, size: file.length, content: file.toString('base64') };
  const results = body['results'] as WorkResult[];
  far.results.push(...results);
  return { ...standing, acknowledged: results.map(({ task }) => task) };
};

/** An order as the signer makes it at that moment, valid for an hour. */
let sequence = 100;
const deliveryAt = (at: number, more: Partial<Order> = {}) => {
  const task = randomUUID();
  sequence += 1;
  const order = given.ordered({ task, sequence, notBefore: at - minute, expires: at + 60 * minute, ...more });
  const freshness = signStatement('freshness', { ...given.freshness, at }, [given.director]);
  return { task, attempt: 1, ...given.good, order, freshness, ...(more.statementHash === null && { package: null }) };
};

let server: http.Server;
let directory: string;
let journal: Journal;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: trueNow });
  Object.assign(far, { time: trueNow, deliveries: [], results: [] });
  Object.assign(host, { ran: 0, restarts: 0 });
  directory = mkdtempSync(join(tmpdir(), 'patchkeep-time-'));
  journal = Journal.open(directory);
  const root = signStatement('root', given.root, given.offline.root);
  journal.append(
    { kind: 'enrolled', agentUuid: given.agent, customerUuid: randomUUID(), keyId: 'k', lineage: '' },
    {
      kind: 'trust',
      siteUuid: given.site,
      trust: { root, siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 },
    },
  );
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () =>
      response.end(JSON.stringify(answerTo(request.url ?? '', JSON.parse(Buffer.concat(parts).toString())))),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
  journal.close();
  rmSync(directory, { recursive: true });
});

const { signal } = new AbortController();
/** As after a start of the agent: all it knows is in the journal. Gives the last result that was told. */
const runAgent = async (...deliveries: object[]): Promise<WorkResult | undefined> => {
  journal.close();
  journal = Journal.open(directory);
  far.deliveries = deliveries;
  const send = transport(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const calls = caller({ identity: makeIdentity(), keyId: 'k', send, clock: journalClock(journal) });
  const policy = { refusedKinds: [], refusedChannels: [] };
  const tasks = work({ os, journal, caller: calls, directory, policy });
  await tasks.fetchAndDo(signal);
  await tasks.report(signal);
  return far.results.at(-1);
};

describe('the time by which orders are judged', () => {
  it('is the clock of the host, whatever the server says', async () => {
    const then = trueNow - 2 * 365 * day;
    far.time = then;
    expect(await runAgent(deliveryAt(then))).toMatchObject({ result: 'expired' });
    expect(await runAgent(deliveryAt(then))).toMatchObject({ result: 'expired' });
    expect(host.ran).toBe(0);
  });

  it('does not go back behind a signed time that the host has seen, also after a restart of the agent', async () => {
    const expired = deliveryAt(trueNow - 2 * day);
    // The newer order is for another host and refused: the signed time that came with it counts all the same.
    await runAgent(deliveryAt(trueNow, { agent: randomUUID() }));
    expect(journal.state.trust?.latest).toBe(trueNow);
    vi.setSystemTime(trueNow - 2 * day);
    far.time = trueNow - 2 * day;
    expect(await runAgent(expired)).toMatchObject({ result: 'expired' });
    expect(host.ran).toBe(0);
  });

  it('is not pushed ahead of the clock of the host by signed times', async () => {
    for (let step = 0; step < 5; step += 1)
      await runAgent(deliveryAt((journal.state.trust?.latest || trueNow) + 4 * minute));
    expect(journal.state.trust?.latest).toBeLessThanOrEqual(trueNow);
  });

  it('decides when a restart is forced: the server’s word does not bring that moment forward', async () => {
    const options = { forceAt: String(trueNow + 30 * minute) };
    far.time = trueNow + day;
    const restart = deliveryAt(trueNow, { kind: 'restart', statementHash: null, options });
    expect(await runAgent(restart)).toMatchObject({ result: 'pending' });
    expect(host.restarts).toBe(0);
  });
});

describe('a host whose clock is wrong', () => {
  it.each([
    ['days ahead', 3 * day, '3 days ahead of'],
    ['days behind', -3 * day, '3 days behind'],
    ['so far ahead that the root seems to have ended', 400 * day, '400 days ahead of'],
  ])('by %s reports its clock as the reason', async (_, error, message) => {
    vi.setSystemTime(trueNow + error);
    const results = await runAgent(deliveryAt(trueNow));
    expect(results).toMatchObject({
      result: 'expired',
      cause: expect.stringContaining(`is ${message} the server's (clock)`),
    });
    expect(host.ran).toBe(0);
  });

  it('works again as soon as the clock is right', async () => {
    vi.setSystemTime(trueNow + 3 * day);
    await runAgent(deliveryAt(trueNow));
    vi.setSystemTime(trueNow);
    expect(await runAgent(deliveryAt(trueNow))).toMatchObject({ result: 'tentative' });
    expect(host.ran).toBe(1);
  });
});
