import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { ArchivedFile } from '../../../../platform/archive/tar.ts';

/** Raised when `parseManifest` reads more than before: then every manifest is read once more. */
const readerVersion = 1;

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

/** Files of one folder lie side by side in the archive, so one folder at a time is held. */
export async function* manifestGroups(files: AsyncIterable<ArchivedFile>): AsyncGenerator<ManifestGroup> {
  let folder = '';
  let held: ArchivedFile[] = [];
  for await (const file of files) {
    if (!file.path.endsWith('.yaml')) continue;
    if (dirname(file.path) !== folder) {
      const group = groupOf(folder, held);
      if (group) yield group;
      folder = dirname(file.path);
      held = [];
    }
    // A copy: the archive's reader hands out slices of a larger block.
    held.push({ path: file.path, content: Buffer.from(file.content) });
  }
  const last = groupOf(folder, held);
  if (last) yield last;
}
