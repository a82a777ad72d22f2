import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';

/** A file of a tar. No link, device or permission of the archive means anything, and nothing is written to disk. */
export interface ArchivedFile {
  path: string;
  content: Buffer;
}

interface Limits {
  /** A file larger than this ends the reading: feeds are not trusted. */
  maxFileBytes: number;
  maxTotalBytes: number;
}

const usual: Limits = { maxFileBytes: 64 * 1024 * 1024, maxTotalBytes: 8 * 1024 * 1024 * 1024 };

/** Pipes into the extractor, which is no stream of Node's own. Counts headers too: they can be large and many. */
const feed = (source: Readable, tar: Extract, maxTotalBytes: number): void => {
  let total = 0;
  source.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > maxTotalBytes) source.destroy(new Error(`The archive holds more than ${maxTotalBytes} bytes`));
    else if (!tar.write(chunk)) source.pause();
  });
  source.on('end', () => tar.end(null));
  source.on('error', (error) => tar.destroy(error));
  tar.on('drain', () => source.resume());
  tar.on('close', () => source.destroy());
};

const inOurWords = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (error.message === 'Unexpected end of data')
    return new Error('The archive ends in the middle of a file', { cause: error });
  if (error.message.startsWith('Invalid tar header'))
    return new Error('The archive is damaged: a header does not add up', { cause: error });
  return error;
};

/** Reads files out of a tar, one at a time. */
export async function* readTar(
  source: AsyncIterable<Buffer>,
  { maxFileBytes, maxTotalBytes }: Limits = usual,
): AsyncGenerator<ArchivedFile> {
  const tar = extract();
  feed(Readable.from(source), tar, maxTotalBytes);
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      if (!(size >= 0 && size <= maxFileBytes)) throw new Error(`The archive holds a file of ${size} bytes`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk);
      if (type === 'file') yield { path: name, content: Buffer.concat(chunks) };
    }
  } catch (error) {
    throw inOurWords(error);
  }
}

/** The files of a `.tar.gz` on disk. */
export const readTarGz = (path: string, limits?: Limits): AsyncGenerator<ArchivedFile> =>
  // The pipeline hands a failure of the file on to whoever reads; its own callback has nothing to add.
  readTar(
    pipeline(createReadStream(path), createGunzip(), () => undefined),
    limits,
  );
