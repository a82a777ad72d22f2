// `npm run mutants`: takes a guard away and expects a named test to turn red: a guard that nobody would miss is no guard.
// Works on a copy of the tree; nothing here is ever changed.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutant, mutants } from './mutants/guards.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const copied = [
  'apps',
  'packages',
  'tools',
  'docs',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];

const copyTree = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'patchkeep-mutant-'));
  const isWanted = (path: string) => !/node_modules|\/dist(-gallery)?(\/|$)|\/\.dev/.test(path);
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isWanted });
  // Only the server is ever mutated; what it imports comes from the original install.
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
};

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

/** Long enough for the slowest of the tests beside all others on a busy machine. */
const patienceMs = 240_000;

const failedTests = (copy: string, file: string): Promise<string[]> =>
  new Promise((resolve) => {
    const report = join(copy, 'mutant.json');
    const args = ['run', '--project', 'server', '--reporter=json', `--outputFile=${report}`, file];
    execFile(join(root, 'node_modules/.bin/vitest'), args, { cwd: copy, timeout: patienceMs }, (ended) => {
      try {
        const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
        const all = testResults.flatMap(({ assertionResults }) => assertionResults);
        resolve(all.filter(({ status }) => status === 'failed').map(({ title }) => title));
      } catch {
        resolve([`no report, ${ended?.message ?? 'and no error'}`]);
      }
    });
  });

/** True when the named test turned red without the guard. */
const isCaught = async ({ guard, file, without, instead, red }: Mutant): Promise<boolean> => {
  const copy = copyTree();
  try {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(without)) throw new Error(`${file} no longer holds what the ${guard} mutant takes away`);
    writeFileSync(
      path,
      source.replace(without, () => instead),
    );
    const failed = await failedTests(copy, red.file);
    const caught = failed.includes(red.test);
    const story = caught ? `"${red.test}" turned red` : `failed: ${failed.join('; ') || 'nothing'}`;
    console.log(`${caught ? 'caught  ' : 'SURVIVED'} without the ${guard}: ${story}`);
    return caught;
  } finally {
    rmSync(copy, { recursive: true });
  }
};

const only = process.argv.slice(2);
const waiting = mutants.filter(({ guard }) => only.length === 0 || only.includes(guard)).values();
let survivors = 0;
const work = async (): Promise<void> => {
  for (const mutant of waiting) if (!(await isCaught(mutant))) survivors += 1;
};
// Each has a tree and a database of its own, and spends half its time waiting.
await Promise.all([work(), work()]);
process.exit(survivors > 0 ? 1 : 0);
