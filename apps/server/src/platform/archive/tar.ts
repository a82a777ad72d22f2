import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/**
 * Reads files out of a tar, one at a time, without unpacking to disk. Ours because it is small: feeds come as plain
 * ustar with pax names, and we want no link, device or path of an archive to mean anything.
 */
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
const block = 512;
const toBlock = (size: number): number => Math.ceil(size / block) * block;

const text = (header: Buffer, start: number, length: number): string => {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
};

const checksumHolds = (header: Buffer): boolean => {
  let sum = 8 * 32;
  for (let at = 0; at < block; at += 1) if (at < 148 || at > 155) sum += header[at] ?? 0;
  return sum === Number.parseInt(text(header, 148, 8).trim(), 8);
};

const paxPath = (body: Buffer): string | undefined => {
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(32, at);
    const length = Number.parseInt(body.toString('utf8', at, space), 10);
    if (space === -1 || !(length > 0)) return undefined;
    const [key, ...value] = body.toString('utf8', space + 1, at + length - 1).split('=');
    if (key === 'path') return value.join('=');
    at += length;
  }
  return undefined;
};

const nameOf = (header: Buffer): string => {
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
  return prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
};

/** Takes exactly so many bytes from chunks of any size. */
const reader = (chunks: AsyncIterator<Buffer>) => {
  let held: Buffer = Buffer.alloc(0);
  return async (length: number): Promise<Buffer | undefined> => {
    const parts = [held];
    let size = held.length;
    while (size < length) {
      const next = await chunks.next();
      if (next.done === true) return undefined;
      parts.push(next.value);
      size += next.value.length;
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts, size);
    held = all.subarray(length);
    return all.subarray(0, length);
  };
};

export async function* readTar(
  source: AsyncIterable<Buffer>,
  { maxFileBytes, maxTotalBytes }: Limits = usual,
): AsyncGenerator<ArchivedFile> {
  const take = reader(source[Symbol.asyncIterator]());
  let total = 0;
  let longName: string | undefined;
  for (;;) {
    const header = await take(block);
    if (header === undefined || header.every((byte) => byte === 0)) return;
    if (!checksumHolds(header)) throw new Error('The archive is damaged: a header does not add up');
    const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8);
    total += size;
    if (!(size >= 0 && size <= maxFileBytes)) throw new Error(`The archive holds a file of ${size} bytes`);
    if (total > maxTotalBytes) throw new Error(`The archive holds more than ${maxTotalBytes} bytes`);
    const body = await take(toBlock(size));
    if (body === undefined) throw new Error('The archive ends in the middle of a file');
    const content = body.subarray(0, size);
    const kind = text(header, 156, 1);
    if (kind === 'x') longName = paxPath(content);
    else if (kind === 'L') longName = text(content, 0, size);
    else if (kind === '0' || kind === '') {
      yield { path: longName ?? nameOf(header), content };
      longName = undefined;
    } else if (kind !== 'g') longName = undefined;
  }
}

/** The files of a `.tar.gz` on disk. */
export const readTarGz = (path: string, limits?: Limits): AsyncGenerator<ArchivedFile> =>
  // The pipeline hands a failure of the file on to whoever reads; its own callback has nothing to add.
  readTar(
    pipeline(createReadStream(path), createGunzip(), () => undefined),
    limits,
  );
