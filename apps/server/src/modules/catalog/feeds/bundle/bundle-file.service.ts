import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * A bundle is a tar, so that anybody can look into one: `index.json`, then the files by their hashes. Written and read
 * as a stream, because some feeds are larger than memory.
 */
export interface BundleEntry {
  name: string;
  bytes: number;
}

const block = 512;
const padding = (bytes: number): number => (block - (bytes % block)) % block;
/** What the size field of a plain header holds. */
const maxEntryBytes = 8 * 1024 ** 3 - 1;

const header = ({ name, bytes }: BundleEntry): Buffer => {
  if (bytes > maxEntryBytes) throw new Error(`${name} is too large for a bundle`);
  const buffer = Buffer.alloc(block);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  buffer.write(name, 0, 100, 'utf8');
  buffer.write(octal(0o644, 8), 100);
  buffer.write(octal(0, 8), 108);
  buffer.write(octal(0, 8), 116);
  buffer.write(octal(bytes, 12), 124);
  buffer.write(octal(0, 12), 136);
  buffer.write(' '.repeat(8), 148);
  buffer.write('0', 156);
  buffer.write('ustar\u000000', 257, 8, 'latin1');
  const sum = buffer.reduce((total, byte) => total + byte, 0);
  buffer.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return buffer;
};

export const bundleWriter = async (path: string) => {
  const file = await open(path, 'w');
  return {
    async addText(name: string, text: string): Promise<void> {
      const content = Buffer.from(text);
      await file.write(header({ name, bytes: content.length }));
      await file.write(content);
      await file.write(Buffer.alloc(padding(content.length)));
    },
    async addFile(name: string, source: string, bytes: number): Promise<void> {
      await file.write(header({ name, bytes }));
      let written = 0;
      for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
        await file.write(chunk);
        written += chunk.length;
      }
      if (written !== bytes) throw new Error(`${name} changed while it was read`);
      await file.write(Buffer.alloc(padding(bytes)));
    },
    async end(): Promise<void> {
      await file.write(Buffer.alloc(2 * block));
      await file.close();
    },
  };
};

const readExactly = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('The bundle ends in the middle of a file');
  return buffer;
};

/** The entries of a bundle, each to be copied out by `copyTo` or read by `text`. */
export async function* bundleEntries(path: string) {
  const file = await open(path);
  try {
    for (let at = 0; ;) {
      const head = await readExactly(file, at, block);
      if (head.every((byte) => byte === 0)) return;
      const name = head.toString('utf8', 0, head.indexOf(0));
      const bytes = Number.parseInt(head.toString('latin1', 124, 135), 8);
      if (!(bytes >= 0 && bytes <= maxEntryBytes)) throw new Error('Not a bundle of feeds');
      const start = at + block;
      yield {
        name,
        bytes,
        async text(maxBytes: number): Promise<string> {
          if (bytes > maxBytes) throw new Error(`${name} is larger than ${maxBytes} bytes`);
          return (await readExactly(file, start, bytes)).toString('utf8');
        },
        async copyTo(target: string): Promise<void> {
          const copy = await open(target, 'w');
          try {
            const slice = 1024 ** 2;
            for (let done = 0; done < bytes; done += slice)
              await copy.write(await readExactly(file, start + done, Math.min(slice, bytes - done)));
          } finally {
            await copy.close();
          }
        },
      };
      at = start + bytes + padding(bytes);
    }
  } finally {
    await file.close();
  }
}
