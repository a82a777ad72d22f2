import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NotUnpacked, unpackNested } from '@patchkeep/evidence/nested';
import { afterAll, describe, expect, it } from 'vitest';
import { makeArchive, type Packed } from '../testkit/archive.ts';
import { hasTools } from '../testkit/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-nested-'));
afterAll(() => rmSync(folder, { recursive: true }));
const content = randomBytes(300_000);
const setup: Packed = { name: 'App 1.2/setup.msi', content };
const readme: Packed = { name: 'readme.txt', content: Buffer.from('read me') };

let no = 0;
/** Unpacks the setup of an archive; what was written, or the problem. */
const unpack = async (archive: Buffer, mostBytes?: number) => {
  no += 1;
  const path = join(folder, `${no}.zip`);
  writeFileSync(path, archive);
  const out = join(folder, `${no}.msi`);
  try {
    return { ...(await unpackNested(path, setup.name, out, mostBytes)), written: readFileSync(out) };
  } catch (error) {
    if (!(error instanceof NotUnpacked)) throw error;
    return error.message;
  }
};

describe.skipIf(!hasTools())('an installer in an archive', () => {
  it('comes out as it is, with a hash and a size of its own', async () => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await unpack(makeArchive([readme, setup]))).toEqual({ sha256, bytes: content.length, written: content });
  });

  it.each<[what: string, files: Packed[], told: RegExp]>([
    ['that is not in it', [readme], /holds no file named App 1\.2\/setup\.msi/],
    ['beside a file that leaves the archive', [{ ...readme, name: '../../evil' }, setup], /invalid relative path/],
    ['beside a file of the root', [{ ...readme, name: '/etc/evil' }, setup], /absolute path/],
    ['that is damaged', [{ ...setup, checksum: 1 }], /checksum of a file differs/],
    ['that is larger than the archive says', [{ ...setup, size: 10 }], /too many bytes|size/],
  ])('%s does not come out', async (_, files, told) => {
    expect(await unpack(makeArchive(files))).toMatch(told);
    // Nothing was written but what this test names.
    expect(readdirSync(dirname(folder)).filter((name) => name === 'evil')).toEqual([]);
  });

  it('that is there twice does not come out: nobody could say which one was looked at', async () => {
    const evil = { ...setup, content: Buffer.from('evil') };
    expect(await unpack(makeArchive([setup, evil]))).toMatch(/holds two files named/);
    expect(await unpack(makeArchive([setup, { ...evil, name: 'app 1.2/SETUP.msi' }]))).toMatch(/holds two files named/);
  });

  it('does not come out of what is no archive', async () => {
    expect(await unpack(Buffer.from('MZ, but no archive at all'))).toMatch(/central directory/i);
  });

  it('is not unpacked beyond what a file may have, however small it was packed', async () => {
    const bomb = makeArchive([{ name: setup.name, content: Buffer.alloc(50_000_000) }]);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await unpack(bomb, 1_000_000)).toMatch(/larger than 1000000 bytes/);
    expect(statSync(join(folder, `${no}.msi`)).size).toBeLessThanOrEqual(1_000_000);
  });
});
