import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listFiles } from './list-files.ts';

const trees: string[] = [];
afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true, force: true })));

const treeOf = (...paths: string[]): string => {
  const tree = mkdtempSync(join(tmpdir(), 'patchkeep-files-'));
  trees.push(tree);
  for (const path of paths) {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    writeFileSync(join(tree, path), path === '.gitignore' ? 'kept-aside/\n' : 'x\n');
  }
  return tree;
};
const given = ['.gitignore', 'src/new.ts', 'src/tracked.ts', 'kept-aside/data.json', 'dist/out.js', '.demo/log.txt'];
const git = (tree: string, ...gitArguments: string[]) => execFileSync('git', gitArguments, { cwd: tree });

test('guards read what is tracked and what is new, nothing that git ignores or that a demo left behind', async () => {
  const tree = treeOf(...given, 'src/deleted.ts');
  git(tree, 'init', '-q');
  git(tree, 'add', '.gitignore', 'src/tracked.ts', 'src/deleted.ts');
  rmSync(join(tree, 'src/deleted.ts'));
  expect(await listFiles(tree)).toEqual(['.gitignore', 'src/new.ts', 'src/tracked.ts']);
});

test('a source archive without git is walked; what our own programs write there is left out', async () => {
  const walked = await listFiles(treeOf(...given));
  expect(walked).toEqual(['.gitignore', 'kept-aside/data.json', 'src/new.ts', 'src/tracked.ts']);
});
