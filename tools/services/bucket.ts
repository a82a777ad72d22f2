import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A bucket in memory, as a server of S3 shows it to the calls that our store makes. It stands in for a company's server
 * where a test has to make it fail; `npm run proofs -- s3-store` takes a real one.
 */
export interface MemoryBucket {
  settings: Record<string, string>;
  /** Decides each call first; true when it has answered. */
  before: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  calls: string[];
  stop(): Promise<void>;
}

interface Kept {
  bytes: Buffer;
  at: Date;
}
interface Begun {
  key: string;
  parts: Map<number, Buffer>;
  at: Date;
}
interface Call {
  key: string;
  query: URLSearchParams;
  request: IncomingMessage;
  body: Buffer;
}
interface Answer {
  status: number;
  text?: Buffer | string;
  headers?: Record<string, string>;
}

const pageSize = 3;
const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (name: string, inner: string): Answer => ({
  status: 200,
  text: `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`,
  headers: { 'content-type': 'application/xml' },
});
const refused = (status: number, code: string): Answer => ({ ...xml('Error', `<Code>${code}</Code>`), status });

const callOf = async (request: IncomingMessage): Promise<Call> => {
  const body = await buffer(request);
  const url = new URL(request.url ?? '/', 'http://bucket');
  const key = decodeURIComponent(url.pathname).replace(/^\/[^/]*\/?/, '');
  return { key, query: url.searchParams, request, body };
};
const answer = ({ request }: Call, { status, text = '', headers = {} }: Answer, response: ServerResponse) =>
  response
    .writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers })
    .end(request.method === 'HEAD' ? undefined : text);

export const startMemoryBucket = async (): Promise<MemoryBucket> => {
  const files = new Map<string, Kept>();
  const uploads = new Map<string, Begun>();

  const list = (query: URLSearchParams): Answer => {
    const after = query.get('continuation-token') ?? '';
    const names = [...files.keys()]
      .toSorted()
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = names.slice(0, pageSize);
    const isMore = names.length > page.length;
    const rows = page.map(
      (key) => `<Contents><Key>${key}</Key><LastModified>${files.get(key)?.at.toISOString()}</LastModified></Contents>`,
    );
    const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return xml('ListBucketResult', `<IsTruncated>${isMore}</IsTruncated>${next}${rows.join('')}`);
  };
  const listUploads = (): Answer => {
    const rows = [...uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${rows.join('')}`);
  };
  const get = ({ key, request }: Call): Answer => {
    const kept = files.get(key);
    if (!kept) return refused(404, 'NoSuchKey');
    const { bytes, at } = kept;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, text: bytes, headers: { 'last-modified': at.toUTCString() } };
    if (Number(from) >= bytes.length) return refused(416, 'InvalidRange');
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
    return { status: 206, text: part, headers: { 'content-range': range } };
  };
  const put = ({ key, query, request, body }: Call): Answer => {
    const source = request.headers['x-amz-copy-source'];
    if (typeof source === 'string') {
      const copied = files.get(decodeURIComponent(source).replace(/^\/?[^/]+\//, ''));
      if (!copied) return refused(404, 'NoSuchKey');
      files.set(key, { bytes: copied.bytes, at: new Date() });
      return xml('CopyObjectResult', `<ETag>${tagOf(copied.bytes)}</ETag>`);
    }
    if (createHash('sha256').update(body).digest('hex') !== request.headers['x-amz-content-sha256'])
      return refused(400, 'XAmzContentSHA256Mismatch');
    const upload = query.get('uploadId');
    if (upload === null) files.set(key, { bytes: body, at: new Date() });
    else uploads.get(upload)?.parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: tagOf(body) } };
  };
  const post = ({ key, query, body }: Call): Answer => {
    const id = query.get('uploadId');
    if (id === null) {
      const made = randomUUID();
      uploads.set(made, { key, parts: new Map(), at: new Date() });
      return xml('InitiateMultipartUploadResult', `<UploadId>${made}</UploadId>`);
    }
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
    const parts = numbers.map((number) => uploads.get(id)?.parts.get(number));
    if (!uploads.delete(id) || !parts.every((part) => part !== undefined)) return refused(400, 'InvalidPart');
    const bytes = Buffer.concat(parts);
    files.set(key, { bytes, at: new Date() });
    return xml('CompleteMultipartUploadResult', `<ETag>${tagOf(bytes)}</ETag>`);
  };
  const remove = ({ key, query }: Call): Answer => {
    const upload = query.get('uploadId');
    if (upload === null) files.delete(key);
    else uploads.delete(upload);
    return { status: 204 };
  };
  const answerTo = (call: Call): Answer => {
    const { key, query, request } = call;
    if (!request.headers.authorization?.includes('Credential=tester/')) return refused(403, 'InvalidAccessKeyId');
    if (!request.url?.startsWith('/files')) return refused(404, 'NoSuchBucket');
    if (key === '') return query.has('uploads') ? listUploads() : list(query);
    const method = request.method ?? '';
    return ({ PUT: put, POST: post, DELETE: remove }[method] ?? get)(call);
  };

  const bucket: Pick<MemoryBucket, 'before' | 'calls'> = { before: undefined, calls: [] };
  const server = createServer((request, response) => {
    bucket.calls.push(`${request.method} ${request.url}`);
    if (bucket.before?.(request, response)) return;
    void callOf(request).then((call) => answer(call, answerTo(call), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(bucket, {
    settings: bucketSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
};

/** The settings of a server whose bucket `files` lies at this address. */
export const bucketSettings = (endpoint: string): Record<string, string> => ({
  PATCHKEEP_S3_BUCKET: 'files',
  PATCHKEEP_S3_ENDPOINT: endpoint,
  PATCHKEEP_S3_PATH_STYLE: 'true',
  PATCHKEEP_S3_ACCESS_KEY: 'tester',
  PATCHKEEP_S3_SECRET_KEY: 'only ever used in tests',
});
