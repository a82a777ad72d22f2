import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { textOf } from './bytes.ts';
import { jsonItems } from './json-items.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inPieces = async function* (text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
};
const itemsOf = async (text: string, length = 7): Promise<unknown[]> => {
  const found: unknown[] = [];
  for await (const item of jsonItems(inPieces(text, length), ['wanted'], { maxItemBytes: 200, maxDepth: 9 }))
    found.push(JSON.parse(item));
  return found;
};

describe('records of a large JSON document', () => {
  const items = [{ a: 'has ] } " and \\ in it', b: [{ c: 1 }, []] }, {}, { é: ['ü', { x: null }] }];
  const text = JSON.stringify({ format: 'x', other: [{ not: 'these' }], wanted: items, count: 3, tail: [{ nor: 1 }] });
  it.each([1, 2, 3, 7, 64, 10_000])('come one by one, whatever the pieces (%i bytes)', async (length) => {
    expect(await itemsOf(text, length)).toEqual(items);
  });
  it('are refused when the document is cut, too deep or a record too long', async () => {
    await expect(itemsOf(text.slice(0, -20))).rejects.toThrow('middle of a record');
    await expect(itemsOf(`{"wanted":[${'['.repeat(20)}${']'.repeat(20)}]}`)).rejects.toThrow('deeper than 9');
    await expect(itemsOf(`{"wanted":[{"a":"${'x'.repeat(300)}"}]}`)).rejects.toThrow('larger than 200');
  });
});

describe('a fetched file', () => {
  it('is unpacked when it is gzip, and refused when it unpacks to too much', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, gzipSync('x'.repeat(100_000)));
    expect(await textOf(path, 200_000)).toHaveLength(100_000);
    await expect(textOf(path, 50_000)).rejects.toThrow('more than 50000 bytes');
    writeFileSync(path, 'plain');
    expect(await textOf(path, 100)).toBe('plain');
  });
});
