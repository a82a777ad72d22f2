import { decisionModes } from '@patchkeep/contract/approval-fields';
import { describe, expect, it } from 'vitest';
import { type ApprovalFlags, decisionStatus, flagsOf, shapeProblem, statusByReadingA, typeToMode } from './modes.ts';
import { isStorable, modeOf, repairedFlags, statusByReadingB } from './readings.factory.ts';

/** All 32 combinations, written B E A U D for blocked, enabled, auto, up to date, dummy. */
const all: ApprovalFlags[] = Array.from({ length: 32 }, (_, bits) => ({
  isBlocked: (bits & 16) !== 0,
  isEnabled: (bits & 8) !== 0,
  isAutoUpdate: (bits & 4) !== 0,
  isUpToDate: (bits & 2) !== 0,
  isDummy: (bits & 1) !== 0,
}));
const letters = (flags: ApprovalFlags): string =>
  [
    flags.isBlocked ? 'B' : '-',
    flags.isEnabled ? 'E' : '-',
    flags.isAutoUpdate ? 'A' : '-',
    flags.isUpToDate ? 'U' : '-',
    flags.isDummy ? 'D' : '-',
  ].join('');

describe('the status of an approval', () => {
  it('is one of five [APPR-13]', () => {
    expect(new Set(all.map(statusByReadingA))).toEqual(
      new Set(['auto', 'blocked', 'up-to-date', 'out-of-date', 'disabled']),
    );
  });

  it('is read by A, the first match wins [APPR-16]', () => {
    expect(Object.fromEntries(all.map((flags) => [letters(flags), statusByReadingA(flags)]))).toEqual({
      '-----': 'disabled',
      '----D': 'disabled',
      '---U-': 'disabled',
      '---UD': 'disabled',
      '--A--': 'disabled',
      '--A-D': 'disabled',
      '--AU-': 'disabled',
      '--AUD': 'disabled',
      '-E---': 'out-of-date',
      '-E--D': 'disabled',
      '-E-U-': 'up-to-date',
      '-E-UD': 'disabled',
      '-EA--': 'auto',
      '-EA-D': 'disabled',
      '-EAU-': 'auto',
      '-EAUD': 'disabled',
      'B----': 'blocked',
      'B---D': 'blocked',
      'B--U-': 'blocked',
      'B--UD': 'blocked',
      'B-A--': 'blocked',
      'B-A-D': 'blocked',
      'B-AU-': 'blocked',
      'B-AUD': 'blocked',
      'BE---': 'blocked',
      'BE--D': 'blocked',
      'BE-U-': 'blocked',
      'BE-UD': 'blocked',
      'BEA--': 'blocked',
      'BEA-D': 'blocked',
      'BEAU-': 'blocked',
      BEAUD: 'blocked',
    });
  });

  it('would be another by reading B in these sixteen combinations and no other', () => {
    const differing = all.filter((flags) => statusByReadingA(flags) !== statusByReadingB(flags));
    expect(Object.fromEntries(differing.map((flags) => [letters(flags), statusByReadingB(flags)]))).toEqual({
      // Dummy, and yet enabled.
      '-E--D': 'out-of-date',
      '-E-UD': 'up-to-date',
      '-EA-D': 'auto',
      '-EAUD': 'auto',
      // Blocked, and yet not enabled.
      'B----': 'disabled',
      'B---D': 'disabled',
      'B--U-': 'disabled',
      'B--UD': 'disabled',
      'B-A--': 'disabled',
      'B-A-D': 'disabled',
      'B-AU-': 'disabled',
      'B-AUD': 'disabled',
      // Blocked, and yet automatic.
      'BEA--': 'auto',
      'BEA-D': 'auto',
      'BEAU-': 'auto',
      BEAUD: 'auto',
    });
  });

  it('is the same by both readings for everything that can be stored [APPR-17]', () => {
    const stored = [null, ...decisionModes].flatMap((mode) => [flagsOf(mode, true), flagsOf(mode, false)]);
    for (const flags of stored) expect(statusByReadingB(flags)).toBe(statusByReadingA(flags));
    expect(new Set(stored.map(letters))).toEqual(new Set(['-----', '----D', 'BE---', '-EA--', '-E-U-', '-E---']));
  });

  it.each([
    [null, true, 'disabled'],
    ['inherit', true, 'disabled'],
    ['blocked', true, 'blocked'],
    ['auto', false, 'auto'],
    ['manual', true, 'up-to-date'],
    ['manual', false, 'out-of-date'],
  ] as const)('%s, up to date %s: %s', (mode, isUpToDate, status) => {
    expect(decisionStatus(mode, isUpToDate)).toBe(status);
    expect(modeOf(status)).toBe(mode ?? 'inherit');
  });
});

describe('a foreign row', () => {
  it('is repaired to a shape that can be stored, with the status reading A gave it', () => {
    for (const flags of all) {
      const repaired = repairedFlags(flags);
      expect(isStorable(repaired)).toBe(true);
      expect(statusByReadingA(repaired)).toBe(statusByReadingA(flags));
      expect(statusByReadingB(repaired)).toBe(statusByReadingA(flags));
    }
  });

  it('needs no repair in exactly the shapes we write', () => {
    expect(all.filter(isStorable).map(letters)).toEqual(['-----', '----D', '-E---', '-E-U-', '-EA--', 'BE---']);
  });
});

describe('what an act stores', () => {
  it.each([
    ['approve', 'manual'],
    ['automate', 'auto'],
    ['disable', 'inherit'],
    ['block', 'blocked'],
  ] as const)('%s: %s', (type, mode) => {
    expect(typeToMode(type)).toBe(mode);
  });

  it('names a version exactly when an application is approved', () => {
    expect(shapeProblem('app', 'manual', null)).toBeDefined();
    expect(shapeProblem('app', 'manual', '1.0')).toBeUndefined();
    for (const mode of ['inherit', 'blocked', 'auto'] as const) {
      expect(shapeProblem('app', mode, '1.0')).toBeDefined();
      expect(shapeProblem('app', mode, null)).toBeUndefined();
    }
    expect(shapeProblem('wua', 'manual', null)).toBeUndefined();
    expect(shapeProblem('wua', 'manual', '1.0')).toBeDefined();
  });
});
