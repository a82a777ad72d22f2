import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { allEndpoints } from '@patchkeep/contract/api';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/map.md'), 'utf8');
const wordsIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const isAt = (path: string): boolean => existsSync(join(root, path));
const sorted = (words: Iterable<string>): string[] => [...new Set(words)].toSorted();

/** The folder that the paths of a column are relative to; tables and jobs are names, not paths. */
const bases: Record<string, string> = {
  Console: 'apps/console/src',
  Contract: 'packages/contract/src',
  Server: 'apps/server/src/modules',
  Agent: 'apps/agent/src',
};
const lines = page.split('\n');
const head = lines.findIndex((line) => line.startsWith('| Feature |'));
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const columns = cellsOf(lines[head] ?? '');
const end = lines.findIndex((line, at) => at > head && line === '');
const rows = lines.slice(head + 2, end).map(cellsOf);
const cellsUnder = (column: string): string[] => rows.map((row) => row[columns.indexOf(column)] ?? '');
const prose = [...lines.slice(0, head), ...lines.slice(end)].join('\n');

/** In a table of the map a path may also be written from the root of the repository. */
const fullPath = (column: string, word: string): string => {
  const inColumn = `${bases[column]}/${word}`;
  return isAt(inColumn) ? inColumn : word;
};
const tabled = Object.keys(bases).flatMap((column) =>
  wordsIn(cellsUnder(column).join()).map((word) => fullPath(column, word)),
);
const namedPaths = new Set([...tabled, ...wordsIn(prose)]);

const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
const tables = new Set(
  [...textOf('apps/server/migrations/*.sql').matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name),
);
const jobs = new Set(
  [
    ...textOf('apps/server/src/modules/**/*.jobs.ts').matchAll(/^ +name: '([\w-]+)'/gm),
    // Requested by a lower module than the one that runs it, so the name stands there.
    ...textOf('apps/server/src/modules/**/*-request.service.ts').matchAll(/Name = '([\w-]+)'/g),
    ...textOf('apps/server/src/modules/approvals/policy/decided.service.ts').matchAll(/^ +name: '([\w-]+)'/gm),
  ].map(([, name = '']) => name),
);
const endpoints = new Set([...allEndpoints, ...Object.values(agentApi)].map(({ method, path }) => `${method} ${path}`));
const isEndpoint = (word: string): boolean => /^[A-Z]+ \//.test(word);

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
const modules = foldersIn('apps/server/src/modules');
/** A folder counts as named when the map names it or anything in it. */
const isNamed = (folder: string): boolean => [...namedPaths].some((path) => `${path}/`.startsWith(`${folder}/`));

describe('docs/map.md', () => {
  it('has a table with a row for each feature', () => {
    expect(columns).toEqual(['Feature', 'Console', 'Contract', 'Server', 'Tables', 'Jobs', 'Agent']);
    expect(rows.length).toBeGreaterThan(20);
  });

  it('names only paths that exist', () => {
    const written = wordsIn(prose).filter((word) => word.includes('/') && !isEndpoint(word));
    expect(sorted([...tabled, ...written].filter((path) => !isAt(path)))).toEqual([]);
  });

  it('names only tables of the migrations, jobs of the server and endpoints of the contract', () => {
    const known = (word: string): boolean => tables.has(word) || isAt(word);
    expect(wordsIn(cellsUnder('Tables').join()).filter((word) => !known(word))).toEqual([]);
    expect(wordsIn(cellsUnder('Jobs').join()).filter((word) => !jobs.has(word))).toEqual([]);
    expect(wordsIn(page).filter((word) => isEndpoint(word) && !endpoints.has(word))).toEqual([]);
    // In the walks a word with an underscore is a table.
    expect(wordsIn(prose).filter((word) => /^[a-z]+_[a-z_]+$/.test(word) && !tables.has(word))).toEqual([]);
  });

  it('names every module, room, console feature and contract file', () => {
    const rooms = modules.flatMap(foldersIn).filter((folder) => !folder.endsWith('/testkit'));
    const features = foldersIn('apps/console/src/features');
    const contract = globSync('packages/contract/src/**/*.ts', { cwd: root }).filter((path) => !/\.test\./.test(path));
    expect([...modules, ...rooms, ...features, ...contract].filter((path) => !isNamed(path))).toEqual([]);
  });

  it('names every table and every job', () => {
    const named = new Set(wordsIn(page));
    expect([...tables, ...jobs].filter((name) => !named.has(name))).toEqual([]);
  });
});
