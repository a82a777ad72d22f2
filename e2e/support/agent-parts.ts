import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import type { Administrator } from '../../tools/administrator.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
export const agentDist = fileURLToPath(new URL('../../apps/agent/dist', import.meta.url));

/** Whether a real system to try the agent on can be had here. In CI it must be: a test that is left out shows nothing. */
export const canRun = (what: string, programs: string[]): boolean => {
  const missing = programs.filter((program) => !existsSync(program));
  if (process.getuid?.() === 0 && missing.length === 0) return true;
  const reason = `${what} needs root and ${missing.join(', ') || 'nothing else'}: run tools/agent-packages.sh`;
  if (process.env['CI']) throw new Error(reason);
  console.warn(`Left out: ${reason}`);
  return false;
};

const sources = ['apps/agent', 'packages/agent-client', 'packages/contract', 'packages/orders', 'packages/rules'];

const newestSource = (): number =>
  Math.max(
    ...sources
      .flatMap((folder) => globSync(`${folder}/{src,packaging}/**/*`, { cwd: repository }))
      .concat('apps/agent/build.ts')
      .map((file) => statSync(join(repository, file)).mtimeMs),
  );

/** The executables as they are handed out; built anew unless nothing changed since, so that no old one is tried. */
export const buildAgent = (output: string, ...targets: string[]): void => {
  const built = join(agentDist, output);
  if (existsSync(built) && statSync(built).mtimeMs > newestSource()) return;
  const program = fileURLToPath(new URL('../../apps/agent/build.ts', import.meta.url));
  execFileSync(process.execPath, [program, ...targets], { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** An install token; hosts that come with it carry these tags. */
export const makeToken = async (administrator: Administrator, tagUuids: string[] = []): Promise<string> => {
  const { secret } = await administrator.call(configuration.createInstallToken, {
    body: { name: 'Journey', useCap: 5, groupUuid: null, tagUuids, expiresInDays: 1 },
  });
  return secret;
};

type Inventory = Awaited<ReturnType<typeof readInventory>>;
const readInventory = (administrator: Administrator, id: string) =>
  administrator.call(hosts.inventory, { params: { id } });

/** Waits for what an administrator would wait for on the screen. */
export const eventually = async <T>(
  read: () => Promise<T>,
  isGood: (value: T) => boolean,
  what: string,
  waitMs = 20_000,
): Promise<T> => {
  const giveUp = Date.now() + waitMs;
  for (;;) {
    const value = await read();
    if (isGood(value)) return value;
    if (Date.now() > giveUp) throw new Error(`${what}: still ${JSON.stringify(value).slice(0, 2_000)}`);
    await pause(250);
  }
};

export const hostNamed = async (administrator: Administrator, name: string) => {
  const listed = await eventually(
    () => administrator.call(hosts.list, { query: { q: name } }),
    (page) => page.hosts.length > 0,
    `the host ${name}`,
  );
  const [host] = listed.hosts;
  if (!host) throw new Error(`No host ${name}`);
  return host;
};

/** The inventory as the console shows it, once it holds what is looked for. */
export const inventoryWith = (
  administrator: Administrator,
  id: string,
  isGood: (software: Inventory['software']) => boolean,
): Promise<Inventory> =>
  eventually(
    () => readInventory(administrator, id),
    ({ software }) => isGood(software),
    'the inventory',
  );
