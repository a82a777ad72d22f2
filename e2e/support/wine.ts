import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFolder } from '../../tools/kept.ts';
import { agentDist } from './agent-parts.ts';

export const winePrograms = ['/usr/lib/wine/wine64', '/usr/bin/wixl', '/usr/bin/makensis'];
const wine64 = '/usr/lib/wine/wine64';
const builtinKernel = '/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/kernelbase.dll';

const environment = (prefix: string, overrides = ''): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: tmpdir(),
  // Otherwise file names keep only ASCII.
  LC_ALL: 'C.UTF-8',
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  WINEARCH: 'win64',
  WINEDLLOVERRIDES: `mscoree,mshtml=${overrides}`,
});

/**
 * Wine 8 exports VirtualAlloc2 without the part of it that Node 24 and newer rely on; where the export is missing,
 * Node does without. So the test's Windows gets a copy in which it has another name. The agent stays as it is.
 */
const hideVirtualAlloc2 = (prefix: string): void => {
  const bytes = readFileSync(builtinKernel).toString('latin1');
  const copy = bytes
    .replaceAll('\0VirtualAlloc2\0', '\0VirtualAlloc1\0')
    .replace('Wine builtin DLL', 'Wine patched DLL');
  writeFileSync(join(prefix, 'drive_c/windows/system32/kernelbase.dll'), copy, 'latin1');
};

/** A Windows 10 as Wine makes it. Nothing here may be a pipe: Wine's services would hold it. */
const template = (): string =>
  keptFolder('wine', [readFileSync(builtinKernel), 'win10'], (folder) => {
    const env = environment(folder);
    execFileSync(wine64, ['wineboot', '-i'], { env, stdio: 'ignore' });
    execFileSync(wine64, ['winecfg', '-v', 'win10'], { env, stdio: 'ignore' });
    execFileSync('wineserver', ['-w'], { env, stdio: 'ignore' });
    hideVirtualAlloc2(folder);
  });

export interface Windows {
  /** Its drive C. */
  drive: string;
  /** Runs a program to its end; what it printed and how it ended. */
  run(...command: string[]): { code: number | null; printed: string };
  start(...command: string[]): ChildProcess;
  /** Somebody logged in: Wine ends its services with the last program a user runs. */
  logIn(): void;
  stop(): void;
}

/** A Windows of one's own, with a name, until it is stopped. */
export const startWindows = (name: string): Windows => {
  const prefix = mkdtempSync(join(tmpdir(), 'patchkeep-windows-'));
  rmSync(prefix, { recursive: true });
  execFileSync('cp', ['-a', '--reflink=auto', template(), prefix]);
  const env = environment(prefix, ';kernelbase=n,b');
  // `exec`: the process we start is in the end the program itself.
  const named = ['--uts', 'sh', '-c', `hostname ${name} && exec ${wine64} "$@"`, 'wine'];
  const output = join(prefix, 'output');
  const windows: Windows = {
    drive: join(prefix, 'drive_c'),
    run(...command) {
      // A file, for node.exe under Wine cannot write to a pipe of Linux.
      const file = openSync(output, 'w');
      const { status } = spawnSync('unshare', [...named, ...command], {
        env,
        stdio: ['ignore', file, file],
        timeout: 300_000,
      });
      closeSync(file);
      return { code: status, printed: readFileSync(output, 'utf8') };
    },
    start: (...command) => spawn('unshare', [...named, ...command], { env, stdio: 'ignore' }),
    logIn: () => void spawn('unshare', [...named, 'cmd'], { env, stdio: ['pipe', 'ignore', 'ignore'] }),
    stop() {
      spawnSync('wineserver', ['-k'], { env, stdio: 'ignore' });
      spawnSync('wineserver', ['-w'], { env, stdio: 'ignore', timeout: 100_000 });
      rmSync(prefix, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  // A copied system has its original's id, and the server would rightly ask about it.
  const id = ['/v', 'MachineGuid', '/d', randomUUID(), '/f', '/reg:64'];
  windows.run('reg', 'add', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', ...id);
  return windows;
};

/** The agent in C:\\agent, and beside it the program that tells it whose its state folder is. */
export const putAgent = ({ drive }: Windows): void => {
  mkdirSync(join(drive, 'agent'));
  for (const name of ['patchkeep-agent.exe', 'patchkeep-service.exe'])
    copyFileSync(join(agentDist, name), join(drive, 'agent', name));
};
