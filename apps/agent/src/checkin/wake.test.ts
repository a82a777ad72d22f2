import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalClock } from '../journal-clock.ts';
import { Journal } from '../journal/journal.ts';
import { caller } from './caller.ts';
import { holdOpen, transport } from './transport.ts';
import { bell, listenForWake } from './wake.ts';

let server: http.Server;
let directory: string;
let journal: Journal;
let far: { connections: http.ServerResponse[]; status: number };
const say = (text: string) => far.connections.at(-1)?.write(text);
const wanted = (isCheckInWanted: boolean, againWithinSeconds = 1) =>
  `${JSON.stringify({ isCheckInWanted, againWithinSeconds })}\n`;
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
};

beforeEach(async () => {
  far = { connections: [], status: 200 };
  directory = mkdtempSync(join(tmpdir(), 'patchkeep-wake-'));
  journal = Journal.open(directory);
  server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(far.status).flushHeaders();
    far.connections.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  journal.close();
  rmSync(directory, { recursive: true });
});

const listen = () => {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const calls = caller({ identity: makeIdentity(), keyId: 'k', send: transport(url), clock: journalClock(journal) });
  const end = new AbortController();
  const rung: number[] = [];
  const ended = listenForWake(
    { caller: calls, journal, hold: holdOpen(url) },
    () => void rung.push(Date.now()),
    end.signal,
  );
  return {
    rung,
    async stop() {
      end.abort();
      await ended;
    },
  };
};

describe('a held connection', () => {
  it('rings for each line that asks for it, and for nothing else', async () => {
    const listening = listen();
    await until(() => far.connections.length === 1);
    say(`${wanted(false)}\n\nnot json\n{"isCheckInWanted":"yes"}\n`);
    const line = wanted(true);
    say(line.slice(0, 10));
    say(line.slice(10));
    await until(() => listening.rung.length === 1);
    say(wanted(true));
    await until(() => listening.rung.length === 2);
    await listening.stop();
    expect(far.connections).toHaveLength(1);
  });

  it('is taken up again when it ends, within the time the server says', async () => {
    const listening = listen();
    await until(() => far.connections.length === 1);
    say(wanted(false, 1));
    far.connections[0]?.end();
    await until(() => far.connections.length === 2);
    far.connections[1]?.destroy();
    await listening.stop();
    expect(listening.rung).toEqual([]);
  });

  it('that sends a line without end is given up', async () => {
    const listening = listen();
    await until(() => far.connections.length === 1);
    const closed = new Promise((resolve) => far.connections[0]?.once('close', resolve));
    say('x'.repeat(20_000));
    await closed;
    await listening.stop();
    expect(listening.rung).toEqual([]);
  });
});

describe('the bell', () => {
  it('ends a sleep, and not twice within five seconds', () => {
    const wake = bell();
    expect(wake.answer(1_000)).toBeUndefined();
    wake.ring();
    expect(wake.signal.aborted).toBe(true);
    expect(wake.answer(1_000)).toBe(1_000);
    expect(wake.signal.aborted).toBe(false);
    wake.ring();
    wake.ring();
    expect(wake.answer(2_000)).toBe(6_000);
    expect(wake.answer(20_000)).toBeUndefined();
  });
});
