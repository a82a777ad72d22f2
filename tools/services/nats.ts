import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { startGuarded, type GuardedProcess } from './guarded-process.ts';
import { unprivileged } from './unprivileged.ts';

export type Nats = { readonly url: string; readonly stop: () => Promise<void> };

const startWithinMs = 20_000;
const portAttempts = 5;

/** A NATS server of our own: own free port on the loopback address, own folder, never as root. */
export async function startNats(more: readonly string[] = []): Promise<Nats> {
  const command = findServer();
  const runAs = unprivileged('nobody');
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-nats-'));
    if (runAs) chownSync(scratch, runAs.uid, runAs.gid);
    const args = ['--addr', '127.0.0.1', '--port', String(port), ...more];
    const server = startGuarded({ command, args, stopSignal: 'TERM', scratch, runAs });
    const failure = await untilItAnswers(port, server);
    if (failure === undefined) return { url: `nats://127.0.0.1:${port}`, stop: server.stop };
    await server.stop();
    if (attempt === portAttempts || !/address already in use/i.test(failure)) {
      throw new Error(`NATS did not start:\n${failure}`);
    }
  }
}

async function untilItAnswers(port: number, server: GuardedProcess): Promise<string | undefined> {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline) {
    if (server.exitCode() !== undefined) return server.log() || 'it ended without a word';
    if (await greets(port)) return undefined;
    await pause(15);
  }
  return `no greeting within ${startWithinMs / 1000} s\n${server.log()}`;
}

/** A NATS server speaks first: one line that begins with INFO. */
async function greets(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('data', (chunk) => answer(chunk.toString('latin1').startsWith('INFO ')));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
    socket.setTimeout(1000, () => answer(false));
  });
}

function findServer(): string {
  const named = process.env['PATCHKEEP_NATS_SERVER'];
  if (named !== undefined && named !== '') return named;
  // Debian installs it in /usr/sbin, which is not on every user's PATH.
  const search = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v nats-server'], { env: search, encoding: 'utf8' }).trim();
  } catch {
    throw new Error('no nats-server found: run tools/os-packages.sh, or name it in PATCHKEEP_NATS_SERVER');
  }
}
