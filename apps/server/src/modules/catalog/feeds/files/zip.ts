import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, type Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const maxDirectoryBytes = 64 * 1024 ** 2;
/** The end record, and the longest comment that may follow it. */
const tailBytes = 22 + 65_535;

interface Entry {
  name: string;
  method: number;
  packedBytes: number;
  offset: number;
}

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};

async function* entriesIn(file: FileHandle): AsyncGenerator<Entry> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - tailBytes), Math.min(size, tailBytes));
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw new Error('Not a zip archive');
  const length = tail.readUInt32LE(end + 12);
  if (length > maxDirectoryBytes) throw new Error('The archive lists too many files');
  const directory = await readAt(file, tail.readUInt32LE(end + 16), length);
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature;) {
    const nameLength = directory.readUInt16LE(at + 28);
    yield {
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

/** Where an entry's bytes begin: its own header repeats the name, with extras of another length. */
const findEntry = async (path: string, name: RegExp): Promise<Entry & { start: number }> => {
  const file = await open(path);
  try {
    for await (const entry of entriesIn(file)) {
      if (!name.test(entry.name)) continue;
      const header = await readAt(file, entry.offset, 30);
      return { ...entry, start: entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28) };
    }
  } finally {
    await file.close();
  }
  throw new Error(`The archive holds no file like ${name.source}`);
};

/** The first file of a zip archive whose name fits. Ours because it is small: one feed comes so, without any extras. */
export const zipEntryOf = async (path: string, name: RegExp, limit: Transform): Promise<AsyncIterable<Buffer>> => {
  const { method, packedBytes, start } = await findEntry(path, name);
  if (method !== 0 && method !== 8) throw new Error('The archive is packed in a way we cannot read');
  const source = createReadStream(path, { start, end: start + Math.max(0, packedBytes - 1) });
  if (method === 8) pipeline(source, createInflateRaw(), limit, () => undefined);
  else pipeline(source, limit, () => undefined);
  return limit;
};
