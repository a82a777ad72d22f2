import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutants } from './guards.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/* `npm run proofs -- mutants` takes minutes; whoever moves a guard learns here that its mutant must follow. */
describe('the guards that mutants take away', () => {
  it.each(mutants)('$guard stands where its mutant looks for it, and so does its test', ({ file, without, red }) => {
    expect(read(file)).toContain(without);
    // The whole title: a part of one would never be found among the tests that turned red.
    const source = read(red.file);
    expect(["'", '"', '`'].some((quote) => source.includes(`${quote}${red.test}${quote}`))).toBe(true);
  });

  it('exists for every guard that docs/security-findings.md names', () => {
    const rows = read('docs/security-findings.md')
      .split('\n')
      .filter((line) => /^\| \d/.test(line));
    expect(rows).toHaveLength(19);
    const named = rows.map((row) => [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, guard]) => guard));
    expect(named.filter((guards) => guards.length === 0)).toEqual([]);
    const guards = new Set<string | undefined>(mutants.map(({ guard }) => guard));
    expect(named.flat().filter((guard) => !guards.has(guard))).toEqual([]);
  });

  it('takes the policy away where it is made last: an earlier making would be made good again', () => {
    const folder = 'apps/server/migrations';
    const making = readdirSync(new URL(`../../${folder}`, import.meta.url))
      .map((name) => `${folder}/${name}`)
      .filter((file) => read(file).includes('function app.protect('));
    expect(mutants.find(({ guard }) => guard === 'row-level policy')?.file).toBe(making.toSorted().at(-1));
  });
});
