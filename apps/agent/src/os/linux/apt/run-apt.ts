import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** What a program of apt or dpkg said and how it ended. */
export interface Ran {
  exitCode: number;
  lines: string[];
  /** The end of what it complained about. */
  errors: string;
}

/** More than any host's tables have; what is longer is not read at all. */
const mostOutput = 32 * 1_024 * 1_024;
const mostErrors = 16_384;

/** Nobody is there to answer a question, and messages are read in one language. */
const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };

/** How apt finds a system below another root. */
const placeOf = (root: string): string[] =>
  root === '/'
    ? []
    : [
        `Dir=${root}`,
        `Dir::State::status=${join(root, 'var/lib/dpkg/status')}`,
        `DPkg::Options::=--root=${root}`,
      ].flatMap((setting) => ['-o', setting]);

const run = (program: string, given: readonly string[], signal: AbortSignal): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'pipe'], env: environment, signal });
    const output: Buffer[] = [];
    let size = 0;
    let errors = '';
    // Read to its end in any case: a program that is ended in the middle of an installation leaves half a package.
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= mostOutput) output.push(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      errors = (errors + part.toString()).slice(-mostErrors);
    });
    child.once('error', reject);
    child.once('close', (exitCode, killedBy) => {
      if (exitCode === null) reject(new Error(`${program} was ended by ${killedBy}`));
      else if (size > mostOutput) reject(new Error(`${program} said more than can be read`));
      else resolve({ exitCode, lines: Buffer.concat(output).toString().split('\n'), errors });
    });
  });

export type AptProgram = 'apt-get' | 'apt-cache' | 'apt-mark';

export const runApt = (
  root: string,
  program: AptProgram,
  given: readonly string[],
  signal: AbortSignal,
): Promise<Ran> => run(program, [...placeOf(root), ...given], signal);

export const runDpkg = (root: string, given: readonly string[], signal: AbortSignal): Promise<Ran> =>
  run('dpkg', [...(root === '/' ? [] : ['--root', root]), ...given], signal);
