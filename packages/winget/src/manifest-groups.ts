import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { ArchivedFile } from '@patchkeep/records/tar';

/** Raised when `parseManifest` reads more than before: then every manifest is read once more. */
const readerVersion = 1;

// A version has a file for each language, some kilobytes large. Whoever packs more into a folder gets no more memory.
const maxFiles = 500;
const maxFolderBytes = 16 * 1024 ** 2;

/** The manifest files of one version, still unread. */
export interface ManifestGroup {
  folder: string;
  /** As the path has it; what the files say counts, this only finds what was stored before. */
  packageId: string;
  version: string;
  hash: Buffer;
  files: ArchivedFile[];
}

const groupOf = (folder: string, files: ArchivedFile[]): ManifestGroup | undefined => {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const names = sorted.map(({ path }) => basename(path));
  const name = names.find((each) => each.endsWith('.installer.yaml')) ?? names[0];
  if (name === undefined) return undefined;
  const hash = createHash('sha256').update(`${readerVersion}`);
  for (const { path, content } of sorted) hash.update(`\0${basename(path)}\0`).update(content);
  const packageId = name.replace(/(\.installer)?\.yaml$/, '');
  return { folder, packageId, version: basename(folder), hash: hash.digest(), files: sorted };
};

/**
 * Files of one folder lie side by side in the archive, so one folder at a time is held, and of a folder that is far too
 * large only the beginning.
 */
export async function* manifestGroups(files: AsyncIterable<ArchivedFile>): AsyncGenerator<ManifestGroup> {
  let folder = '';
  let filesOfFolder: ArchivedFile[] = [];
  let bytes = 0;
  for await (const file of files) {
    if (!file.path.endsWith('.yaml')) continue;
    if (dirname(file.path) !== folder) {
      const group = groupOf(folder, filesOfFolder);
      if (group) yield group;
      folder = dirname(file.path);
      filesOfFolder = [];
      bytes = 0;
    }
    bytes += file.content.length;
    if (filesOfFolder.length >= maxFiles || bytes > maxFolderBytes) continue;
    // A copy: the archive's reader hands out slices of a larger block.
    filesOfFolder.push({ path: file.path, content: Buffer.from(file.content) });
  }
  const last = groupOf(folder, filesOfFolder);
  if (last) yield last;
}
