// `npm run proofs -- newest-postgres`: the first run, by every command of the operators' page, on the newest PostgreSQL
// that Debian's stable release and its testing release package; and the server behind their PgBouncer.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordFigure } from './figures/figures.ts';
import { debianServers } from './services/debian-packages.ts';
import { pageCommands } from './services/page-commands.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const suites = ['stable', 'testing'];
const tests = ['first-run', 'role-check', 'backup', 'pgbouncer'].map((name) => `apps/server/src/${name}.test.ts`);

/** What step 1 of the page leaves behind in a clean checkout. */
const buildCheckout = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'patchkeep-checkout-')), 'patchkeep');
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  const [build = ''] = pageCommands(readFileSync(join(folder, 'docs/operators/README.md'), 'utf8'), 'Piece by piece');
  // As the shell of an operator has it: without what npm tells the scripts that it runs.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  execFileSync('/bin/sh', ['-c', build], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return folder;
};

const began = performance.now();
const checkout = buildCheckout();
const ran: string[] = [];
let failed = 0;
for (const suite of suites) {
  const { bin, pgbouncer, remove } = debianServers(suite);
  const versionOf = (program: string) =>
    execFileSync(program, ['--version'], { encoding: 'utf8' }).match(/\d{1,4}(\.\d{1,4}){1,3}/)?.[0] ?? 'unknown';
  const versions = `PostgreSQL ${versionOf(join(bin, 'postgres'))} with PgBouncer ${versionOf(pgbouncer)}`;
  console.log(`${suite}: ${versions}`);
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', ...tests, '--maxWorkers=1'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FIRST_RUN_CHECKOUT: checkout, PATCHKEEP_PG_BIN: bin, PATCHKEEP_PGBOUNCER: pgbouncer },
  });
  if (status !== 0) failed += 1;
  ran.push(versions);
  remove();
}
rmSync(join(checkout, '..'), { recursive: true });
recordFigure({
  id: 'newest-postgres',
  what: 'the first run on the newest PostgreSQL that Debian packages, from a clean checkout, and the server behind PgBouncer',
  value: failed,
  unit: 'failed runs',
  goal: 0,
  goalIs: 'at most',
  command: 'npm run proofs -- newest-postgres',
  detail: `${ran.join('; ')}; ${Math.round((performance.now() - began) / 1_000)} s`,
});
if (failed > 0) process.exitCode = 1;
