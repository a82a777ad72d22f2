import { addAbortSignal, type Readable } from 'node:stream';
import { limitsMs, type Reach } from './bucket-client.ts';
import { FilesUnavailable } from './files-unavailable.ts';

/** Some bytes of a file, and the size of all of it. */
export const readPart = (
  reach: Reach,
  file: { Bucket: string; Key: string },
  { offset, length }: { offset: number; length: number },
) =>
  reach(limitsMs.quick, async (s3, limit) => {
    const Range = `bytes=${offset}-${offset + length - 1}`;
    const { Body, ContentRange } = await s3.getObject({ ...file, Range }, limit);
    const body = addAbortSignal(limit.abortSignal, Body as Readable);
    const size = Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1]);
    const expected = Math.min(length, size - offset);
    const parts: Buffer[] = [];
    let came = 0;
    // A server that sends the whole file instead of the part is not listened to.
    if (expected > 0)
      for await (const part of body as AsyncIterable<Buffer>) {
        parts.push(part);
        came += part.length;
        if (came > expected) break;
      }
    body.destroy();
    if (came !== expected) throw new FilesUnavailable('it sent something else than the part of the file');
    return { bytes: Buffer.concat(parts), size };
  });
