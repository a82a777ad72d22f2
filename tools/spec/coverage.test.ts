import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idsIn, measureCoverage, printCoverage } from './coverage.ts';
import { readLedger } from './ledger.ts';
import { readOpenList } from './open.ts';

const ledger = readLedger('# x\n| ID | Requirement |\n|---|---|\n| SES-01 | a |\n| SES-02 | b |\n| ERR-01 | c |\n');
const ran = (status: string, ...titles: string[]) => titles.map((fullName) => ({ fullName, status }));
const listOf = (...rows: string[]) =>
  ['| ID | State | Missing | Brought by |', '|---|---|---|---|', ...rows].join('\n');
const nothing = { total: 0, shown: 0, partly: [], open: [], unlisted: [] };
const bracketed = (...ids: string[]) => `shows it [${ids.join(', ')}]`;

describe('spec coverage', () => {
  it('reads the IDs of the ledger rows', () => {
    expect(ledger).toEqual(['SES-01', 'SES-02', 'ERR-01']);
  });

  it('refuses a ledger that names an ID twice', () => {
    expect(() => readLedger('| SES-01 | a |\n| SES-01 | b |\n')).toThrow('SES-01');
  });

  it('finds one or several IDs in a title, and nothing else in brackets', () => {
    expect(idsIn('worst wins [APP-02]')).toEqual(['APP-02']);
    expect(idsIn(`${bracketed('SES-01', 'SES-02')} ${bracketed('ERR-01')}`)).toEqual(['SES-01', 'SES-02', 'ERR-01']);
    expect(idsIn('CVE [CVE-2024-3094] and [1] and SES-01')).toEqual([]);
  });

  it('counts passed tests only', () => {
    const tests = [
      ...ran('passed', bracketed('SES-01')),
      ...ran('failed', bracketed('SES-02')),
      ...ran('skipped', bracketed('ERR-01')),
    ];
    expect(measureCoverage(ledger, tests).areas).toEqual({
      SES: { ...nothing, total: 2, shown: 1, unlisted: ['SES-02'] },
      ERR: { ...nothing, total: 1, unlisted: ['ERR-01'] },
    });
  });

  it('does not count a requirement while one of its tests fails', () => {
    const tests = [...ran('passed', bracketed('SES-01')), ...ran('failed', bracketed('SES-01'))];
    expect(measureCoverage(ledger, tests).areas['SES']).toEqual({
      ...nothing,
      total: 2,
      unlisted: ['SES-01', 'SES-02'],
    });
  });

  it('does not count what is listed as open or partly, whatever tests say', () => {
    const listed = readOpenList(listOf('| SES-01 | partly | a | b |', '| ERR-01 | open | a | b |'), ledger);
    const tests = ran('passed', bracketed('SES-01', 'SES-02'));
    expect(measureCoverage(ledger, tests, listed).areas).toEqual({
      SES: { ...nothing, total: 2, shown: 1, partly: ['SES-01'] },
      ERR: { ...nothing, total: 1, open: ['ERR-01'] },
    });
  });

  it('names IDs that are not in the ledger', () => {
    expect(measureCoverage(ledger, ran('passed', bracketed('SES-99'))).unknown).toEqual(['SES-99']);
  });

  it('names IDs that a test claims although they are listed as open, and not those listed as partly', () => {
    const listed = readOpenList(listOf('| SES-01 | partly | a | b |', '| ERR-01 | open | a | b |'), ledger);
    const tests = ran('skipped', bracketed('SES-01', 'ERR-01'));
    expect(measureCoverage(ledger, tests, listed).contradicted).toEqual(['ERR-01']);
  });

  it('prints an area a line, with what is not shown, and the total', () => {
    const listed = readOpenList(listOf('| SES-01 | partly | a | b |'), ledger);
    expect(printCoverage(measureCoverage(ledger, ran('passed', bracketed('SES-02')), listed))).toBe(
      [
        'SES   1/2 shown; 1 partly: SES-01',
        'ERR   0/1 shown; 1 open (not listed): ERR-01',
        'total 1/3 shown; 1 partly; 0 open; 1 open (not listed)',
      ].join('\n'),
    );
  });

  it('the ledger of the project is whole', () => {
    const ids = readLedger(readFileSync(new URL('../../docs/spec/requirements.md', import.meta.url), 'utf8'));
    expect(ids.length).toBeGreaterThanOrEqual(489);
  });
});

describe('the list of open requirements', () => {
  it('of the project names requirements of its ledger, each once', () => {
    const read = (name: string) => readFileSync(new URL(`../../docs/spec/${name}`, import.meta.url), 'utf8');
    expect(() => readOpenList(read('open.md'), readLedger(read('requirements.md')))).not.toThrow();
  });

  it.each([
    ['an ID that is not in the ledger', '| SES-99 | open | a | b |', 'SES-99'],
    ['a state that does not exist', '| SES-01 | closed | a | b |', 'open'],
    ['a row that does not say what is missing', '| SES-01 | open |  | b |', 'what is missing'],
    ['a row that does not say what brings it', '| SES-01 | open | a |', 'what brings it'],
  ])('refuses %s', (_, row, message) => {
    expect(() => readOpenList(listOf(row), ledger)).toThrow(message);
  });

  it('refuses an ID given twice', () => {
    expect(() => readOpenList(listOf('| SES-01 | open | a | b |', '| SES-01 | partly | a | b |'), ledger)).toThrow(
      'twice',
    );
  });
});
