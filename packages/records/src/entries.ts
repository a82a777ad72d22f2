import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf } from './bytes.ts';
import { type ArchivedFile, readTar } from './tar.ts';

const maxFileBytes = 64 * 1024 * 1024;

async function* filesIn(folder: string): AsyncGenerator<ArchivedFile> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  for (const name of names) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) yield { path: name, content: await readFile(path) };
  }
}

/** The files of a tree: packed as tar or tar.gz, or in a folder. */
export async function* entriesOf(path: string, maxBytes: number): AsyncGenerator<ArchivedFile> {
  if ((await stat(path)).isDirectory()) yield* filesIn(path);
  else yield* readTar(await bytesOf(path, maxBytes), { maxFileBytes, maxTotalBytes: maxBytes });
}

/** Is it a tree of files, or one document? */
export const isTree = async (path: string): Promise<boolean> => {
  if ((await stat(path)).isDirectory()) return true;
  for await (const start of await bytesOf(path, Number.MAX_SAFE_INTEGER))
    return start.toString('latin1', 257, 262) === 'ustar';
  return false;
};
