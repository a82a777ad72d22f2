import { execFile } from 'node:child_process';

/** Runs a program without a shell and gives what it printed, line by line; undefined when there is no such program. */
export type RunForLines = (
  program: string,
  given: readonly string[],
  signal: AbortSignal,
) => Promise<string[] | undefined>;

const outputLimit = 16 * 1_024 * 1_024;

export const runForLines: RunForLines = (program, given, signal) =>
  new Promise((resolve, reject) => {
    execFile(program, [...given], { windowsHide: true, maxBuffer: outputLimit, signal }, (error, stdout) => {
      if (error?.code === 'ENOENT') resolve(undefined);
      else if (error) reject(error);
      else resolve(stdout.split(/\r?\n/).filter((text) => text !== ''));
    });
  });
