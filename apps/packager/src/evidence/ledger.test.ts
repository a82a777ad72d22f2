import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Entry, withLedger } from './ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));
let no = 0;
const newPath = (): string => join(folder, `ledger-${(no += 1)}.jsonl`);

const entry = (version: string): Entry => ({
  at: 1,
  channel: '7zip',
  packageId: '7zip.7zip',
  version,
  variant: 'x64 machine msi',
  release: 1_024,
  sha256: 'a'.repeat(64),
  domain: 'vendor.test',
  publisher: null,
  upgradeCode: null,
  lifted: [],
  reason: null,
});
const versionsOf = (path: string): Promise<string[]> =>
  withLedger(path, async ({ entries }) => entries.map(({ version }) => version));

describe('the ledger', () => {
  it('keeps what was added, in order', async () => {
    const path = newPath();
    for (const version of ['1', '2', '3']) await withLedger(path, async ({ add }) => add(entry(version)));
    expect(await versionsOf(path)).toEqual(['1', '2', '3']);
  });

  it('has one writer at a time, and is free again after a failure', async () => {
    const path = newPath();
    await withLedger(path, async () => {
      await expect(versionsOf(path)).rejects.toThrow('Another packager writes to the ledger');
    });
    await expect(withLedger(path, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await versionsOf(path)).toEqual([]);
  });

  it('drops a line that was cut off while it was written, and goes on', async () => {
    const path = newPath();
    await withLedger(path, async ({ add }) => add(entry('1')));
    appendFileSync(path, '{"at":1,"chan');
    await withLedger(path, async ({ add }) => add(entry('2')));
    expect(await versionsOf(path)).toEqual(['1', '2']);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
  });

  it('gives nothing when a whole line cannot be read', async () => {
    const path = newPath();
    appendFileSync(path, '{"at":1}\n');
    await expect(versionsOf(path)).rejects.toThrow('Line 1 of the ledger');
  });
});
