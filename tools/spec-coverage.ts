// `npm run spec:coverage`: which requirements of the ledger the last test runs have shown, which are shown in part and
// which are open. `-- --json` for machines.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureCoverage, printCoverage } from './spec/coverage.ts';
import { readLedger } from './spec/ledger.ts';
import { readOpenList } from './spec/open.ts';
import { readReports } from './spec/reports.ts';

const repository = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, repository), 'utf8');
const ledger = readLedger(read('docs/spec/requirements.md'));
const reports = readReports(fileURLToPath(new URL('reports', repository)));
if (reports.length === 0) console.error('No test report yet: run npm test and npm run e2e first.');

const tests = reports.flatMap(({ testResults }) => testResults.flatMap(({ assertionResults }) => assertionResults));
const coverage = measureCoverage(ledger, tests, readOpenList(read('docs/spec/open.md'), ledger));
console.log(process.argv.includes('--json') ? JSON.stringify({ areas: coverage.areas }) : printCoverage(coverage));

refuse('Tests name requirements that are not in the ledger', coverage.unknown);
refuse('Tests name requirements that docs/spec/open.md lists as open', coverage.contradicted);

function refuse(what: string, ids: string[]): void {
  if (ids.length === 0) return;
  console.error(`${what}: ${ids.join(', ')}`);
  process.exitCode = 1;
}
