import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface FileStore {
  /** Keeps what comes and says its SHA-256; the same content is kept once. */
  put(content: AsyncIterable<Uint8Array>): Promise<string>;
  /** Some bytes of a file and how many it has in all; undefined when there is no such file. */
  read(sha256: string, offset: number, length: number): Promise<{ bytes: Buffer; size: number } | undefined>;
}

const shape = /^[0-9a-f]{64}$/;
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files in a folder, named by what they hold: a name that is not a hash never becomes a path. */
export const openFileStore = (folder: string): FileStore => {
  const placeOf = (sha256: string): { folder: string; file: string } => {
    if (!shape.test(sha256)) throw new Error('Not a SHA-256');
    const place = join(folder, sha256.slice(0, 2));
    return { folder: place, file: join(place, sha256) };
  };
  return {
    async put(content) {
      await mkdir(folder, { recursive: true });
      const making = join(folder, `.${randomUUID()}`);
      const hash = createHash('sha256');
      const file = await open(making, 'wx', 0o600);
      try {
        for await (const part of content) {
          hash.update(part);
          await file.writeFile(part);
        }
        // On the disk before it has its name: a file that is there is whole.
        await file.sync();
      } catch (error) {
        await rm(making, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      const sha256 = hash.digest('hex');
      const place = placeOf(sha256);
      await mkdir(place.folder, { recursive: true });
      await rename(making, place.file);
      return sha256;
    },
    async read(sha256, offset, length) {
      const file = await open(placeOf(sha256).file).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
        return { bytes: buffer.subarray(0, bytesRead), size };
      } finally {
        await file.close();
      }
    },
  };
};
