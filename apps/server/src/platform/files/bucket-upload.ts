import { Refusal } from '../errors.ts';
import { limitsMs, type Limit, type Reach } from './bucket-client.ts';

/** The smallest that servers take: what an upload holds in memory is three of them. */
const partBytes = 5 * 1024 ** 2;
const sentAtOnce = 2;
/** A file gets its name by one copy, and servers copy no larger ones. */
const mostBytes = 5 * 1024 ** 3;

/** Cuts what comes into parts of one size. The last one is smaller, perhaps empty. */
const inParts = async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    let rest = piece;
    while (size + rest.length >= partBytes) {
      const taken = partBytes - size;
      yield Buffer.concat([...held, rest.subarray(0, taken)]);
      [held, size, rest] = [[], 0, rest.subarray(taken)];
    }
    held.push(rest);
    size += rest.length;
  }
  yield Buffer.concat(held);
};

interface SentPart {
  PartNumber: number;
  ETag: string | undefined;
}

/** Sends parts side by side, a few at once; the first failure is told to whoever sends or waits next. */
const partSender = (send: (part: Buffer, number: number) => Promise<SentPart>) => {
  const underWay = new Set<Promise<unknown>>();
  const sent: SentPart[] = [];
  let failure: { error: unknown } | undefined;
  const refuseFailed = (): void => {
    if (failure) throw failure.error;
  };
  return {
    async send(part: Buffer, number: number): Promise<void> {
      while (underWay.size >= sentAtOnce) await Promise.race(underWay);
      refuseFailed();
      const sending: Promise<unknown> = send(part, number)
        .then((arrived) => sent.push(arrived))
        .catch((error: unknown) => (failure ??= { error }))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async all(): Promise<SentPart[]> {
      await Promise.all(underWay);
      refuseFailed();
      return sent.toSorted((a, b) => a.PartNumber - b.PartNumber);
    },
    settled: () => Promise.all(underWay),
  };
};

const sendLarge = async (
  reach: Reach,
  target: { Bucket: string; Key: string },
  parts: AsyncIterable<Buffer>,
): Promise<void> => {
  const { UploadId } = await reach(limitsMs.quick, (s3, limit) => s3.createMultipartUpload(target, limit));
  const upload = { ...target, UploadId };
  const sender = partSender((Body, PartNumber) =>
    reach(limitsMs.part, async (s3, limit) => {
      const { ETag } = await s3.uploadPart({ ...upload, PartNumber, Body }, limit);
      return { PartNumber, ETag };
    }),
  );
  try {
    let number = 0;
    for await (const part of parts) {
      if (number * partBytes + part.length > mostBytes) throw new Refusal(413, 'The file is too large');
      if (part.length > 0) await sender.send(part, (number += 1));
    }
    const MultipartUpload = { Parts: await sender.all() };
    await reach(limitsMs.copy, (s3, limit) => s3.completeMultipartUpload({ ...upload, MultipartUpload }, limit));
  } catch (error) {
    await sender.settled();
    // What cannot be taken back now is, by the nightly sweep.
    await reach(limitsMs.quick, (s3, limit) => s3.abortMultipartUpload(upload, limit)).catch(() => undefined);
    throw error;
  }
};

const chained = async function* <T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield first;
    yield* rest;
  } finally {
    // Ends what it comes from, also where nobody asked for the rest.
    await rest.return(undefined);
  }
};

/** Sends a file of unknown size: in one call where it is small, else in parts. */
export const sendFile = async (
  reach: Reach,
  target: { Bucket: string; Key: string },
  content: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const parts = inParts(content);
  const { value: first } = await parts.next();
  const Body = first ?? Buffer.alloc(0);
  if (Body.length === partBytes) return sendLarge(reach, target, chained(Body, parts));
  await reach(limitsMs.part, (s3, limit: Limit) => s3.putObject({ ...target, Body }, limit));
};
