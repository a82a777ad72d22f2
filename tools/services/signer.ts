import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const signerProgram = fileURLToPath(new URL('../../apps/signer/src/main.ts', import.meta.url));

/** The signer as it is run, in a process of its own that does not outlive this one. It is ready when its socket is there. */
export const startSignerProcess = async (home: string, socket: string, limits: readonly string[] = []) => {
  rmSync(socket, { force: true });
  const given = [signerProgram, 'serve', '--signer', home, '--socket', socket, ...limits];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  while (!existsSync(socket)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The signer ended');
    await pause(20);
  }
  return {
    async stop(): Promise<void> {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await ended;
    },
  };
};
