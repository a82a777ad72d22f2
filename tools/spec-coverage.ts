// `npm run spec:coverage`: which requirements of the ledger the last test runs have shown. `-- --json` for machines.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureCoverage, printCoverage } from './spec/coverage.ts';
import { readLedger } from './spec/ledger.ts';
import { readReports } from './spec/reports.ts';

const repository = new URL('..', import.meta.url);
const ledger = readLedger(readFileSync(new URL('docs/spec/requirements.md', repository), 'utf8'));
const reports = readReports(fileURLToPath(new URL('reports', repository)));
if (reports.length === 0) console.error('No test report yet: run npm test and npm run e2e first.');

const tests = reports.flatMap(({ testResults }) => testResults.flatMap(({ assertionResults }) => assertionResults));
const coverage = measureCoverage(ledger, tests);
console.log(process.argv.includes('--json') ? JSON.stringify({ areas: coverage.areas }) : printCoverage(coverage));

if (coverage.unknown.length > 0) {
  console.error(`Tests name requirements that are not in the ledger: ${coverage.unknown.join(', ')}`);
  process.exitCode = 1;
}
