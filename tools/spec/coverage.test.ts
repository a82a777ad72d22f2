import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idsIn, measureCoverage, printCoverage } from './coverage.ts';
import { readLedger } from './ledger.ts';

const ledger = readLedger('# x\n| ID | Requirement |\n|---|---|\n| SES-01 | a |\n| SES-02 | b |\n| ERR-01 | c |\n');
const ran = (status: string, ...titles: string[]) => titles.map((fullName) => ({ fullName, status }));
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
      SES: { covered: 1, total: 2, missing: ['SES-02'] },
      ERR: { covered: 0, total: 1, missing: ['ERR-01'] },
    });
  });

  it('does not count a requirement while one of its tests fails', () => {
    const tests = [...ran('passed', bracketed('SES-01')), ...ran('failed', bracketed('SES-01'))];
    expect(measureCoverage(ledger, tests).areas['SES']).toEqual({
      covered: 0,
      total: 2,
      missing: ['SES-01', 'SES-02'],
    });
  });

  it('names IDs that are not in the ledger', () => {
    expect(measureCoverage(ledger, ran('passed', bracketed('SES-99'))).unknown).toEqual(['SES-99']);
  });

  it('prints an area a line, with what is missing', () => {
    const tests = ran('passed', bracketed('SES-01', 'SES-02'));
    expect(printCoverage(measureCoverage(ledger, tests))).toBe('SES 2/2\nERR 0/1 missing ERR-01');
  });

  it('the ledger of the project is whole', () => {
    const ids = readLedger(readFileSync(new URL('../../docs/spec/requirements.md', import.meta.url), 'utf8'));
    expect(ids.length).toBeGreaterThanOrEqual(489);
  });
});
