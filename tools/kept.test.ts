import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const cache = mkdtempSync(join(tmpdir(), 'patchkeep-kept-'));
beforeAll(() => vi.stubEnv('PATCHKEEP_CACHE', cache));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true });
});

describe('a folder that is kept by what it is made of', () => {
  it('is made once for the same ingredients, and anew for others', async () => {
    const { keptFolder } = await import('./kept.ts');
    let made = 0;
    const make = (folder: string) => writeFileSync(join(folder, 'made'), String(++made));
    const first = keptFolder('thing', ['a', 'bc'], make);
    expect(keptFolder('thing', ['a', 'bc'], make)).toBe(first);
    const other = keptFolder('thing', ['ab', 'c'], make);
    expect([first, other].map((folder) => readFileSync(join(folder, 'made'), 'utf8'))).toEqual(['1', '2']);
  });

  it('keeps nothing half-made', async () => {
    const { keptFolder } = await import('./kept.ts');
    const fail = () => {
      throw new Error('no network');
    };
    expect(() => keptFolder('broken', ['x'], fail)).toThrow('no network');
    let isMade = false;
    keptFolder('broken', ['x'], () => {
      isMade = true;
    });
    expect(isMade).toBe(true);
  });
});
