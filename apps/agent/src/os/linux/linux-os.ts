import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { arch, hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { Os } from '../os.ts';
import { runProgram } from '../run-program.ts';
import { aptPackages } from './apt/apt.ts';
import { parseDpkgStatus } from './dpkg.ts';
import { runLinuxInstaller } from './installer.ts';
import { linuxDesktop } from './linux-desktop.ts';
import { parseOsRelease } from './os-release.ts';
import { claimFolder } from './own-folder.ts';
import { readPendingRestart } from './pending-restart.ts';
import { parseRpmList, rpmQueryFormat } from './rpm.ts';
import { parsePasswd, parseUtmp } from './users.ts';

const run = promisify(execFile);
const outputLimit = 32 * 1_024 * 1_024;

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Users systemd holds a session for; newer systems keep no utmp. */
const sessionUsers = async (root: string): Promise<string[]> => {
  const folder = join(root, 'run/systemd/users');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => textOf(join(folder, name))));
  return texts.flatMap((text) => /^NAME=(.+)$/m.exec(text)?.[1] ?? []);
};

const usersOf = async (root: string): Promise<string[]> => {
  const utmp = await readFile(join(root, 'run/utmp')).catch(() => Buffer.alloc(0));
  const found = [
    ...parseUtmp(utmp),
    ...(await sessionUsers(root)),
    ...parsePasswd(await textOf(join(root, 'etc/passwd'))),
  ];
  return [...new Set(found)];
};

/** Nothing where dpkg was never used; a status file that cannot be read must not look like an empty system. */
const dpkgList = async (root: string): Promise<SoftwareCopy[]> => {
  const status = join(root, 'var/lib/dpkg/status');
  return existsSync(status) ? parseDpkgStatus(await readFile(status, 'utf8')) : [];
};

/** Where rpm may keep its list; the older place is often a link to the newer one. */
const rpmFolders = ['/usr/lib/sysimage/rpm', '/var/lib/rpm'];

/** Nothing where rpm is not the system's package manager; an error where it is and fails. */
const rpmList = async (root: string): Promise<SoftwareCopy[]> => {
  for (const folder of rpmFolders) {
    const names = await readdir(join(root, folder)).catch(() => []);
    if (!names.some((name) => /^(rpmdb\.sqlite|Packages(\.db)?)$/.test(name))) continue;
    // Named, because an rpm that came with another distribution looks somewhere else.
    const { stdout } = await run('rpm', ['--root', root, '--dbpath', folder, '-qa', '--qf', rpmQueryFormat], {
      maxBuffer: outputLimit,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    });
    return parseRpmList(stdout);
  }
  return [];
};

export const linuxOs = ({ root }: { root: string }): Os => ({
  async readFacts() {
    const { bavail, bsize } = await statfs(root);
    const release = (await textOf(join(root, 'etc/os-release'))) || (await textOf(join(root, 'usr/lib/os-release')));
    return {
      hostName: hostname(),
      os: { family: 'linux', ...parseOsRelease(release), architecture: arch() },
      freeDiskBytes: bavail * bsize,
      users: await usersOf(root),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  },

  async listSoftware() {
    return [...(await dpkgList(root)), ...(await rpmList(root))];
  },

  async readHardwareId() {
    const id = (await textOf(join(root, 'etc/machine-id'))).trim();
    // systemd asks that the id itself never leaves the machine.
    return /^[0-9a-f]{32}$/.test(id) ? createHash('sha256').update(`patchkeep|${id}`).digest('hex') : undefined;
  },

  // A Debian package asks nothing; `enrol` is a command of its own.
  readInstallation: async () => undefined,

  desktop: linuxDesktop(root),

  restart: (delaySeconds, message, signal) =>
    runProgram('shutdown', ['-r', `+${Math.ceil(delaySeconds / 60)}`, message], signal),

  runInstaller: (installer, signal) => runLinuxInstaller(root, installer, signal),

  readPendingRestart: () => readPendingRestart(root),

  systemPackages: aptPackages(root),

  claimDirectory: claimFolder,
});
