import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tools/services/free-port.ts';
import { nodeEnv } from '../../tools/services/node-env.ts';
import { unprivileged } from '../../tools/services/unprivileged.ts';

export const version = '26.4.7';
const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
const sha256 = 'dd9834c023460be856f731423d86228c23b5d002194a2064642bec0cc6573eaa';
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const cache = fileURLToPath(new URL(`../../node_modules/.cache/keycloak-${version}`, import.meta.url));
const archive = join(cache, `keycloak-quarkus-dist-${version}.zip`);
/** What starting may take on a machine that does other work as well. */
const patienceMs = 600_000;

export interface Keycloak {
  url: string;
  administrator: { username: string; password: string };
  stop(): Promise<void>;
}

/** Says what is missing, or nothing. */
export const missing = (): string | undefined => {
  const lacking = ['mvn', 'java', 'unzip'].filter((program) => spawnSync('which', [program]).status !== 0);
  return lacking.length === 0
    ? undefined
    : `${lacking.join(', ')} is missing: Keycloak is fetched by Maven and runs on Java`;
};

const isRight = async (): Promise<boolean> => {
  if (!existsSync(archive)) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  return hash.digest('hex') === sha256;
};

/** Fetches the distribution from wherever this machine's Maven is told to, once. */
export const fetchKeycloak = async (): Promise<void> => {
  if (await isRight()) return;
  mkdirSync(cache, { recursive: true });
  const asked = [`-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`];
  execFileSync('mvn', ['-B', '-q', `${plugin}:copy`, ...asked], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!(await isRight())) throw new Error(`${artifact} is not the file that it was: its SHA-256 is another one`);
};

/**
 * Keycloak of its own, in a folder of its own: built for a database in a file, which takes most of a minute, and started
 * with an administrator. Under a system account, never as root.
 */
export const startKeycloak = async (phase: (name: string) => void): Promise<Keycloak> => {
  const dir = mkdtempSync(join(tmpdir(), 'patchkeep-keycloak-'));
  execFileSync('unzip', ['-q', archive, '-d', dir]);
  const home = join(dir, `keycloak-${version}`);
  const runAs = unprivileged('nobody');
  if (runAs) execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, dir]);
  chmodSync(dir, 0o755);
  phase('unpacked');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const administrator = { username: 'administrator', password: randomBytes(18).toString('base64url') };
  const env = {
    ...nodeEnv(),
    HOME: dir,
    JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx512m',
    KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
    KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
  };
  const program = join(home, 'bin/kc.sh');
  const options = { cwd: home, env, ...(runAs && { uid: runAs.uid, gid: runAs.gid }) };
  const remove = () => rmSync(dir, { recursive: true, force: true });
  const built = spawnSync(program, ['build', '--db=dev-file'], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) {
    remove();
    throw new Error('Keycloak could not be built');
  }
  phase('built');
  const listening = [
    '--cache=local',
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--hostname=${url}`,
  ];
  // A group of its own: the script starts Java, which has to end with it.
  const child = spawn(program, ['start', '--optimized', ...listening], {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  const isUp = () =>
    fetch(`${url}/realms/master/.well-known/openid-configuration`).then(
      ({ ok }) => ok,
      () => false,
    );
  const giveUp = Date.now() + patienceMs;
  while (!(await isUp())) {
    if (child.exitCode !== null || Date.now() > giveUp) throw new Error('Keycloak did not come up');
    await pause(200);
  }
  phase('started');
  return {
    url,
    administrator,
    async stop() {
      const ended = once(child, 'exit');
      kill();
      await ended;
      remove();
    },
  };
};
