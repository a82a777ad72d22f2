import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFolder } from '../kept.ts';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Where this machine gets Debian's packages from. */
const mirror = (): string => {
  const listed = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], {
    encoding: 'utf8',
  });
  const found = listed.split('\n').find((line) => /\/debian\/?$/.test(line));
  if (found === undefined) throw new Error('apt-get names no mirror of Debian: run apt-get update first');
  return found;
};

/** Fetches packages of another release with all that they need, and unpacks them. Nothing is installed. */
const unpack = (folder: string, suite: string, names: readonly string[]): void => {
  const apt = join(folder, 'apt');
  for (const each of ['lists/partial', 'cache/archives/partial', 'log'])
    mkdirSync(join(apt, each), { recursive: true });
  writeFileSync(join(apt, 'status'), '');
  writeFileSync(join(apt, 'sources.list'), `deb [signed-by=${keyring}] ${mirror()} ${suite} main\n`);
  const settings = {
    'Dir::Etc::SourceList': join(apt, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State': apt,
    'Dir::State::Lists': join(apt, 'lists'),
    'Dir::State::Status': join(apt, 'status'),
    'Dir::Cache': join(apt, 'cache'),
    'Dir::Log': join(apt, 'log'),
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const call = (...aptArguments: string[]) =>
    execFileSync('apt-get', [...options, '-qq', ...aptArguments], { stdio: 'pipe' });
  call('update');
  call('-y', '--download-only', 'install', ...names);
  const archives = join(apt, 'cache/archives');
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    execFileSync('dpkg-deb', ['-x', join(archives, file), folder]);
  rmSync(apt, { recursive: true });
};

const libraries = 'usr/lib/x86_64-linux-gnu';
const isProgram = (file: string): boolean => {
  const start = Buffer.alloc(4);
  const handle = openSync(file, 'r');
  readSync(handle, start, 0, 4, 0);
  closeSync(handle);
  return start.toString('latin1') === '\x7fELF';
};

/** Lets a program of the other release run on this one: with the loader and the libraries that came with it. */
const wrap = (file: string): void => {
  if (!isProgram(file)) return;
  renameSync(file, `${file}.real`);
  const script = `#!/bin/sh
libraries=\${0%/usr/*}/${libraries}
exec "$libraries/ld-linux-x86-64.so.2" --argv0 "$0" --library-path "$libraries" "$0.real" "$@"
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
};

/** Only what the servers need: without the compiler for queries (docs/adr/0028) this is a third. */
const trim = (from: string, to: string, version: string): void => {
  const isUnneeded = (path: string) => /\/(libLLVM[^/]*|perl[^/]*|bitcode|llvmjit[^/]*)$/.test(path);
  for (const part of [libraries, 'usr/lib/postgresql', 'usr/share/postgresql', 'usr/sbin/pgbouncer'])
    cpSync(join(from, part), join(to, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isUnneeded(path),
    });
  const bin = join(to, 'usr/lib/postgresql', version, 'bin');
  for (const name of readdirSync(bin)) wrap(join(bin, name));
  wrap(join(to, 'usr/sbin/pgbouncer'));
};

const newestVersion = (root: string): string => {
  const [newest = ''] = readdirSync(join(root, 'usr/lib/postgresql')).toSorted((a, b) => Number(b) - Number(a));
  return newest;
};

export interface DebianServers {
  /** The folder of PostgreSQL's programs, for PATCHKEEP_PG_BIN. */
  bin: string;
  pgbouncer: string;
  remove(): void;
}

/**
 * PostgreSQL and PgBouncer as a release of Debian packages them, to be run here by any account. Kept for a month: a
 * release in the making moves on.
 */
export const debianServers = (suite: string, month = new Date().toISOString().slice(0, 7)): DebianServers => {
  const names = ['postgresql', 'pgbouncer'];
  const kept = keptFolder(`servers-${suite}`, ['1', suite, month, ...names], (folder) => {
    const all = join(folder, 'all');
    mkdirSync(all);
    unpack(all, suite, names);
    trim(all, folder, newestVersion(all));
    rmSync(all, { recursive: true });
  });
  // The kept folder is ours alone; servers run under accounts of their own.
  const root = mkdtempSync(join(tmpdir(), 'patchkeep-servers-'));
  chmodSync(root, 0o755);
  execFileSync('cp', ['-a', '--reflink=auto', join(kept, 'usr'), root]);
  const bin = join(root, 'usr/lib/postgresql', newestVersion(root), 'bin');
  if (!existsSync(join(bin, 'postgres'))) throw new Error(`${suite} brought no PostgreSQL server`);
  return {
    bin,
    pgbouncer: join(root, 'usr/sbin/pgbouncer'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};
