import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../apps/agent/package.json' with { type: 'json' };
import { keptFolder } from '../../tools/kept.ts';
import { agentDist } from './agent-parts.ts';

export const debianPrograms = ['/usr/sbin/debootstrap', '/usr/bin/dpkg-deb'];
export const agentPackage = `patchkeep-agent_${manifest.version}_amd64.deb`;

/** What is on a Debian beyond the least: one to work in by chroot, and one that can be booted. */
const kinds = { minimal: 'libatomic1', systemd: 'libatomic1,systemd,systemd-sysv' } as const;

const recipeOf = (kind: keyof typeof kinds) => ['--variant=minbase', `--include=${kinds[kind]}`, 'bookworm'];
const baseSystem = (kind: keyof typeof kinds): string =>
  keptFolder('debian', recipeOf(kind), (folder) => {
    execFileSync('debootstrap', [...recipeOf(kind), folder], { stdio: 'ignore' });
  });

/** A folder to throw away, and in it the root of a Debian of one's own. */
export const copyDebian = (kind: keyof typeof kinds): { kept: string; root: string } => {
  const kept = mkdtempSync(join(tmpdir(), 'patchkeep-linux-'));
  const root = join(kept, 'root');
  execFileSync('cp', ['-a', '--reflink=auto', baseSystem(kind), root]);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  // What the world's repositories offer today is nothing to test by.
  writeFileSync(join(root, 'etc/apt/sources.list'), '');
  return { kept, root };
};

// The other system's own environment: nothing of ours, such as certificates it does not have.
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

interface Probe {
  name?: string;
  version: string;
  /** Files it brings, by their path. */
  files?: Record<string, string>;
  /** Run while it is installed. */
  postinst?: string;
}

/** Builds a package of somebody else, and gives its file. */
export const makeProbePackage = (kept: string, { name = 'probe', version, files = {}, postinst }: Probe): string => {
  const tree = join(kept, `${name}-${version}`);
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  const control = `Package: ${name}\nVersion: ${version}\nArchitecture: all\nMaintainer: Probe Makers <a@b.example>\nDescription: a probe\n`;
  writeFileSync(join(tree, 'DEBIAN/control'), control);
  if (postinst !== undefined) writeFileSync(join(tree, 'DEBIAN/postinst'), postinst, { mode: 0o755 });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const file = join(kept, `${name}-${version}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, file], { stdio: 'ignore' });
  return file;
};

export interface Debian {
  root: string;
  run(...command: string[]): string;
  /** Puts the agent's package onto it. */
  installAgent(): void;
  startAgent(): ChildProcess;
  stopAgent(signal?: NodeJS.Signals): Promise<number | null>;
  /** A package of somebody else, as a file outside of it. */
  makeProbe(probe: Probe): string;
  install(file: string): void;
  stop(): Promise<void>;
}

/** A Debian of one's own, with a name, until it is stopped. */
export const startDebian = (name: string): Debian => {
  const { kept, root } = copyDebian('minimal');
  // A single executable finds itself through /proc.
  execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  /** `exec` all the way: the process we start is in the end the agent itself, and gets our signals. */
  const inRoot = ['--uts', 'sh', '-c', `hostname ${name} && exec chroot "$0" "$@"`];
  let running: ChildProcess | undefined;
  const debian: Debian = {
    root,
    run: (...command) =>
      execFileSync('unshare', [...inRoot, root, ...command], {
        encoding: 'utf8',
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    installAgent() {
      copyFileSync(join(agentDist, agentPackage), join(root, 'tmp/agent.deb'));
      debian.run('dpkg', '-i', '/tmp/agent.deb');
    },
    startAgent() {
      running = spawn('unshare', [...inRoot, root, 'patchkeep-agent', 'run'], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      return running;
    },
    async stopAgent(signal = 'SIGTERM') {
      if (running?.exitCode !== null || running.signalCode !== null) return null;
      const exit = once(running, 'exit');
      running.kill(signal);
      const [code] = (await exit) as [number | null];
      running = undefined;
      return code;
    },
    makeProbe: (probe) => makeProbePackage(kept, probe),
    install(file) {
      copyFileSync(file, join(root, 'tmp/probe.deb'));
      debian.run('dpkg', '-i', '/tmp/probe.deb');
    },
    async stop() {
      await debian.stopAgent();
      execFileSync('umount', [join(root, 'proc')]);
      rmSync(kept, { recursive: true, force: true });
    },
  };
  return debian;
};
