import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const hashOfFile = async (path: string): Promise<Buffer> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest();
};

/** The folder of fetched files: each kept under its own hash, so that a name cannot say something else than the file. */
export const keptFiles = (folder: string) => {
  const finished = join(folder, 'files');
  const unfinished = join(folder, 'unfinished');
  const pathOf = (hash: Buffer): string => join(finished, hash.toString('hex'));
  return {
    pathOf,
    async has(hash: Buffer): Promise<boolean> {
      return stat(pathOf(hash)).then(
        (facts) => facts.isFile(),
        () => false,
      );
    },
    /** Where a file of this address grows until it is whole. */
    async unfinishedPath(address: string): Promise<string> {
      await mkdir(unfinished, { recursive: true });
      return join(unfinished, createHash('sha256').update(address).digest('hex'));
    },
    /** Takes a whole file in, under its hash. */
    async keep(path: string): Promise<{ path: string; hash: Buffer; bytes: number }> {
      await mkdir(finished, { recursive: true });
      const hash = await hashOfFile(path);
      const { size } = await stat(path);
      await rename(path, pathOf(hash));
      return { path: pathOf(hash), hash, bytes: size };
    },
    async forget(hash: Buffer): Promise<void> {
      await rm(pathOf(hash), { force: true });
    },
  };
};
export type KeptFiles = ReturnType<typeof keptFiles>;
