import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// What programs of ours write into the tree, and the broken examples, which are not ours to judge.
const skipped = ['dist', 'dist-gallery', '.git', 'node_modules', 'reports', '.dev', '.demo', 'tools/broken'];
const isSkipped = (path: string): boolean =>
  skipped.some((name) => (name.includes('/') ? `${path}/`.startsWith(`${name}/`) : path.split('/').includes(name))) ||
  /\.(log|tsbuildinfo)$/.test(path);

/** A source archive has no git to ask: its files are walked. */
const walk = async (tree: string, folder = ''): Promise<string[]> => {
  const entries = await readdir(join(tree, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isSkipped(path)) return [];
      if (entry.isDirectory()) return await walk(tree, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat();
};

/** Tracked, or new and not ignored; a tracked file that is deleted is still listed by git. */
const askGit = async (tree: string): Promise<string[]> => {
  const gitArguments = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', gitArguments, { cwd: tree, maxBuffer: 64 * 1024 * 1024 });
  const paths = [...new Set(stdout.split('\0'))];
  return paths.filter((path) => path !== '' && !isSkipped(path) && existsSync(join(tree, path)));
};

/** Every file that a commit could hold, relative to the tree. */
export const listFiles = async (tree: string): Promise<string[]> =>
  (await (existsSync(join(tree, '.git')) ? askGit(tree) : walk(tree))).toSorted();
