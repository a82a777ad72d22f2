// `npm run proofs -- mutants`: takes a guard away and expects a named test to turn red.
// Arguments: the names of guards; without any, all of them. `--part`: a few that the commit chooses, for CI.
// `--defects` (`npm run proofs -- defects`): takes the repairs of the console's defects away instead; some of them turn a
// journey red, for which the console is built first.
// Works on copies of the tree; nothing here is ever changed.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { raiseTemplate } from '../apps/server/src/testkit/template.ts';
import { consoleDefects } from './defects/console.ts';
import { recordFigure } from './figures/figures.ts';
import { type Mutant, mutants } from './mutants/guards.ts';
import { partOf } from './proofs/choice.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const copied = [
  'apps',
  'packages',
  'tools',
  'e2e',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'vitest.e2e.config.ts',
];
/** Read by tests and never changed by a mutant. */
const linked = ['docs', 'bin', 'CHANGELOG.md'];
const workspaces = ['apps', 'packages'];

/** What the tree imports: packages of others from the original install, our own from the copy. */
const linkModules = (copy: string): void => {
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@patchkeep'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@patchkeep') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const folder of workspaces)
    for (const name of readdirSync(join(copy, folder)))
      if (existsSync(join(copy, folder, name, 'package.json')))
        symlinkSync(join(copy, folder, name), join(modules, '@patchkeep', name));
};

const copyTree = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'patchkeep-mutant-'));
  const isWanted = (path: string) => !/node_modules|\/dist(-gallery)?(\/|$)|\/\.dev/.test(path);
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isWanted });
  for (const name of linked) symlinkSync(join(root, name), join(copy, name));
  linkModules(copy);
  return copy;
};

/** The project of vitest.config.ts that a test file belongs to. */
const projectOf = (file: string): string => {
  if (file.startsWith('apps/server/')) return 'server';
  return /^(packages|apps\/console)\//.test(file) ? 'unit' : 'programs';
};

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

/** Long enough for the slowest of the tests beside all others on a busy machine. */
const patienceMs = 900_000;

/** A migrated database that every mutant clones, unless the mutant changes what makes it. */
const template = await raiseTemplate();

/** The groups of processes that run now. A mutated server can outlive its test, so each group is ended as a whole. */
const running = new Set<number>();
const endGroup = (group: number): void => {
  running.delete(group);
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running.forEach(endGroup);
    process.exit(1);
  });

/** Runs a program until it ends by itself or our patience does; then nothing that it started is left. */
const runProgram = (program: string, copy: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', program), args, {
      cwd: copy,
      env,
      detached: true,
      stdio: 'ignore',
    });
    const group = child.pid;
    if (group !== undefined) running.add(group);
    const patience = setTimeout(() => group !== undefined && endGroup(group), patienceMs);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(patience);
      if (group !== undefined) endGroup(group);
      resolve(`ended with ${signal ?? code}`);
    });
  });

const failedTests = async (copy: string, { file, red }: Mutant): Promise<string[]> => {
  const report = join(copy, 'mutant.json');
  const isJourney = red.file.startsWith('e2e/');
  const where = isJourney
    ? ['--config', 'vitest.e2e.config.ts', '-t', red.test.replaceAll(/[^\w ]/g, '.')]
    : ['--project', projectOf(red.file)];
  const args = ['run', ...where, '--reporter=json', `--outputFile=${report}`, red.file];
  const env = { ...process.env, ...(!isJourney && !file.startsWith('apps/server/migrations/') && template.env) };
  rmSync(report, { force: true });
  if (isJourney) await runProgram('vite', copy, ['build', 'apps/console'], env);
  const end = await runProgram('vitest', copy, args, env);
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const told = testResults.flatMap(({ assertionResults }) => assertionResults);
    return told.filter(({ status }) => status === 'failed').map(({ title }) => title);
  } catch {
    return [`no report: vitest ${end}`];
  }
};

/** True when the named test turned red without the guard. */
const isCaught = async (copy: string, mutant: Mutant): Promise<boolean> => {
  const { guard, file, without, instead, red } = mutant;
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (!source.includes(without)) throw new Error(`${file} no longer holds what the ${guard} mutant takes away`);
  writeFileSync(
    path,
    source.replace(without, () => instead),
  );
  try {
    const failed = await failedTests(copy, mutant);
    const [before = '', after] = red.test.split('%s');
    // A test of several cases has a part of its title from each of them.
    const isRed = (title: string) =>
      after === undefined ? title === before : title.startsWith(before) && title.endsWith(after);
    const caught = failed.some(isRed);
    const story = caught ? `"${red.test}" turned red` : `failed: ${failed.join('; ') || 'nothing'}`;
    console.log(`${caught ? 'caught  ' : 'SURVIVED'} without the ${guard}: ${story}`);
    return caught;
  } finally {
    writeFileSync(path, source);
  }
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'boolean', default: false }, defects: { type: 'boolean', default: false } },
});
const all: readonly Mutant[] = values.defects ? consoleDefects : mutants;
/** A number, not a share: how long CI takes must not grow with the list. */
const perRun = 24;
const chosen = (values.part ? partOf(all, Math.ceil(all.length / perRun)) : all).filter(
  ({ guard }) => positionals.length === 0 || positionals.includes(guard),
);
const waiting = chosen.values();
let survivors = 0;
const work = async (): Promise<void> => {
  const copy = copyTree();
  try {
    for (const mutant of waiting) if (!(await isCaught(copy, mutant))) survivors += 1;
  } finally {
    rmSync(copy, { recursive: true });
  }
};
// Two at a time: each spends half its time waiting.
await Promise.all([work(), work()]);
await template.stop();
console.log(`${chosen.length} of ${all.length} mutants, ${survivors} survived`);
if (chosen.length === all.length)
  recordFigure({
    id: values.defects ? 'defects' : 'mutants',
    what: values.defects
      ? 'defects of the console that can come back without a red test'
      : 'guards that can be taken away without a red test',
    value: survivors,
    unit: 'survivors',
    goal: 0,
    goalIs: 'at most',
    command: `npm run proofs -- ${values.defects ? 'defects' : 'mutants'}`,
    detail: `${all.length} mutants`,
  });
process.exit(survivors > 0 ? 1 : 0);
