import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTar, readTarGz } from './tar.ts';

let folder: string;
const long = `${'deep/'.repeat(30)}manifest.yaml`;
const files: Record<string, string> = {
  'a.json': '{}',
  'empty.txt': '',
  'umlaut-ä.txt': 'x'.repeat(512),
  [long]: 'y'.repeat(70_001),
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tar-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, 'tree', dirname(path)), { recursive: true });
    writeFileSync(join(folder, 'tree', path), content);
  }
  symlinkSync('/etc/passwd', join(folder, 'tree', 'link'));
  for (const format of ['gnu', 'pax', 'posix'])
    execFileSync('tar', [
      `--format=${format}`,
      '-czf',
      join(folder, `${format}.tar.gz`),
      '-C',
      join(folder, 'tree'),
      '.',
    ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (name: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for await (const { path, content } of readTarGz(join(folder, name)))
    found[path.replace(/^\.\//, '')] = content.toString();
  return found;
};

async function* chunks(...parts: Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield part;
}
const drain = async (source: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _ of source) count += 1;
  return count;
};

describe('a tar', () => {
  it.each(['gnu', 'pax', 'posix'])('of the %s kind gives its files and no links', async (format) => {
    expect(await read(`${format}.tar.gz`)).toEqual(files);
  });

  it('is read whatever the size of the pieces it comes in', async () => {
    execFileSync('tar', ['-cf', join(folder, 'plain.tar'), '-C', join(folder, 'tree'), '.']);
    const whole = execFileSync('cat', [join(folder, 'plain.tar')]);
    const pieces = Array.from({ length: Math.ceil(whole.length / 777) }, (_, n) =>
      whole.subarray(n * 777, n * 777 + 777),
    );
    expect(await drain(readTar(chunks(...pieces)))).toBe(Object.keys(files).length);
  });

  it('that is cut short, damaged or too large is refused', async () => {
    const whole = execFileSync('tar', ['-cf', '-', '-C', join(folder, 'tree'), long]);
    await expect(drain(readTar(chunks(whole.subarray(0, 5000))))).rejects.toThrow('ends in the middle');
    const damaged = Buffer.from(whole);
    damaged[3] = 0x21;
    await expect(drain(readTar(chunks(damaged)))).rejects.toThrow('does not add up');
    await expect(drain(readTar(chunks(whole), { maxFileBytes: 100, maxTotalBytes: 1e9 }))).rejects.toThrow('bytes');
    await expect(drain(readTar(chunks(whole), { maxFileBytes: 1e9, maxTotalBytes: 100 }))).rejects.toThrow('bytes');
  });

  it('that is not there is an error of the reader', async () => {
    await expect(drain(readTarGz(join(folder, 'none.tar.gz')))).rejects.toThrow('ENOENT');
  });
});
