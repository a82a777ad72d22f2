import { createHash, randomUUID } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { bucketCaller, type BucketPlace, limitsMs } from './bucket-client.ts';
import { isMissing, isPastEnd } from './bucket-failure.ts';
import { sendFile } from './bucket-upload.ts';
import { assertSha256, type FileStore, type StagedFile } from './file-store.ts';
import { FilesUnavailable } from './files-unavailable.ts';

/** Strangers may ask whether the server is ready: however often they do, the bucket is asked this often. */
const lookEveryMs = 5_000;
const kept = /^([0-9a-f]{2})\/(\1[0-9a-f]{62})$/;

const nothing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined;
  throw error;
};

/** Files in a bucket, under the same names as in a folder: moving is copying. */
export const openBucketStore = (place: BucketPlace, prefix: string): FileStore => {
  const reach = bucketCaller(place);
  const Bucket = place.name;
  const incoming = `${prefix}incoming/`;
  const keyOf = (sha256: string): string => {
    assertSha256(sha256);
    return `${prefix}${sha256.slice(0, 2)}/${sha256}`;
  };
  const erase = (Key: string) => reach(limitsMs.quick, (s3, limit) => s3.deleteObject({ Bucket, Key }, limit));
  const factsOf = (Key: string) =>
    reach(limitsMs.quick, (s3, limit) => s3.headObject({ Bucket, Key }, limit)).catch(nothing);

  const stage = async (content: AsyncIterable<Uint8Array>): Promise<StagedFile> => {
    const key = `${incoming}${randomUUID()}`;
    const hash = createHash('sha256');
    const hashed = async function* () {
      for await (const part of content) {
        hash.update(part);
        yield part;
      }
    };
    await sendFile(reach, { Bucket, Key: key }, hashed());
    const sha256 = hash.digest('hex');
    let isKept = false;
    return {
      sha256,
      async keep() {
        if (isKept) return;
        const CopySource = encodeURIComponent(`${Bucket}/${key}`);
        await reach(limitsMs.copy, (s3, limit) => s3.copyObject({ Bucket, Key: keyOf(sha256), CopySource }, limit));
        isKept = true;
        // It is kept, whatever becomes of this: the nightly sweep removes what is left.
        await erase(key).catch(() => undefined);
      },
      async discard() {
        if (!isKept) await erase(key);
      },
    };
  };

  const listed = async function* (): AsyncGenerator<{ key: string; at: Date }> {
    let ContinuationToken: string | undefined;
    do {
      const page = await reach(limitsMs.quick, (s3, limit) =>
        s3.listObjectsV2({ Bucket, Prefix: prefix, ContinuationToken }, limit),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified) yield { key: Key, at: LastModified };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  };

  /** Uploads in parts that were begun before this moment and never ended take room, and stand in no list of files. */
  const endUploads = async (moment: Date): Promise<void> => {
    const at: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (let isMore = true; isMore;) {
      const page = await reach(limitsMs.quick, (s3, limit) =>
        s3.listMultipartUploads({ Bucket, Prefix: incoming, ...at }, limit),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined && Initiated && Initiated < moment)
          await reach(limitsMs.quick, (s3, limit) => s3.abortMultipartUpload({ Bucket, Key, UploadId }, limit));
      [at.KeyMarker, at.UploadIdMarker] = [page.NextKeyMarker, page.NextUploadIdMarker];
      isMore = page.IsTruncated === true && at.KeyMarker !== undefined;
    }
  };

  const readPart = (Key: string, offset: number, length: number) =>
    reach(limitsMs.quick, async (s3, limit) => {
      const Range = `bytes=${offset}-${offset + length - 1}`;
      const { Body, ContentRange } = await s3.getObject({ Bucket, Key, Range }, limit);
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

  let looked: { at: number; trouble: Promise<string | undefined> } | undefined;
  const look = () =>
    reach(limitsMs.look, (s3, limit) => s3.listObjectsV2({ Bucket, Prefix: incoming, MaxKeys: 1 }, limit)).then(
      () => undefined,
      (error: unknown) => (error instanceof FilesUnavailable ? error.why : 'unknown error'),
    );

  return {
    stage,
    async put(content) {
      const staged = await stage(content);
      await staged.keep();
      return staged.sha256;
    },
    async keptBefore(moment) {
      await endUploads(moment);
      const names: string[] = [];
      for await (const { key, at } of listed()) {
        if (at >= moment) continue;
        const name = kept.exec(key.slice(prefix.length))?.[2];
        if (name !== undefined) names.push(name);
        else if (key.startsWith(incoming)) await erase(key);
      }
      return names;
    },
    async remove(sha256, before) {
      const key = keyOf(sha256);
      const at = (await factsOf(key))?.LastModified;
      if (at && at < before) await erase(key);
    },
    async read(sha256, offset, length) {
      const key = keyOf(sha256);
      try {
        if (length > 0) return await readPart(key, offset, length);
      } catch (error) {
        if (isMissing(error)) return undefined;
        if (!isPastEnd(error)) throw error;
      }
      const size = (await factsOf(key))?.ContentLength;
      return size === undefined ? undefined : { bytes: Buffer.alloc(0), size };
    },
    trouble() {
      const now = performance.now();
      if (!looked || now - looked.at > lookEveryMs) looked = { at: now, trouble: look() };
      return looked.trouble;
    },
  };
};
