import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { commandLine } from '@patchkeep/rules/deployments/command-line';
import { z } from 'zod';
import { type RunForLines, runForLines } from '../../run-for-lines.ts';
import { system32 } from '../registry.ts';
import { runScript } from '../run-script.ts';
import { asUserScript } from './as-user-script.ts';

const run = promisify(execFile);

const line = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('hello'), protocol: z.literal(1) }),
  z.strictObject({ say: z.literal('ended'), exitCode: z.int().min(0).max(4_294_967_295) }),
  z.strictObject({ say: z.literal('failed'), message: z.string() }),
  z.strictObject({ say: z.literal('end') }),
]);

export interface Command {
  program: string;
  arguments: readonly string[];
  /** Its arguments are quoted already, in a way of its own. */
  isVerbatim?: boolean;
}

/** Runs a program in the session of a user who is signed in, as that user, and gives its exit code. */
export const runAsUser = async (
  { scratch, run: runLines = runForLines }: { scratch: string; run?: RunForLines },
  user: string,
  { program, arguments: given, isVerbatim = false }: Command,
  signal: AbortSignal,
): Promise<number> => {
  const command = { user, program, line: isVerbatim ? given.join(' ') : commandLine('exe', given) };
  const text = Buffer.from(JSON.stringify(command)).toString('base64');
  const said = await runScript({ scratch, script: asUserScript, run: runLines }, [text], signal);
  const lines = said.map((each) => line.parse(JSON.parse(each)));
  for (const each of lines) {
    if (each.say === 'failed') throw new Error(`It could not be run as ${user}: ${each.message}`);
    if (each.say === 'ended') return each.exitCode;
  }
  throw new Error(`It could not be run as ${user}.`);
};

/** A copy of a file that this user can read and nobody but the system can change, for as long as it is used; with it those that lie beside it. */
export const withReadableCopy = async <Result>(
  scratch: string,
  user: string,
  [file, ...beside]: readonly [string, ...string[]],
  act: (copy: string) => Promise<Result>,
): Promise<Result> => {
  const folder = join(scratch, randomUUID());
  await mkdir(folder);
  try {
    const grants = ['*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', `${user}:(OI)(CI)RX`];
    await run(system32('icacls.exe'), [folder, '/inheritance:r', '/grant:r', ...grants, '/Q'], { windowsHide: true });
    const copy = join(folder, basename(file));
    for (const each of [file, ...beside]) await copyFile(each, join(folder, basename(each)));
    return await act(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
