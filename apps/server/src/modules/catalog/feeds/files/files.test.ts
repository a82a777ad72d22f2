import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { bytesOf } from '@patchkeep/records/bytes';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonItems } from './json-items.reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = async (path: string, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await bytesOf(path, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

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

interface ZipParts {
  method?: number;
  checksum?: number;
  zip64?: boolean;
}

/** A zip archive of two files, of which the second holds the text. */
const zipOf = (text: string, { method = 8, checksum = crc32(text), zip64 = false }: ZipParts = {}): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of [
    ['read me.txt', 'Nothing of interest'],
    ['data.csv', text],
  ] as const) {
    const packed = method === 0 ? Buffer.from(content) : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(zip64 ? 45 : 20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(name === 'data.csv' ? checksum : crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(Buffer.byteLength(content), 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const extra = Buffer.alloc(zip64 ? 28 : 0);
    const listed = Buffer.from(common);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(zip64 ? 0xff_ff_ff_ff : offset, 10);
    if (zip64) {
      // Sizes and place of a file that is too large or too far behind for 32 bits.
      listed.fill(0xff, 14, 22);
      listed.writeUInt16LE(extra.length, 24);
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(Buffer.byteLength(content)), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
      extra.writeBigUInt64LE(BigInt(offset), 20);
    }
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), listed, place, Buffer.from(name), extra);
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(2, 4);
  end.writeUInt16LE(2, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end]);
};

describe('a zip archive', () => {
  const path = join(folder, 'archive.zip');
  const text = 'kb,title\n'.repeat(20_000);
  const read = async (archive: Buffer, member = /\.csv$/, maxBytes = 1e6): Promise<string> => {
    writeFileSync(path, archive);
    const chunks: Buffer[] = [];
    for await (const chunk of await bytesOf(path, maxBytes, member)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('gives the first file whose name fits, stored or deflated, also when places are listed as 64 bits', async () => {
    expect(await read(zipOf(text))).toBe(text);
    expect(await read(zipOf(text, { method: 0 }))).toBe(text);
    expect(await read(zipOf(text), /./)).toBe('Nothing of interest');
    expect(await read(zipOf(text, { zip64: true }))).toBe(text);
    expect(await read(zipOf(''))).toBe('');
  });

  it('is refused when it is damaged, packed in an unknown way, too large or without such a file', async () => {
    await expect(read(zipOf(text, { checksum: 1 }))).rejects.toThrow('checksum');
    await expect(read(zipOf(text, { method: 14 }))).rejects.toThrow('a way we cannot read');
    await expect(read(zipOf(text), /\.csv$/, 1000)).rejects.toThrow('more than 1000 bytes');
    await expect(read(zipOf(text), /\.xml$/)).rejects.toThrow('no file like');
    await expect(read(zipOf(text).subarray(0, 100))).rejects.toThrow('End of central directory');
  });
});
