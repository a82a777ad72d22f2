import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFolder } from '../tools/kept.ts';
import { agentDist } from './agent-parts.ts';
import manifest from '../apps/agent/package.json' with { type: 'json' };

export const debianPrograms = ['/usr/sbin/debootstrap', '/usr/bin/dpkg-deb'];
export const agentPackage = `patchkeep-agent_${manifest.version}_amd64.deb`;

/** A minimal Debian. */
const recipe = ['--variant=minbase', '--include=libatomic1', 'bookworm'];
const baseSystem = (): string =>
  keptFolder('debian', recipe, (folder) => {
    execFileSync('debootstrap', [...recipe, folder], { stdio: 'ignore' });
  });

// The other system's own environment: nothing of ours, such as certificates it does not have.
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

interface Probe {
  name?: string;
  version: string;
  /** Run while it is installed. */
  postinst?: string;
}

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
  const kept = mkdtempSync(join(tmpdir(), 'patchkeep-linux-'));
  const root = join(kept, 'root');
  execFileSync('cp', ['-a', '--reflink=auto', baseSystem(), root]);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
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
    makeProbe({ name: packageName = 'probe', version, postinst }) {
      const tree = join(kept, `${packageName}-${version}`);
      mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
      const control = `Package: ${packageName}\nVersion: ${version}\nArchitecture: all\nMaintainer: Probe Makers <a@b.example>\nDescription: a probe\n`;
      writeFileSync(join(tree, 'DEBIAN/control'), control);
      if (postinst !== undefined) writeFileSync(join(tree, 'DEBIAN/postinst'), postinst, { mode: 0o755 });
      const file = join(kept, `${packageName}-${version}.deb`);
      execFileSync('dpkg-deb', ['--build', tree, file], { stdio: 'ignore' });
      return file;
    },
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
