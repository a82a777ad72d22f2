import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { guards, type Verdict } from './check/guards.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const configuration = [
  'tsconfig.base.json',
  'tsconfig.json',
  'knip.json',
  'dependency-rules.cjs',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  '.squawk.toml',
  'package.json',
];
const trees: string[] = [];
afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true, force: true })));

/** The broken example as a repository of its own, under the very configuration the real one is held to. */
async function look(guardName: string, example: string): Promise<Verdict> {
  const tree = mkdtempSync(join(tmpdir(), 'patchkeep-broken-'));
  trees.push(tree);
  cpSync(join(repository, 'tools/broken', example), tree, { recursive: true });
  for (const file of configuration) {
    if (!existsSync(join(tree, file))) copyFileSync(join(repository, file), join(tree, file));
  }
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  const guard = guards.find(({ name }) => name === guardName);
  if (guard === undefined) throw new Error(`no guard named ${guardName}`);
  return await guard.look(tree);
}

/** Every line of the broken example, for its own reason, and nothing of what stands beside it. */
const slowPatterns = new RegExp(
  [
    /^apps\/server\/src\/slow\.ts:1: .* takes exponential time\n/,
    /apps\/server\/src\/slow\.ts:2: .* takes quadratic time or worse\n/,
    /apps\/server\/src\/slow\.ts:3: .* takes quadratic time or worse\n/,
    /apps\/server\/src\/slow\.ts:4: .* takes quadratic time: it reads on from each place where it begins\n/,
    /apps\/server\/src\/slow\.ts:5: .* is put together while it runs: .*\n$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

const broken = [
  ['types', 'types', /wrong\.ts\(1,14\): error TS2322: Type 'string' is not assignable to type 'number'/],
  ['lint', 'lint-floating-promise', /forgotten\.ts:6:3: .*typescript\(no-floating-promises\)/],
  ['lint', 'lint-long-function', /endless\.ts:1:24: .* has too many lines \(101\)\. Maximum allowed is 100/],
  ['format', 'format', /apps\/server\/src\/untidy\.ts/],
  // Its only fault is the order of its imports.
  ['format', 'format', /apps\/server\/src\/unsorted\.ts/],
  ['unused', 'unused-export', /Unused exports \(1\)\nforgotten\s+apps\/server\/src\/modules\/numbers\.ts/],
  ['migrations', 'migration', /0001_break_running_servers\.sql:\d+:\d+: warning: ban-drop-column/],
  ['file-size', 'file-size', /apps\/server\/src\/endless\.ts: 401 lines, at most 400/],
  // Tests and style sheets beside them are not counted.
  ['folder-size', 'folder-size', /^apps\/server\/src\/crowd: 31 source files, at most 30\n$/],
  // A test may repeat another, and what differs in one word is no copy.
  [
    'copies',
    'copies',
    /^apps: 1 pairs of copies, at most 0 \(tools\/copies\.json\)\napps\/server\/src\/groups\.ts:1-8 = apps\/server\/src\/tags\.ts:1-8\n$/,
  ],
  // Two of its four files end in no role.
  [
    'suffixes',
    'suffixes',
    /^apps\/server\/src\/modules\/hosts\/rename\.helper\.ts: does not end in a role.*\n.*\/rename\.ts: does not .*\n$/,
  ],
  // What its own file uses may be exported for a test.
  ['test-only', 'test-only', /^apps\/server\/src\/more-numbers\.ts: only tests use six\n$/],
  // One module writes by the query builder and the other in SQL; a read is no write.
  ['table-writers', 'table-writers', /^hosts: has one module .*\/hosts\.repository\.ts, .*\/move\.repository\.ts$/m],
  ['table-writers', 'table-writers', /\/any\.repository\.ts:1: writes a table that is only known while it runs/],
  // A class that is only known while the page runs may be any: the second component has one.
  ['classes', 'classes', /^\S*\/card\.tsx: takes the class heading, which \S*\/card\.module\.css does not have$/m],
  ['classes', 'classes', /^\S*\/card\.module\.css: no component takes the class title$/m],
  ['patterns', 'patterns', slowPatterns],
  ['words', 'words', /docs\/where\.md:1: an absolute path of one machine/],
  ['words', 'words', /e2e\/hasty\.e2e\.ts:1: a journey that looks once/],
  ['words', 'words', /e2e\/waiting\.e2e\.ts:1: a fixed wait/],
] as const;

describe('each guard fails on what it guards against', () => {
  it.for(broken)('%s on tools/broken/%s', async ([guard, example, message]) => {
    const verdict = await look(guard, example);
    expect(verdict.output).toMatch(message);
    expect(verdict.ok).toBe(false);
  });

  it('every dependency rule is broken once and seen', async () => {
    const { ok, output } = await look('dependencies', 'dependencies');
    expect(ok).toBe(false);
    const rules = createRequire(import.meta.url)('../dependency-rules.cjs') as { forbidden: { name: string }[] };
    const seen = new Set([...output.matchAll(/error ([a-z-]+):/g)].map(([, name]) => name));
    expect([...seen].toSorted()).toEqual([...new Set(rules.forbidden.map(({ name }) => name))].toSorted());
    // Both kinds of source are read, and an import of a type alone counts.
    expect(output).toMatch(/clients-never-import-the-server: apps\/console\/src\/app\/about\.tsx → apps\/server/);
    expect(output).toMatch(/rules-are-pure: packages\/rules\/src\/status\.ts → (node:)?fs/);
    expect(output).toMatch(/modules-meet-at-public: .*hosts\/reach-into\.service\.ts → .*identity\.repository\.ts/);
    expect(output).toMatch(/rooms-call-leftwards: .*hosts\/agents\/reach-right\.service\.ts → .*restarts\.service\.ts/);
    expect(output).toMatch(/rooms-call-leftwards: .*approvals\/why\/why-panel\.tsx → .*decide-menu\.tsx/);
    expect(output).toMatch(/rooms-have-a-place: .*hosts\/cellar\/box\.service\.ts/);
    expect(output).toMatch(/signer-imports-only-orders: apps\/signer\/src\/vouch\.ts → .*pg/);
    expect(output).toMatch(/packager-imports-no-other-app: apps\/packager\/src\/manifests\.ts → .*pg/);
    expect(output).toMatch(/sql-lives-in-repositories-and-queries: .*hosts\/query-in\.service\.ts → .*kysely/);
  });

  it('names every guard, so that a new one cannot come without its broken example', () => {
    const shown = new Set<string>([...broken.map(([guard]) => guard), 'dependencies']);
    expect(guards.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
});
