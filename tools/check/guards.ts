import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCopies } from './copies.ts';
import { findLongFiles } from './file-size.ts';
import { findFullFolders } from './folder-size.ts';
import { findForbiddenWords } from './forbidden-words.ts';
import { listFiles } from './list-files.ts';
import { findSlowPatterns } from './patterns.ts';
import { findFilesWithoutRole } from './role-suffixes.ts';
import { findUnmatchedClasses } from './style-classes.ts';
import { findSharedTables } from './table-writers.ts';
import { findExportsOfTests } from './test-only-exports.ts';

export type Verdict = { ok: boolean; output: string };

/** One rule of the house. It looks at the tree it is given, so that tests can show it a broken one. */
export type Guard = { name: string; look: (tree: string) => Promise<Verdict> };

const repository = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name: string) => join(repository, 'node_modules/.bin', name);
const cruise = join(repository, 'tools/cruise/node_modules/.bin/depcruise');

const typeProjects = [
  'tsconfig.json',
  'packages/tsconfig.json',
  'apps/console/tsconfig.json',
  'apps/console/tsconfig.node.json',
];
const sourceFolders = ['apps', 'packages', 'tools', 'e2e', 'bench'];

export const guards: Guard[] = [
  {
    name: 'types',
    look: async (tree) => {
      const verdicts = await Promise.all(
        existing(tree, typeProjects).map((project) => command(tree, bin('tsc'), ['--pretty', 'false', '-p', project])),
      );
      return { ok: verdicts.every(({ ok }) => ok), output: verdicts.map(({ output }) => output).join('') };
    },
  },
  {
    name: 'lint',
    look: (tree) => command(tree, bin('oxlint'), ['--config', '.oxlintrc.json', '--deny-warnings', '--format=unix']),
  },
  { name: 'format', look: (tree) => command(tree, bin('oxfmt'), ['--check', '.']) },
  {
    name: 'dependencies',
    look: (tree) => command(tree, cruise, ['--config', 'dependency-rules.cjs', ...existing(tree, sourceFolders)]),
  },
  { name: 'unused', look: (tree) => command(tree, bin('knip'), ['--no-progress', '--no-config-hints']) },
  {
    name: 'migrations',
    look: async (tree) => {
      const files = (await listFiles(tree)).filter((file) => /^apps\/server\/migrations\/.*\.sql$/.test(file));
      // Squawk without a file would wait for one on its standard input.
      if (files.length === 0) return { ok: true, output: '' };
      return await command(tree, bin('squawk'), ['--config', '.squawk.toml', '--reporter', 'gcc', ...files]);
    },
  },
  { name: 'file-size', look: async (tree) => verdictOf(findLongFiles(tree, await listFiles(tree))) },
  { name: 'folder-size', look: async (tree) => verdictOf(findFullFolders(await listFiles(tree))) },
  { name: 'copies', look: async (tree) => verdictOf(await findCopies(bin('jscpd'), tree)) },
  { name: 'suffixes', look: async (tree) => verdictOf(findFilesWithoutRole(await listFiles(tree))) },
  { name: 'test-only', look: async (tree) => verdictOf(findExportsOfTests(tree, await listFiles(tree))) },
  { name: 'table-writers', look: async (tree) => verdictOf(findSharedTables(tree, await listFiles(tree))) },
  { name: 'classes', look: async (tree) => verdictOf(findUnmatchedClasses(tree, await listFiles(tree))) },
  { name: 'patterns', look: async (tree) => verdictOf(findSlowPatterns(tree, await listFiles(tree))) },
  { name: 'words', look: async (tree) => verdictOf(await findForbiddenWords(tree, await listFiles(tree))) },
];

const verdictOf = (complaints: string[]): Verdict => ({
  ok: complaints.length === 0,
  output: complaints.map((line) => `${line}\n`).join(''),
});

const existing = (tree: string, paths: string[]) => paths.filter((path) => existsSync(join(tree, path)));

async function command(cwd: string, file: string, args: string[]): Promise<Verdict> {
  return await new Promise((resolve) => {
    // Colours off: the output is compared in tests and read in logs.
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    execFile(file, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const unstarted = error && typeof error.code === 'string' ? `${error.message}\n` : '';
      resolve({ ok: error === null, output: unstarted + stdout + stderr });
    });
  });
}
