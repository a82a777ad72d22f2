import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeEnv } from '../../tools/services/node-env.ts';

/** Starts a program and waits for the address, or whatever line, it prints first. */
export const startChild = async (program: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...nodeEnv(), NODE_ENV: 'production', ...env },
  });
  // Whatever becomes of this process, the child does not outlive it.
  process.once('exit', () => child.kill('SIGKILL'));
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    address,
    pid: child.pid ?? 0,
    /** Asks it to finish what it has in hand. */
    end: () => endBy('SIGTERM'),
    stop: () => endBy('SIGKILL'),
  };
};
