import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** Appends lines to a file that only the signer reads; they are on the disk when this returns. */
export const appendLines = (path: string, lines: readonly string[]): void => {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, lines.map((line) => `${line}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
