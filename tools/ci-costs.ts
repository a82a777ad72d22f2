// `npm run ci:costs`: writes what the last `.ci/run` cost, by step and by test file, into docs/ci.md.
import { readFileSync, writeFileSync } from 'node:fs';
import type { readCosts } from './ci/costs.ts';

type Run = { commit: string; passed: number; failed: number; seconds: number } & ReturnType<typeof readCosts>;

const page = new URL('../docs/ci.md', import.meta.url);
const run = JSON.parse(readFileSync(new URL('../reports/ci.json', import.meta.url), 'utf8')) as Run;
const rows = (entries: { name: string; seconds: number }[]) =>
  entries.map(({ name, seconds }) => `| ${name} | ${seconds} |`);
const table = [
  `Commit ${run.commit.slice(0, 10)}: ${run.passed} passed, ${run.failed} failed, ${run.seconds} s in all.`,
  '',
  '| Step | Seconds | Processors busy |',
  '|---|---|---|',
  ...run.steps.map(({ name, seconds, busy }) => `| ${name} | ${seconds} | ${busy} % |`),
  '',
  'The test files that took ten seconds or longer:',
  '',
  '| Test file | Seconds |',
  '|---|---|',
  ...rows(run.files.filter(({ seconds }) => seconds >= 10)),
].join('\n');
const [before] = readFileSync(page, 'utf8').split('## The last run\n');
writeFileSync(page, `${before}## The last run\n\n${table}\n`);
