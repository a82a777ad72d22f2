import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { copyDebian, makeProbePackage } from './debian.ts';

const nspawn = '/usr/bin/systemd-nspawn';
/** Tells a systemd in a container to power off: SIGRTMIN+4. */
const powerOff = 38;
const bootMs = 60_000;

export interface BootedDebian {
  root: string;
  /** Runs a program in it to its end, and gives what it printed. */
  run(...command: string[]): string;
  /** Puts a file of ours onto it and installs it as an administrator would. */
  install(file: string): void;
  makeProbe(probe: Parameters<typeof makeProbePackage>[1]): string;
  stop(): Promise<void>;
}

/** Where control groups of the second version are; beside those of the first one they are in a folder of their own. */
const cgroups = (): string => {
  const mount = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .find((line) => line.includes(' - cgroup2 '));
  if (mount === undefined) throw new Error('This machine has no control groups (version 2), which systemd needs');
  return mount.split(' ')[4] ?? '';
};

const removeCgroup = (folder: string): void => {
  for (const each of readdirSync(folder, { withFileTypes: true }))
    if (each.isDirectory()) removeCgroup(join(folder, each.name));
  rmdirSync(folder);
};

/** The process that is number 1 in the container: the only child of the one we started. */
const leaderOf = (pid: number): number => {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim().split(' ')[0]) : 0;
};

/** A Debian of one's own that runs its own systemd, in the network of this machine, until it is stopped. */
export const bootDebian = async (name: string): Promise<BootedDebian> => {
  if (process.getuid?.() !== 0 || !existsSync(nspawn))
    throw new Error(
      'The agent under systemd can be tried only by root with systemd-nspawn: run tools/agent-packages.sh',
    );
  const { kept, root } = copyDebian('systemd');
  // Its own name; the one that is there came from the machine on which it was made.
  writeFileSync(join(root, 'etc/hostname'), `${name}\n`);
  // It wants a message bus, which only costs time here.
  symlinkSync('/dev/null', join(root, 'etc/systemd/system/systemd-logind.service'));
  // A control group of its own, so that nothing of it is left behind.
  const cgroup = join(cgroups(), `patchkeep-${name}-${process.pid}`);
  mkdirSync(cgroup);
  const flags = [
    '--quiet',
    '--boot',
    '--register=no',
    '--keep-unit',
    '--console=pipe',
    `--machine=${name}`,
    '-D',
    root,
  ];
  const child = spawn('sh', ['-c', `echo $$ > ${cgroup}/cgroup.procs && exec ${nspawn} "$@"`, 'sh', ...flags], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
  });
  const ended = once(child, 'exit');
  const leader = () => leaderOf(child.pid ?? 0);
  const run = (...command: string[]): string =>
    execFileSync('nsenter', ['-t', String(leader()), '-m', '-u', '-i', '-p', '-C', ...command], {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && leader() > 0) process.kill(leader(), powerOff);
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timer);
    removeCgroup(cgroup);
    rmSync(kept, { recursive: true, force: true });
  };
  /** Started as far as it goes; `degraded` is a unit of Debian that means nothing in a container. */
  const isUp = (): boolean => {
    try {
      return run('sh', '-c', 'systemctl is-system-running || true').match(/^(running|degraded)/) !== null;
    } catch {
      return false;
    }
  };
  const giveUp = Date.now() + bootMs;
  while (!isUp()) {
    if (child.exitCode !== null || Date.now() > giveUp) {
      await stop();
      throw new Error('The Debian with systemd did not start');
    }
    await pause(100);
  }
  return {
    root,
    run,
    install(file) {
      copyFileSync(file, join(root, 'srv/package.deb'));
      run('dpkg', '-i', '/srv/package.deb');
    },
    makeProbe: (probe) => makeProbePackage(kept, probe),
    stop,
  };
};
