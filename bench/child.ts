import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts a program of this folder and waits for the address it prints. */
export const startChild = async (program: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
  });
  // Whatever becomes of this process, the child does not outlive it.
  process.once('exit', () => child.kill('SIGKILL'));
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    address,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
