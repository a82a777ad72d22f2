import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Address, publicAddressesOf } from './public-address.ts';

export interface FetchLimits {
  bytes: number;
  totalMs: number;
  /** Nothing for so long, and the connection is given up. */
  silenceMs: number;
  redirects: number;
  /** How often in a row a download may be begun or resumed and bring nothing. */
  tries: number;
}

export const usualFetchLimits: FetchLimits = {
  bytes: 4 * 1024 ** 3,
  totalMs: 60 * 60_000,
  silenceMs: 60_000,
  redirects: 5,
  tries: 8,
};

type FetchProblem = 'notHttps' | 'privateAddress' | 'tooLarge' | 'vendorDown' | 'movedOn';

/** Why there is no file. */
export class NotFetched extends Error {
  readonly problem: FetchProblem;
  /** What the server answered, where that is the reason. */
  readonly status: number | undefined;
  constructor(problem: FetchProblem, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options);
    this.problem = problem;
    this.status = options?.status;
  }
}

export interface Fetched {
  /** The address that answered, after all redirects. */
  address: string;
  sha256: string;
  bytes: number;
}

export interface WantedFile {
  address: string;
  /** As the manifest names it, in lower-case hexadecimal; null of a file that no manifest names: the manifests. */
  sha256: string | null;
  path: string;
  /** Is told how much has arrived, and how much there is where the vendor says so. */
  onProgress?: ((bytes: number, total: number | null) => void) | undefined;
}

/** The connection broke, or the vendor's server had a bad moment: what was received so far is kept. */
class Cut extends Error {}

/** What has arrived so far, and of which state of the vendor's file it is. */
interface Progress {
  file: FileHandle;
  bytes: number;
  hash: Hash;
  validator: string | undefined;
}

interface Answer {
  url: URL;
  response: IncomingMessage;
  /** What the response brings; it ends without an error when the response breaks off. */
  body: PassThrough;
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Asks one address of the host that was judged: the name is not looked up again, so it cannot answer otherwise. */
const ask = (
  url: URL,
  { address, family }: Address,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Pick<Answer, 'response' | 'body'>> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        host: address,
        family,
        port: url.port === '' ? 443 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, 'user-agent': 'Patchkeep', 'accept-encoding': 'identity', ...headers },
        // The certificate must be of the name in the URL. An address literal has no name to send.
        servername: /^[\d.]+$|^\[/.test(url.hostname) ? '' : url.hostname,
        agent: new Agent({ keepAlive: false }),
        signal,
      },
      (response) => {
        // At once, and apart from the response: one that breaks off forgets what it holds.
        const body = new PassThrough();
        response.on('error', () => undefined);
        response.once('close', () => body.end());
        response.pipe(body);
        resolve({ response, body });
      },
    );
    asked.on('error', (error) => reject(new Cut(`${url.host} did not answer: ${error.message}`, { cause: error })));
    asked.end();
  });

/** Where to ask: HTTPS at public addresses only. Called anew for every redirect. */
const judgeAddress = async (url: URL): Promise<Address[]> => {
  if (url.protocol !== 'https:') throw new NotFetched('notHttps', `${url.host} is not asked over ${url.protocol}//`);
  const addresses = await publicAddressesOf(url.hostname).catch((error: unknown) => {
    throw new Cut(`${url.hostname} has no address: ${(error as Error).message}`, { cause: error });
  });
  if (!addresses) throw new NotFetched('privateAddress', `${url.hostname} is not at a public address`);
  return addresses;
};

const urlOf = (text: string, base?: URL): URL => {
  try {
    return new URL(text, base);
  } catch (error) {
    throw new NotFetched('notHttps', `Not an address to fetch from: ${text.slice(0, 200)}`, { cause: error });
  }
};

const followRedirects = async (
  { address }: WantedFile,
  headers: Record<string, string>,
  { limits, turn, signal }: { limits: FetchLimits; turn: number; signal: AbortSignal },
): Promise<Answer> => {
  let url = urlOf(address);
  for (let hop = 0; hop <= limits.redirects; hop++) {
    const addresses = await judgeAddress(url);
    // Each try takes the next address of the host: one of several servers may be down.
    const { response, body } = await ask(url, addresses[turn % addresses.length] as Address, headers, signal);
    const { statusCode = 0 } = response;
    if (!isRedirect(statusCode) || response.headers.location === undefined) return { url, response, body };
    response.destroy();
    url = urlOf(response.headers.location, url);
  }
  throw new NotFetched('vendorDown', `${url.host} sends us on more than ${limits.redirects} times`);
};

/** A weak ETag does not promise the same bytes. */
const validatorOf = ({ headers }: IncomingMessage): string | undefined =>
  headers.etag !== undefined && !headers.etag.startsWith('W/') ? headers.etag : headers['last-modified'];

const startAnew = async (progress: Progress): Promise<void> => {
  await progress.file.truncate(0);
  progress.bytes = 0;
  progress.hash = createHash('sha256');
};

/** The first byte that the answer holds, when it holds a part. */
const partStart = ({ headers }: IncomingMessage): number =>
  Number(/^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);

const receive = async (
  { url, response, body }: Answer,
  progress: Progress,
  limits: FetchLimits,
  onChunk: (total: number | null) => void,
): Promise<void> => {
  const { statusCode = 0 } = response;
  const isPart = statusCode === 206 && partStart(response) === progress.bytes;
  if (statusCode !== 200 && !isPart) {
    response.destroy();
    // 416 and a part that begins elsewhere: what is here does not fit what is there.
    if (statusCode === 416 || statusCode === 206) {
      await startAnew(progress);
      throw new Cut(`${url.host} has another file than before`);
    }
    if (statusCode >= 500 || statusCode === 429) throw new Cut(`${url.host} answered ${statusCode}`);
    throw new NotFetched('vendorDown', `${url.host} answered ${statusCode}`, { status: statusCode });
  }
  if (!isPart) await startAnew(progress);
  progress.validator = validatorOf(response);
  const length = Number(response.headers['content-length'] ?? 0);
  const tooLarge = () => new NotFetched('tooLarge', `The file of ${url.host} is larger than ${limits.bytes} bytes`);
  if (progress.bytes + length > limits.bytes) {
    response.destroy();
    throw tooLarge();
  }
  const total = length > 0 ? progress.bytes + length : null;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      onChunk(total);
      if (progress.bytes + chunk.length > limits.bytes) throw tooLarge();
      await progress.file.write(chunk, 0, chunk.length, progress.bytes);
      progress.hash.update(chunk);
      progress.bytes += chunk.length;
    }
  } finally {
    response.destroy();
  }
  if (!response.complete) throw new Cut(`${url.host} broke off after ${progress.bytes} bytes`);
};

/** One try, begun where the last one broke off if the vendor's file can be recognised as the same. */
const tryOnce = async (
  wanted: WantedFile,
  progress: Progress,
  limits: FetchLimits,
  { turn, deadline }: { turn: number; deadline: AbortSignal },
): Promise<string> => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), limits.silenceMs);
  const onChunk = (total: number | null) => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), limits.silenceMs);
    wanted.onProgress?.(progress.bytes, total);
  };
  if (progress.validator === undefined) await startAnew(progress);
  const headers: Record<string, string> =
    progress.bytes > 0 && progress.validator !== undefined
      ? { range: `bytes=${progress.bytes}-`, 'if-range': progress.validator }
      : {};
  try {
    const signal = AbortSignal.any([silence.signal, deadline]);
    const answer = await followRedirects(wanted, headers, { limits, turn, signal });
    await receive(answer, progress, limits, onChunk);
    return answer.url.href;
  } finally {
    clearTimeout(timer);
  }
};

const download = async (wanted: WantedFile, progress: Progress, limits: FetchLimits): Promise<string> => {
  const deadline = AbortSignal.timeout(limits.totalMs);
  let inVain = 0;
  for (let turn = 0; ; turn++) {
    const before = progress.bytes;
    try {
      return await tryOnce(wanted, progress, limits, { turn, deadline });
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      inVain = progress.bytes > before ? 0 : inVain + 1;
      if (deadline.aborted || inVain >= limits.tries)
        throw new NotFetched('vendorDown', error.message, { cause: error });
      await pause(Math.min(100 * 2 ** inVain, 10_000));
    }
  }
};

/**
 * Fetches the file that a manifest names. The hash decides whether it is the one; nothing is read from it. Throws
 * NotFetched; what then lies at the path is worth nothing.
 */
export const fetchFile = async (wanted: WantedFile, limits = usualFetchLimits): Promise<Fetched> => {
  const file = await open(wanted.path, 'wx', 0o600);
  const progress: Progress = { file, bytes: 0, hash: createHash('sha256'), validator: undefined };
  try {
    const address = await download(wanted, progress, limits);
    const sha256 = progress.hash.digest('hex');
    if (wanted.sha256 !== null && sha256 !== wanted.sha256)
      throw new NotFetched(
        'movedOn',
        `${new URL(address).host} has a file with the SHA-256 ${sha256}, the manifest names ${wanted.sha256}`,
      );
    await file.sync();
    return { address, sha256, bytes: progress.bytes };
  } finally {
    await file.close();
  }
};
