import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../apps/server/migrations/', import.meta.url);
const landed = readFileSync(new URL('landed.sha256', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [hash = '', name = ''] = line.split('  ');
    return { hash, name };
  });

/* Whoever applied a migration keeps what it did; a database made later from an edited file would differ from theirs. */
describe('a migration that has landed', () => {
  it.each(landed)('$name is still there and has not been edited', ({ hash, name }) => {
    expect(existsSync(new URL(name, folder))).toBe(true);
    expect(
      createHash('sha256')
        .update(readFileSync(new URL(name, folder)))
        .digest('hex'),
    ).toBe(hash);
  });

  it('is listed with its hash', () => {
    expect(landed.length).toBeGreaterThanOrEqual(19);
    expect(landed.every(({ hash, name }) => /^[0-9a-f]{64}$/.test(hash) && /^\d{4}_\w+\.sql$/.test(name))).toBe(true);
  });
});
