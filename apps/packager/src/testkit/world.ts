import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAuthority } from './authority.ts';
import { searchPath } from './tools.ts';

/**
 * A network of its own in which every address, private or public, is this machine, and names are what a file says. So
 * the program under test needs no exception for tests, and a connection that it must not make would succeed.
 */
const enter = `set -e
mount --bind "$1" /etc/hosts
shift
ip link set lo up
ip route add local default dev lo
ip -6 route add local default dev lo || true
exec "$@"`;

const vendor = fileURLToPath(new URL('./vendor.ts', import.meta.url));

export const createWorld = async (folder: string, names: Readonly<Record<string, string>>) => {
  const authority = createAuthority(folder, 'Web');
  const { certificate, key } = authority.server();
  const hosts = join(folder, 'hosts');
  const connections = join(folder, 'connections');
  const all = Object.entries({ localhost: '127.0.0.1', 'vendor.test': '93.184.216.34', ...names });
  writeFileSync(hosts, all.map(([name, address]) => `${address} ${name}\n`).join(''));
  writeFileSync(connections, '');
  const served = join(folder);
  const env = { ...process.env, PATH: searchPath, NODE_EXTRA_CA_CERTS: authority.root };
  const inside = ['--user', '--map-root-user', '--net', '--mount', 'sh', '-c', enter, 'sh', hosts];
  const server = spawn('unshare', [...inside, process.execPath, vendor, served, certificate, key, connections], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close').then(() => {
    throw new Error('The network of the test could not be made: user namespaces are needed');
  });
  await Promise.race([once(server.stdout, 'data'), ended]);
  ended.catch(() => undefined);

  const entering = (args: readonly string[]): string[] => {
    const where = ['--target', String(server.pid), '--user', '--net', '--mount', '--preserve-credentials'];
    return [...where, `--wd=${process.cwd()}`, process.execPath, ...args];
  };

  /** Runs a program of ours in there, and ends it after a time as a power cut would. */
  const runFor = (timeout: number | undefined, ...args: string[]) => {
    const command = entering(args);
    const { status, stdout, stderr } = spawnSync('nsenter', command, {
      env,
      encoding: 'utf8',
      timeout,
      killSignal: 'SIGKILL',
    });
    return { status, stdout, stderr };
  };

  /** Starts a program of ours in there that goes on, and waits for its first line; `more` is added to its environment. */
  const startWith = async (more: Readonly<Record<string, string>>, ...args: string[]) => {
    const child = spawn('nsenter', entering(args), { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    const first: unknown[] = await Promise.race([once(child.stdout, 'data'), closed]);
    if (!(first[0] instanceof Buffer)) throw new Error(`${args.join(' ')} ended before it said anything`);
    child.stdout.resume();
    const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
      child.kill(signal);
      await closed;
    };
    return {
      ended: closed,
      /** As a power cut would. */
      kill: () => end('SIGKILL'),
      /** As an operator would. */
      stop: () => end('SIGTERM'),
    };
  };

  return {
    /** The addresses that were connected to since the world began. */
    connections: () => readFileSync(connections, 'utf8').split('\n').filter(Boolean),
    runFor,
    run: (...args: string[]) => runFor(undefined, ...args),
    start: (...args: string[]) => startWith({}, ...args),
    startWith,
    stop: () => void server.kill(),
  };
};
