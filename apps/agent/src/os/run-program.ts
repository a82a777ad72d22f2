import { spawn } from 'node:child_process';

/** Runs a program without a shell and gives its exit code. What it prints nobody reads. */
export const runProgram = (
  program: string,
  given: readonly string[],
  signal: AbortSignal,
  options: { cwd?: string; isVerbatim?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, given, {
      stdio: 'ignore',
      windowsHide: true,
      signal,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      ...(options.env && { env: options.env }),
      windowsVerbatimArguments: options.isVerbatim ?? false,
    });
    child.once('error', reject);
    child.once('exit', (code, killedBy) => {
      if (code === null) reject(new Error(`Ended by ${killedBy}`));
      else resolve(code);
    });
  });
