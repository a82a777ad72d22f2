import { limitsMs, type Reach } from './bucket-client.ts';

/** Of a bucket, the files whose names begin so. */
interface Place {
  Bucket: string;
  Prefix: string;
}

export const listBucket = async function* (reach: Reach, under: Place): AsyncGenerator<{ key: string; at: Date }> {
  let ContinuationToken: string | undefined;
  do {
    const page = await reach(limitsMs.quick, (s3, limit) => s3.listObjectsV2({ ...under, ContinuationToken }, limit));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified) yield { key: Key, at: LastModified };
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
};

/** Uploads in parts that were begun before this moment and never ended take room, and stand in no list of files. */
export const endUploads = async (reach: Reach, under: Place, moment: Date): Promise<void> => {
  const at: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (let isMore = true; isMore;) {
    const page = await reach(limitsMs.quick, (s3, limit) => s3.listMultipartUploads({ ...under, ...at }, limit));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key !== undefined && UploadId !== undefined && Initiated && Initiated < moment)
        await reach(limitsMs.quick, (s3, limit) =>
          s3.abortMultipartUpload({ Bucket: under.Bucket, Key, UploadId }, limit),
        );
    [at.KeyMarker, at.UploadIdMarker] = [page.NextKeyMarker, page.NextUploadIdMarker];
    isMore = page.IsTruncated === true && at.KeyMarker !== undefined;
  }
};
