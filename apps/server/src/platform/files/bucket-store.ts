import { createHash, randomUUID } from 'node:crypto';
import { bucketCaller, type BucketPlace, limitsMs } from './bucket-client.ts';
import { isMissing, isPastEnd } from './bucket-failure.ts';
import { endUploads, listBucket } from './bucket-listing.ts';
import { readPart } from './bucket-read.ts';
import { sendFile } from './bucket-upload.ts';
import { assertSha256, type FileStore, keepStaged, type StagedFile, stagedFile } from './file-store.ts';
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
    return stagedFile(sha256, {
      async place() {
        const CopySource = encodeURIComponent(`${Bucket}/${key}`);
        await reach(limitsMs.copy, (s3, limit) => s3.copyObject({ Bucket, Key: keyOf(sha256), CopySource }, limit));
        // It is kept, whatever becomes of this: the nightly sweep removes what is left.
        await erase(key).catch(() => undefined);
      },
      discard: () => erase(key).then(() => undefined),
    });
  };

  let looked: { at: number; trouble: Promise<string | undefined> } | undefined;
  const look = () =>
    reach(limitsMs.look, (s3, limit) => s3.listObjectsV2({ Bucket, Prefix: incoming, MaxKeys: 1 }, limit)).then(
      () => undefined,
      (error: unknown) => (error instanceof FilesUnavailable ? error.why : 'unknown error'),
    );

  return {
    stage,
    put: (content) => keepStaged(stage(content)),
    async remove(sha256, before) {
      const key = keyOf(sha256);
      const at = (await factsOf(key))?.LastModified;
      if (at && at < before) await erase(key);
    },
    async keptBefore(moment) {
      await endUploads(reach, { Bucket, Prefix: incoming }, moment);
      const names: string[] = [];
      for await (const { key, at } of listBucket(reach, { Bucket, Prefix: prefix })) {
        if (at >= moment) continue;
        const name = kept.exec(key.slice(prefix.length))?.[2];
        if (name !== undefined) names.push(name);
        else if (key.startsWith(incoming)) await erase(key);
      }
      return names;
    },
    async read(sha256, offset, length) {
      const key = keyOf(sha256);
      try {
        if (length > 0) return await readPart(reach, { Bucket, Key: key }, { offset, length });
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
