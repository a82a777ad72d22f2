import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentVersion } from '../src/version.ts';

const templates = join(import.meta.dirname, 'msi');
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };

/** The executable and its service as a Windows Installer package: silent, for group policy and Intune. */
export const buildMsi = (dist: string): void => {
  const service = join(dist, 'patchkeep-service.exe');
  execFileSync(
    'x86_64-w64-mingw32-gcc',
    ['-municode', '-mwindows', '-O2', '-s', '-Wall', '-Werror', '-o', service, join(templates, 'service.c')],
    quiet,
  );
  const source = join(dist, 'agent.wxs');
  writeFileSync(source, readFileSync(join(templates, 'agent.wxs'), 'utf8').replace('@VERSION@', agentVersion));
  // wixl looks for the files it packs from where it runs.
  const output = `patchkeep-agent-${agentVersion}-x64.msi`;
  execFileSync('wixl', ['-a', 'x64', '-o', output, 'agent.wxs'], { cwd: dist, ...quiet });
  rmSync(source);
};
