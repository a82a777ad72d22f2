import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isMet, printFigures, readFigures, recordFigure } from './figures.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-figures-'));
const file = join(folder, 'figures.json');
afterAll(() => rmSync(folder, { recursive: true }));

const figure = { id: 'R1', what: 'check-ins', unit: 'of bare', goal: 0.5, goalIs: 'at least' as const, command: 'c' };

describe('figures', () => {
  it('keeps the last figure of each id, with commit and date', () => {
    recordFigure({ ...figure, value: 0.2 }, file);
    recordFigure({ ...figure, id: 'A1', value: 3 }, file);
    recordFigure({ ...figure, value: 0.612345 }, file);
    const kept = readFigures(file);
    expect(kept.map(({ id, value }) => [id, value])).toEqual([
      ['A1', 3],
      ['R1', 0.6123],
    ]);
    expect(kept[0]?.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(kept[0]?.commit).not.toBe('');
  });

  it('knows both directions of a goal', () => {
    expect(isMet({ value: 1, goal: 2, goalIs: 'at most' })).toBe(true);
    expect(isMet({ value: 1, goal: 2, goalIs: 'at least' })).toBe(false);
  });

  it('marks the goals that are not reached', () => {
    const [first] = readFigures(file);
    if (!first) throw new Error('nothing was kept');
    expect(printFigures([{ ...first, value: 0.1 }])).toContain('SHORT  A1');
  });
});
