import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A range of the public list is below 100 KB. What a larger file holds behind this is not read. */
const mostBytes = 250_000;
const mostSuffixes = 5_000;
const suffix = /^[0-9A-F]{35}$/;

const readStart = async (path: string): Promise<string | undefined> => {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
};

/**
 * The operator's range files: `21BD1.txt`, or without an ending, holds a line for each breached password whose SHA-1
 * begins so: the other 35 digits, and whatever stands behind a colon.
 */
export const breachedPasswords = (folder: string | undefined) => ({
  /** The rests of one range. Null when there is no folder; a range without a file holds none. */
  async read(prefix: string): Promise<string[] | null> {
    if (folder === undefined) return null;
    const text = (await readStart(join(folder, `${prefix}.txt`))) ?? (await readStart(join(folder, prefix))) ?? '';
    return text
      .split('\n')
      .map((line) => line.slice(0, 35).toUpperCase())
      .filter((line) => suffix.test(line))
      .slice(0, mostSuffixes);
  },
});
export type BreachedPasswords = ReturnType<typeof breachedPasswords>;
