import { pipeline, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

const maxEntries = 1_000_000;

const findEntry = async (zip: ZipFile, name: RegExp): Promise<Entry> => {
  if (zip.entryCount > maxEntries) throw new Error('The archive lists too many files');
  for await (const entry of zip.eachEntry()) if (name.test(entry.fileName)) return entry;
  throw new Error(`The archive holds no file like ${name.source}`);
};

/** Compares the bytes with the checksum that the archive lists; yauzl itself compares only their number. */
const checked = (expected: number): Transform => {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === expected ? null : new Error('The archive is damaged: the checksum of a file differs'));
    },
  });
};

/** The first file of a zip archive whose name fits. */
export const zipEntryOf = async (path: string, name: RegExp, limit: Transform): Promise<AsyncIterable<Buffer>> => {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const entry = await findEntry(zip, name);
    if (!entry.canDecodeFileData()) throw new Error('The archive is packed in a way we cannot read');
    const source = await zip.openReadStreamPromise(entry);
    pipeline(source, checked(entry.crc32), limit, () => zip.close());
    return limit;
  } catch (error) {
    zip.close();
    throw error;
  }
};
