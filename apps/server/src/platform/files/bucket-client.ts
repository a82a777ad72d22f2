import type { S3 } from '@aws-sdk/client-s3';
import { causeOf, isMissing, isPastEnd } from './bucket-failure.ts';
import { FilesUnavailable } from './files-unavailable.ts';

export interface BucketPlace {
  name: string;
  /** Unset: Amazon's in the region. */
  endpoint: string | undefined;
  region: string;
  isPathStyle: boolean;
  accessKey: string;
  secretKey: string;
  /** Certificate of the authority that signed the one of the endpoint. */
  ca: string | undefined;
}

/** How long a call may take with all that it tries again. */
export const limitsMs = { look: 4_000, quick: 20_000, part: 60_000, copy: 120_000 };
const connections = 32;
const attempts = 3;

/**
 * All that the library would otherwise look up in the environment, in files of the machine's user or at an address of a
 * cloud is said here: only our own settings count.
 */
const openClient = async ({ endpoint, region, isPathStyle, accessKey, secretKey, ca }: BucketPlace): Promise<S3> => {
  // A fifth of a second and 34 MB that only a server with a bucket pays for.
  const { S3: Client } = await import('@aws-sdk/client-s3');
  const agent = { keepAlive: true, maxSockets: connections, ...(ca !== undefined && { ca }) };
  return new Client({
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: attempts,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useArnRegion: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    userAgentAppId: 'patchkeep',
    // Older servers refuse checksums in trailers; hosts check every file against what was signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: limitsMs.copy,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
};

/** Ends what is under way when the time is up. */
export interface Limit {
  abortSignal: AbortSignal;
}

export type Reach = <T>(limitMs: number, call: (client: S3, limit: Limit) => Promise<T>) => Promise<T>;

/** Calls a bucket within a time. What fails says so in words, except that something is not there or too short. */
export const bucketCaller = (place: BucketPlace): Reach => {
  let opened: Promise<S3> | undefined;
  return async (limitMs, call) => {
    try {
      opened ??= openClient(place);
      return await call(await opened, { abortSignal: AbortSignal.timeout(limitMs) });
    } catch (error) {
      if (error instanceof FilesUnavailable || isMissing(error) || isPastEnd(error)) throw error;
      throw new FilesUnavailable(causeOf(error));
    }
  };
};
