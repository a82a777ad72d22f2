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

/** The only file of this name, with slashes between folders. Of two nobody could say which one was looked at. */
const findOnly = async (zip: ZipFile, name: string): Promise<Entry> => {
  if (zip.entryCount > maxEntries) throw new Error('The archive lists too many files');
  const found: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (entry.fileName.toLowerCase() === name.toLowerCase()) found.push(entry);
  const [only, another] = found;
  if (!only || another) throw new Error(`The archive holds ${another ? 'two files' : 'no file'} named ${name}`);
  return only;
};

/** The first file of a zip archive whose name fits, or the only one of exactly that name. */
export const zipEntryOf = async <Limit extends Transform>(
  path: string,
  name: RegExp | string,
  limit: Limit,
): Promise<Limit> => {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const entry = await (typeof name === 'string' ? findOnly(zip, name) : findEntry(zip, name));
    if (!entry.canDecodeFileData()) throw new Error('The archive is packed in a way we cannot read');
    const source = await zip.openReadStreamPromise(entry);
    pipeline(source, checked(entry.crc32), limit, () => zip.close());
    return limit;
  } catch (error) {
    zip.close();
    throw error;
  }
};
