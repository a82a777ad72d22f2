// The last line of `.ci/run`: `N passed, N failed` over the test reports and the steps that have none.
// Arguments: the names of the steps that failed.
import { fileURLToPath } from 'node:url';
import { nameFailures, summarize } from './ci/summary.ts';
import { readReport } from './spec/reports.ts';

const folder = fileURLToPath(new URL('../reports/', import.meta.url));
const reports = { test: readReport(`${folder}test.json`), e2e: readReport(`${folder}e2e.json`) };
const { passed, failed } = summarize(reports, process.argv.slice(2));
for (const line of nameFailures(reports)) console.log(`failed: ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
