// The last line of `.ci/run`: `N passed, N failed` over the test reports and the steps that have none.
// Arguments: the names of the steps that failed.
import { fileURLToPath } from 'node:url';
import { summarize } from './ci/summary.ts';
import { readReport } from './spec/reports.ts';

const folder = fileURLToPath(new URL('../reports/', import.meta.url));
const { passed, failed } = summarize(
  { test: readReport(`${folder}test.json`), e2e: readReport(`${folder}e2e.json`) },
  process.argv.slice(2),
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
