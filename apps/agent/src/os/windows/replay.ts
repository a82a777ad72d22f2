import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { RunForLines } from '../run-for-lines.ts';

const turn = z.strictObject({
  program: z.string(),
  /** `{script}` stands for a file that holds our script. */
  arguments: z.array(z.string()),
  lines: z.array(z.record(z.string(), z.unknown())),
});

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';

/**
 * A script of ours as it answered once. For tests: whoever asks anything else, in another order or once too often is
 * told so by an error, and what was never asked is found by `rest`.
 */
export const replayOf =
  (folder: string, script: string) =>
  (name: string): { run: RunForLines; rest: () => number } => {
    const asRecorded = (argument: string): string =>
      argument.endsWith('.ps1') && readFileSync(argument, 'utf8') === `\uFEFF${script}` ? '{script}' : argument;
    const turns = z.array(turn).parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
    return {
      async run(program, given) {
        const next = turns.shift();
        const command = JSON.stringify([nameOf(program), ...given.map(asRecorded)]);
        const recorded = next && JSON.stringify([next.program, ...next.arguments]);
        if (!next || command !== recorded)
          throw new Error(`Asked ${command} where ${recorded ?? 'nothing'} was recorded`);
        return next.lines.map((line) => JSON.stringify(line));
      },
      rest: () => turns.length,
    };
  };
