import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeEnv } from '../services/node-env.ts';
import type { Addresses } from './database.ts';
import type { Secrets } from './secrets.ts';

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** The server in all its roles. Resolves once it is ready. */
export async function startServer(given: {
  addresses: Addresses;
  secrets: Secrets;
  port: number;
  publicUrl: string;
  /** Started again by Node whenever a file it imports changes. */
  isWatched: boolean;
  more?: Record<string, string>;
}): Promise<{ stop: () => Promise<void> }> {
  const watching = given.isWatched ? ['--watch', '--watch-preserve-output'] : [];
  const child = spawn(process.execPath, [...watching, main], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Only what it needs: a stray PATCHKEEP_ variable of the shell would change what everybody else sees.
    env: {
      ...nodeEnv(),
      PATCHKEEP_DATABASE_URL: given.addresses.api,
      PATCHKEEP_WORKER_DATABASE_URL: given.addresses.worker,
      PATCHKEEP_QUEUE_DATABASE_URL: given.addresses.queue,
      PATCHKEEP_SECRET_KEY: given.secrets.secretKey,
      PATCHKEEP_PEPPER: given.secrets.pepper,
      PATCHKEEP_DATA_KEY: given.secrets.dataKey,
      PATCHKEEP_FEEDS: 'bundle',
      PATCHKEEP_PUBLIC_URL: given.publicUrl,
      PATCHKEEP_PORT: String(given.port),
      PATCHKEEP_LOG_LEVEL: 'warn',
      ...given.more,
    },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = Date.now() + 60_000;
  while (!(await answers(`http://127.0.0.1:${given.port}/readyz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('the server did not become ready; its words are above');
    }
    await pause(50);
  }
  return { stop };
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
