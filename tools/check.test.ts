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
  ['format', 'format', /apps\/server\/src\/untidy\.ts/],
  ['unused', 'unused-export', /Unused exports \(1\)\nforgotten\s+apps\/server\/src\/modules\/numbers\.ts/],
  ['migrations', 'migration', /0001_break_running_servers\.sql:\d+:\d+: warning: ban-drop-column/],
  ['file-size', 'file-size', /apps\/server\/src\/endless\.ts: 401 lines, at most 400/],
  ['patterns', 'patterns', slowPatterns],
  ['words', 'words', /docs\/where\.md:1: an absolute path of one machine/],
  ['words', 'words', /e2e\/hasty\.e2e\.ts:1: a journey that looks once/],
  ['words', 'words', /e2e\/waiting\.e2e\.ts:1: a fixed wait/],
] as const;

describe('each guard fails on what it guards against', () => {
  it.for(broken)('%s on tools/broken/%s', { timeout: 30_000 }, async ([guard, example, message]) => {
    const verdict = await look(guard, example);
    expect(verdict.output).toMatch(message);
    expect(verdict.ok).toBe(false);
  });

  it('every dependency rule is broken once and seen', { timeout: 30_000 }, async () => {
    const { ok, output } = await look('dependencies', 'dependencies');
    expect(ok).toBe(false);
    const rules = createRequire(import.meta.url)('../dependency-rules.cjs') as { forbidden: { name: string }[] };
    const seen = new Set([...output.matchAll(/error ([a-z-]+):/g)].map(([, name]) => name));
    expect([...seen].toSorted()).toEqual([...new Set(rules.forbidden.map(({ name }) => name))].toSorted());
    // Both kinds of source are read, and an import of a type alone counts.
    expect(output).toMatch(/clients-never-import-the-server: apps\/console\/src\/app\/about\.tsx → apps\/server/);
    expect(output).toMatch(/rules-are-pure: packages\/rules\/src\/status\.ts → (node:)?fs/);
    expect(output).toMatch(/modules-meet-at-public: .*hosts\/reach-into\.service\.ts → .*identity\.repository\.ts/);
    expect(output).toMatch(/sql-lives-in-repositories-and-queries: .*hosts\/query-in\.service\.ts → .*kysely/);
  });

  it('names every guard, so that a new one cannot come without its broken example', () => {
    const shown = new Set<string>([...broken.map(([guard]) => guard), 'dependencies']);
    expect(guards.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
});
