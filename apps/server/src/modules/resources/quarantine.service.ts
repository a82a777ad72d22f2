import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '@patchkeep/rules/ids';
import type { Config } from '../../platform/config/config.ts';
import { lookedBytes } from './file-kinds.rules.ts';

/** Where files lie that nobody has examined: each under the id that we gave it, never under a name that came. */
export interface Quarantine {
  pathOf(id: string): string;
  /** Opens a file to be written, from its beginning or wherever it ended. */
  open(id: string): Promise<FileHandle>;
  /** The beginning of a file, and how many bytes it has; undefined when it is not there. */
  look(id: string): Promise<{ start: Buffer; size: number } | undefined>;
  read(id: string): AsyncIterable<Buffer>;
  remove(id: string): Promise<void>;
  /** Files that were last written before this moment. */
  leftBefore(moment: Date): Promise<string[]>;
}

export const openQuarantine = (folder: string): Quarantine => {
  const pathOf = (id: string): string => {
    // It becomes a path, so it must be an id of ours and nothing else.
    if (!isId(id)) throw new Error('Not an identifier');
    return join(folder, id.toLowerCase());
  };
  return {
    pathOf,
    async open(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return open(pathOf(id), 'r+').catch(() => open(pathOf(id), 'wx+', 0o600));
    },
    async look(id) {
      const file = await open(pathOf(id)).catch(() => undefined);
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        const start = Buffer.alloc(Math.min(size, lookedBytes));
        await file.read(start, 0, start.length, 0);
        return { start, size };
      } finally {
        await file.close();
      }
    },
    read: (id) => createReadStream(pathOf(id), { highWaterMark: 1024 ** 2 }),
    remove: (id) => rm(pathOf(id), { force: true }),
    async leftBefore(moment) {
      const names = await readdir(folder).catch(() => []);
      const left: string[] = [];
      for (const name of names.filter(isId)) {
        const found = await stat(join(folder, name)).catch(() => undefined);
        if (found?.isFile() === true && found.mtime < moment) left.push(name);
      }
      return left;
    },
  };
};

/** The quarantine of this server; undefined when it keeps no files. */
export const quarantineOf = ({
  PATCHKEEP_QUARANTINE_DIR: own,
  PATCHKEEP_FILES_DIR: files,
}: Pick<Config, 'PATCHKEEP_QUARANTINE_DIR' | 'PATCHKEEP_FILES_DIR'>): Quarantine | undefined => {
  const folder = own ?? (files === undefined ? undefined : join(files, 'quarantine'));
  return folder === undefined ? undefined : openQuarantine(folder);
};
