// `npm run dev`: database, server, console with hot reload and demo data, at one address. Ctrl+C ends all of it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';
import { dataFolder } from './dev/data-folder.ts';
import { prepareDatabase } from './dev/database.ts';
import { ensurePostgres } from './dev/ensure-postgres.ts';
import { startFleet } from './dev/fleet.ts';
import { keepSecrets } from './dev/secrets.ts';
import { startServer } from './dev/server.ts';
import { freePort } from './services/free-port.ts';
import { startPostgres } from './services/postgres.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const kept = process.env['PATCHKEEP_DEV_DIR'] ?? join(repository, '.dev');
const stops: (() => Promise<unknown>)[] = [];

async function start() {
  mkdirSync(kept, { recursive: true });
  ensurePostgres();
  const secrets = keepSecrets(join(kept, 'secrets.json'));
  const postgres = await startPostgres({ dir: dataFolder(kept), fsync: true });
  stops.unshift(postgres.stop);
  const addresses = await prepareDatabase(postgres, secrets.pepper);

  const port = await freePort();
  // The console's own Vite configuration reads this and sends /api there.
  process.env['PATCHKEEP_DEV_API'] = `http://127.0.0.1:${port}`;
  const site = await createServer({ root: join(repository, 'apps/console'), logLevel: 'warn', clearScreen: false });
  stops.unshift(() => site.close());
  await site.listen();
  const publicUrl = site.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (publicUrl === undefined) throw new Error('the console got no address');

  const server = await startServer({ addresses, secrets, port, publicUrl, isWatched: true });
  stops.unshift(server.stop);

  console.log(`\n  Patchkeep is at  ${publicUrl}`);
  console.log(`  Sign in as       ${demoAdmin}`);
  console.log(`  with password    ${demoPassword}`);
  console.log('\n  Ctrl+C stops everything. The data stays for the next time.\n');

  // After the address: the hosts appear on the open page, as real ones would.
  stops.unshift(await startFleet(`http://127.0.0.1:${port}`, publicUrl, join(kept, 'fleet.json')));
}

let isStopping = false;
async function stop(exitCode: number) {
  if (isStopping) return;
  isStopping = true;
  // Stopped halfway through its start, what is still under way loses its database; nobody waits for it any more.
  process.on('uncaughtException', () => undefined);
  // Newest first: the server lets go of the database before the database goes.
  for (const each of stops) await each();
  process.exit(exitCode);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

try {
  await start();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    /lock file "postmaster.pid"/.test(reason) ? 'npm run dev is already running in this checkout.' : reason,
  );
  await stop(1);
}
