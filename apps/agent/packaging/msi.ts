import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentPackageName } from '@patchkeep/rules/agent-package';
import { agentVersion } from '../src/version.ts';

const templates = join(import.meta.dirname, 'msi');
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };

/** The service, which also tells the agent whose its state folder is. */
export const buildService = (dist: string): void => {
  const sources = ['service.c', 'folder.c'].map((name) => join(templates, name));
  const flags = ['-municode', '-mwindows', '-O2', '-s', '-Wall', '-Werror'];
  const output = join(dist, 'patchkeep-service.exe');
  execFileSync('x86_64-w64-mingw32-gcc', [...flags, '-o', output, ...sources, '-ladvapi32'], quiet);
};

/** The executable and its service as a Windows Installer package: silent, for group policy and Intune. */
export const buildMsi = (dist: string): void => {
  const source = join(dist, 'agent.wxs');
  writeFileSync(source, readFileSync(join(templates, 'agent.wxs'), 'utf8').replace('@VERSION@', agentVersion));
  // wixl looks for the files it packs from where it runs.
  const output = agentPackageName('windows', agentVersion);
  execFileSync('wixl', ['-a', 'x64', '-o', output, 'agent.wxs'], { cwd: dist, ...quiet });
  rmSync(source);
};
