import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { zipEntryOf } from './zip.ts';

const gzipMagic = 0x1f8b;
const zipMagic = 0x504b;

const startOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Ends the reading when more comes out than any honest file holds: a few kilobytes can unpack to terabytes. */
const capped = (maxBytes: number): Transform => {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > maxBytes) done(new Error(`The file unpacks to more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
};

/**
 * The bytes of a file, unpacked when it is gzip or zip; what it is called does not matter. `member` says which file of
 * a zip archive is meant.
 */
export const bytesOf = async (path: string, maxBytes: number, member = /./): Promise<AsyncIterable<Buffer>> => {
  const start = await startOf(path);
  const magic = start.length === 2 ? start.readUInt16BE() : 0;
  const last = capped(maxBytes);
  if (magic === zipMagic) return zipEntryOf(path, member, last);
  const source = createReadStream(path);
  // A failure anywhere ends the last stream with it, and so reaches whoever reads.
  if (magic === gzipMagic) pipeline(source, createGunzip(), last, () => undefined);
  else pipeline(source, last, () => undefined);
  return last;
};
