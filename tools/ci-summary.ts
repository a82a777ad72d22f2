// The end of `.ci/run`: what each step and each test file took, and `N passed, N failed` over the test reports and the
// steps that have none. Writes reports/ci.json. Reads reports/steps.tsv: name, seconds, exit code and busy share of
// each step.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCosts } from './ci/costs.ts';
import { nameFailures, summarize } from './ci/summary.ts';
import { readReport } from './spec/reports.ts';

const folder = fileURLToPath(new URL('../reports/', import.meta.url));
const repository = fileURLToPath(new URL('..', import.meta.url));
const reports = { test: readReport(`${folder}test.json`), e2e: readReport(`${folder}e2e.json`) };
const { steps, files } = readCosts(folder, repository);
const failedSteps = steps.filter(({ code }) => code !== 0).map(({ name }) => name);
const { passed, failed } = summarize(reports, failedSteps);
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: repository, encoding: 'utf8' }).trim();
// Some steps run beside others: the whole run is shorter than all of them together.
const seconds = Number(process.env['CI_SECONDS'] ?? steps.reduce((sum, step) => sum + step.seconds, 0));
writeFileSync(`${folder}ci.json`, `${JSON.stringify({ commit, passed, failed, seconds, steps, files }, null, 2)}\n`);

console.log('The test files that took longest:');
for (const file of files.slice(0, 20)) console.log(`${String(file.seconds).padStart(6)} s  ${file.name}`);
console.log('The steps:');
for (const { name, seconds: took, code, busy } of steps)
  console.log(
    `${String(took).padStart(6)} s  ${String(busy).padStart(3)} % busy  ${name}${code === 0 ? '' : ' FAILED'}`,
  );
console.log(`${String(seconds).padStart(6)} s  in all`);
for (const line of nameFailures(reports)) console.log(`failed: ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
