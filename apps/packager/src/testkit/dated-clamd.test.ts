import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanFile } from '@patchkeep/evidence/scan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evilMark } from './clamd.ts';
import { startDatedClamd } from './dated-clamd.ts';
import { hasTools } from './tools.ts';

describe.skipIf(!hasTools())('a scanner whose signatures have a date', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-dated-'));
  let clamd: Awaited<ReturnType<typeof startDatedClamd>>;
  beforeAll(async () => {
    clamd = await startDatedClamd(folder);
  });
  afterAll(async () => {
    await clamd.stop();
    rmSync(folder, { recursive: true });
  });

  it('says what clamd says of a file, and that the signatures are of today', async () => {
    const scan = (content: Buffer) => {
      writeFileSync(join(folder, 'scanned'), content);
      return scanFile(join(folder, 'scanned'), clamd.socket);
    };
    const before = Date.now() - 1_000;
    const large = Buffer.alloc(3_000_000, 'x');
    const clean = await scan(large);
    expect(clean).toMatchObject({ state: 'clean', scanner: expect.stringMatching(/^ClamAV \d/) });
    expect('databaseOf' in clean && clean.databaseOf).toBeGreaterThanOrEqual(before);
    expect(await scan(Buffer.concat([large, Buffer.from(evilMark)]))).toMatchObject({ state: 'infected' });
  });
});
