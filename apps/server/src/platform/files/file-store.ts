import { createHash, randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FilesUnavailable } from './files-unavailable.ts';

/** A file that has come whole but is not in the store yet. */
export interface StagedFile {
  sha256: string;
  /** Gives it its place; the same content is kept once. */
  keep(): Promise<void>;
  /** Removes it, unless it was kept. */
  discard(): Promise<void>;
}

export interface FileStore {
  /** Takes what comes, for somebody who has still to decide whether to keep it. */
  stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /** Keeps what comes and says its SHA-256. */
  put(content: AsyncIterable<Uint8Array>): Promise<string>;
  /** The files that were kept before this moment. What was staged before it, and never kept, is removed. */
  keptBefore(moment: Date): Promise<string[]>;
  /** Removes a file, unless it was kept again since this moment. */
  remove(sha256: string, before: Date): Promise<void>;
  /** Some bytes of a file and how many it has in all; undefined when there is no such file. */
  read(sha256: string, offset: number, length: number): Promise<{ bytes: Buffer; size: number } | undefined>;
  /** Why files cannot be reached now, in words for the operator; undefined when they can. */
  trouble(): Promise<string | undefined>;
}

/** A file that has come: it is given its place once. */
export const stagedFile = (
  sha256: string,
  { place, discard }: { place: () => Promise<void>; discard: () => Promise<void> },
): StagedFile => {
  let isKept = false;
  return {
    sha256,
    async keep() {
      if (isKept) return;
      await place();
      isKept = true;
    },
    async discard() {
      if (!isKept) await discard();
    },
  };
};

/** Keeps what comes, and says its SHA-256. */
export const keepStaged = async (coming: Promise<StagedFile>): Promise<string> => {
  const staged = await coming;
  await staged.keep();
  return staged.sha256;
};

const shape = /^[0-9a-f]{64}$/;
export const assertSha256 = (text: string): void => {
  if (!shape.test(text)) throw new Error('Not a SHA-256');
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
/** A disk that is full, gone or closed to us is the operator's to mend; callers are told to come back. */
const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw new FilesUnavailable(`the folder of files: ${codeOf(error)}`);
  }
};

/** Files in a folder, named by what they hold: a name that is not a hash never becomes a path. */
export const openFileStore = (folder: string): FileStore => {
  const placeOf = (sha256: string): { folder: string; file: string } => {
    assertSha256(sha256);
    const place = join(folder, sha256.slice(0, 2));
    return { folder: place, file: join(place, sha256) };
  };
  const stage = async (content: AsyncIterable<Uint8Array>): Promise<StagedFile> => {
    await onDisk(mkdir(folder, { recursive: true }));
    const making = join(folder, `.${randomUUID()}`);
    const hash = createHash('sha256');
    const file = await onDisk(open(making, 'wx', 0o600));
    try {
      for await (const part of content) {
        hash.update(part);
        await onDisk(file.writeFile(part));
      }
      // On the disk before it has its name: a file that is there is whole.
      await onDisk(file.sync());
    } catch (error) {
      await rm(making, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    const sha256 = hash.digest('hex');
    return stagedFile(sha256, {
      async place() {
        const place = placeOf(sha256);
        await onDisk(mkdir(place.folder, { recursive: true }));
        await onDisk(rename(making, place.file));
      },
      discard: () => rm(making, { force: true }),
    });
  };
  const isOlder = async (path: string, moment: Date): Promise<boolean> => {
    const found = await stat(path).catch(() => undefined);
    return found !== undefined && found.isFile() && found.mtime < moment;
  };
  return {
    stage,
    put: (content) => keepStaged(stage(content)),
    async keptBefore(moment) {
      const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const kept: string[] = [];
      for (const name of names) {
        if (!(await isOlder(join(folder, name), moment))) continue;
        if (/^\.[0-9a-f-]{36}$/.test(name)) await rm(join(folder, name), { force: true });
        else if (shape.test(basename(name))) kept.push(basename(name));
      }
      return kept;
    },
    async remove(sha256, before) {
      const { file } = placeOf(sha256);
      if (await isOlder(file, before)) await rm(file, { force: true });
    },
    async read(sha256, offset, length) {
      const file = await open(placeOf(sha256).file).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw new FilesUnavailable(`the folder of files: ${codeOf(error)}`);
      });
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await onDisk(file.read(buffer, 0, buffer.length, offset));
        return { bytes: buffer.subarray(0, bytesRead), size };
      } finally {
        await file.close();
      }
    },
    async trouble() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
        return undefined;
      } catch (error) {
        return `the folder of files: ${codeOf(error)}`;
      }
    },
  };
};
