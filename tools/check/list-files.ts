import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

// What .gitignore leaves out, and the broken examples, which are not ours to judge.
const skipped = new Set(['dist', 'dist-gallery', '.git', 'node_modules', 'reports', '.dev', 'tools/broken']);

/** Every file a commit could hold, relative to the tree. Walked, not asked of git: a source archive has no git. */
export async function listFiles(tree: string, folder = ''): Promise<string[]> {
  const entries = await readdir(join(tree, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skipped.has(entry.name) || skipped.has(path)) return [];
      if (entry.isDirectory()) return await listFiles(tree, path);
      return entry.isFile() && !/\.(log|tsbuildinfo)$/.test(path) ? [path] : [];
    }),
  );
  return found.flat().toSorted();
}
