import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Asks one address as fast as it answers, over 32 kept connections, from another process. */
export const load = async (url: string, seconds: number, headers: Record<string, string> = {}): Promise<number> => {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', ['-t1', '-c32', `-d${seconds}s`, ...lines, url]);
  const failures = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  if (failures !== undefined) throw new Error(`${failures} requests to ${url} failed`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
};
