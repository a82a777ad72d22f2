import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { startGuarded, type GuardedProcess } from './guarded-process.ts';
import { unprivileged } from './unprivileged.ts';

const run = promisify(execFile);

export type Postgres = {
  readonly port: number;
  readonly url: (user: string, database: string) => string;
  readonly superUrl: string;
  /** Where the server's programs are: pgbench and psql of the same version. */
  readonly bin: string;
  readonly stop: () => Promise<void>;
};

export type PostgresOptions = {
  /** Kept between runs; without it the cluster lives in a temporary folder and is removed on stop. */
  dir?: string;
  /** True: safe on power loss, for data somebody wants to keep. False (default): fast, for tests. */
  fsync?: boolean;
  settings?: Record<string, string>;
};

const superuser = 'postgres';
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const startWithinMs = 60_000;
const portAttempts = 5;

/** A PostgreSQL of our own from the installed server: own folder, own free port, never as root. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const bin = findServer();
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = await launch(bin, port, options);
    const failure = await untilItAnswers(bin, port, server);
    if (failure === undefined) {
      const url = (user: string, database: string) =>
        `postgres://${encodeURIComponent(user)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
      return { port, url, superUrl: url(superuser, 'postgres'), bin, stop: server.stop };
    }
    await server.stop();
    if (attempt === portAttempts || !/could not bind/i.test(failure)) {
      throw new Error(`PostgreSQL did not start:\n${failure}`);
    }
  }
}

async function launch(bin: string, port: number, options: PostgresOptions): Promise<GuardedProcess> {
  const runAs = unprivileged('postgres');
  // Socket and log always live in a short temporary path: a socket's path may have at most 107 bytes.
  const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-pg-'));
  try {
    const data = options.dir ?? join(scratch, 'data');
    mkdirSync(data, { recursive: true, mode: 0o700 });
    if (runAs) for (const folder of [scratch, data]) chownSync(folder, runAs.uid, runAs.gid);
    if (!existsSync(join(data, 'PG_VERSION'))) {
      const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
      const manners = ['-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync', '--no-instructions'];
      await run(join(bin, 'initdb'), ['-D', data, '-U', superuser, ...manners], { ...runAs, cwd: scratch });
    }
    return startGuarded({
      command: join(bin, 'postgres'),
      args: ['-D', data, ...settingsOf(options, port, scratch)],
      // Immediate for clusters nobody keeps; fast (checkpoint, clients cut off) for the others.
      stopSignal: options.dir === undefined ? 'QUIT' : 'INT',
      scratch,
      runAs,
    });
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

function settingsOf(options: PostgresOptions, port: number, socketFolder: string): string[] {
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder,
    // Three workers with a server or two each, and the programs that their tests start.
    max_connections: '400',
    ...(options.fsync === true ? {} : fast),
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Undefined once a real connection is accepted; else what the server said before it ended. */
async function untilItAnswers(bin: string, port: number, server: GuardedProcess): Promise<string | undefined> {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline) {
    if (server.exitCode() !== undefined) return server.log() || 'it ended without a word';
    const answer = await run(join(bin, 'pg_isready'), [
      '-q',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      superuser,
    ]).then(
      () => true,
      () => false,
    );
    if (answer) return undefined;
    await pause(25);
  }
  return `no connection within ${startWithinMs / 1000} s\n${server.log()}`;
}

/** The programs of the server to use: the one a user names, else Debian's newest, else whatever is on the PATH. */
export function findServer(env: NodeJS.ProcessEnv = process.env): string {
  const named = env['PATCHKEEP_PG_BIN'];
  if (named !== undefined && named !== '') return named;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const candidates = [
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')),
    ...(env['PATH'] ?? '').split(delimiter),
  ];
  const found = candidates.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
  if (found === undefined) {
    throw new Error('no PostgreSQL server found: run tools/os-packages.sh, or name its bin folder in PATCHKEEP_PG_BIN');
  }
  return found;
}
