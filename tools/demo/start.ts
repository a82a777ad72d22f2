import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../dev/data-folder.ts';
import { type Addresses, dropDatabase, prepareDatabase } from '../dev/database.ts';
import { ensurePostgres } from '../dev/ensure-postgres.ts';
import { keepSecrets, type Secrets } from '../dev/secrets.ts';
import { startServer } from '../dev/server.ts';
import { freePort } from '../services/free-port.ts';
import { type Postgres, startPostgres } from '../services/postgres.ts';
import { buildConsole } from './console-build.ts';
import { seededCustomers } from './customers.ts';
import { feedSettings, keepFeedsFresh } from './feeds.ts';
import { keepFleet, startLiving } from './live.ts';
import { startSigner } from './signer.ts';
import { simulatedClock } from './simulated-clock.ts';
import { stepsOf } from './steps.ts';
import { liveThrough } from './year.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const seed = 2026;

export interface DemoOptions {
  /** Where its data is kept. */
  kept: string;
  hosts: number;
  days: number;
  say: (text: string) => void;
}

const makePast = async (
  { kept, hosts, days, say }: DemoOptions,
  postgres: Postgres,
  secrets: Secrets,
): Promise<Addresses> => {
  await dropDatabase(postgres.superUrl);
  for (const name of ['offline', 'signer', 'files']) rmSync(join(kept, name), { recursive: true, force: true });
  const steps = stepsOf(new Date(), days);
  const clock = simulatedClock(new Date((steps[0]?.getTime() ?? 0) - 86_400_000));
  const addresses = await prepareDatabase(postgres, secrets.pepper, clock.now(), seededCustomers(hosts));
  const signer = await startSigner(kept, clock.now);
  try {
    const machines = await liveThrough({ addresses, secrets, signer, clock, steps, fleet: hosts, seed, say });
    keepFleet(join(kept, 'fleet.json'), machines);
  } finally {
    await signer.stop();
  }
  return addresses;
};

/** The built product with a past of its own, made the first time and kept. Stops what it started, newest first. */
export const startDemo = async (options: DemoOptions): Promise<{ url: string; stop: () => Promise<void> }> => {
  const { kept, say } = options;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0)) await each();
  };
  try {
    mkdirSync(kept, { recursive: true });
    ensurePostgres();
    buildConsole(repository, say);
    const secrets = keepSecrets(join(kept, 'secrets.json'));
    // What the demo loses when the machine goes down it can make again.
    const postgres = await startPostgres({ dir: dataFolder(kept), settings: { synchronous_commit: 'off' } });
    stops.unshift(postgres.stop);
    // Written last: where it is missing, the past was made only in part.
    const made = join(kept, 'made.json');
    const began = performance.now();
    let addresses: Addresses;
    if (existsSync(made)) {
      const { hosts, days } = JSON.parse(readFileSync(made, 'utf8')) as { hosts: number; days: number };
      say(`As it was left: ${hosts} hosts with ${days} days behind them. Remove ${made} to have it made anew`);
      addresses = await prepareDatabase(postgres, secrets.pepper);
    } else {
      say(`Living through ${options.days} days with ${options.hosts} hosts; this is done once and takes some minutes`);
      addresses = await makePast(options, postgres, secrets);
      const seconds = Math.round((performance.now() - began) / 1_000);
      writeFileSync(made, `${JSON.stringify({ hosts: options.hosts, days: options.days, seconds })}\n`);
      say(`The past is made, in ${seconds} s`);
    }
    const signer = await startSigner(kept, () => new Date());
    stops.unshift(signer.stop);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = await startServer({
      addresses,
      secrets,
      port,
      publicUrl: url,
      isWatched: false,
      more: { ...signer.settings, ...feedSettings },
    });
    stops.unshift(server.stop);
    stops.unshift(await keepFeedsFresh(addresses.worker, statSync(made).mtime));
    stops.unshift(startLiving(join(kept, 'fleet.json'), url, signer.root));
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
