import type { Scan } from '@patchkeep/evidence/scan';
import { describe, expect, it } from 'vitest';
import { deployable } from './file-kinds.rules.ts';
import { scannedAs } from './scanned.rules.ts';

const now = new Date('2026-11-15T09:00:00Z');
const day = 86_400_000;
const by = (state: 'clean' | 'inPart', days: number | null): Scan => ({
  state,
  scanner: 'ClamAV',
  databaseOf: days === null ? null : now.getTime() - days * day,
});

describe('what a scan says of a file', () => {
  it.each([
    [by('clean', 0), 'clean', null],
    [by('clean', 7), 'clean', null],
    [by('clean', 8), 'unscannable', 'oldSignatures'],
    [by('clean', null), 'unscannable', 'oldSignatures'],
    [by('inPart', 0), 'unscannable', 'limits'],
    [{ state: 'notScanned', why: 'clamd answered "INSTREAM size limit exceeded. ERROR"' }, 'unscannable', 'limits'],
    [{ state: 'infected', found: 'Own.Eicar', scanner: '', databaseOf: null }, 'refused', 'found'],
    [{ state: 'infected', found: 'Heuristics.Encrypted.Zip', scanner: '', databaseOf: 0 }, 'unscannable', 'encrypted'],
  ] as const)('%j: %s', (scan, state, cause) => {
    expect(scannedAs(scan, now)).toMatchObject({ state, cause });
  });
});

it('a scanner that says nothing leaves a file waiting', () => {
  const silent: Scan = { state: 'notScanned', why: 'connect ENOENT' };
  expect(scannedAs(silent, now)).toEqual({ state: 'waiting', cause: 'scannerSilent', found: null });
});

describe('a file may go to hosts', () => {
  it('on the word of one when nothing bad is known of it, of two when it could not be scanned, and otherwise never', () => {
    expect(deployable('clean')).toBe(true);
    expect([deployable('unscannable'), deployable('unscannable', 2)]).toEqual([false, true]);
    for (const state of ['receiving', 'waiting', 'examining', 'refused'] as const)
      expect([state, deployable(state, 2)]).toEqual([state, false]);
  });
});
