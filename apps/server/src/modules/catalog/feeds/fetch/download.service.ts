import { createReadStream } from 'node:fs';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Nothing for so long, and the connection is given up; the next try goes on where this one stopped. */
const silenceMs = 60_000;

/** What tells whether a file is still the same: what the server said of it the last time. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** The other side answered, but not with a file. */
export class NotServed extends Error {
  readonly status: number;
  constructor(address: string, status: number) {
    super(`${new URL(address).host} answered ${status}`);
    this.status = status;
  }
}

export type Downloaded = { isUnchanged: true } | ({ isUnchanged: false } & Validators);

const started = z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() });

/** How far an earlier try got, and of which state of the file. */
const findStart = async (path: string): Promise<{ bytes: number; validators: Validators } | undefined> => {
  try {
    const validators = started.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
    const { size } = await stat(path);
    const isSure = validators.etag !== null || validators.lastModified !== null;
    return size > 0 && isSure ? { bytes: size, validators } : undefined;
  } catch {
    return undefined;
  }
};

const headersFor = (
  known: Validators | undefined,
  start: { bytes: number; validators: Validators } | undefined,
  accept: string | undefined,
): Record<string, string> => {
  const headers: Record<string, string> = { 'user-agent': 'Patchkeep', ...(accept !== undefined && { accept }) };
  if (start) {
    headers['range'] = `bytes=${start.bytes}-`;
    // Not the same file any more: the server then sends all of the new one.
    headers['if-range'] = start.validators.etag ?? start.validators.lastModified ?? '';
  } else if (known) {
    if (known.etag !== null) headers['if-none-match'] = known.etag;
    if (known.lastModified !== null) headers['if-modified-since'] = known.lastModified;
  }
  return headers;
};

/**
 * Writes what comes as it comes: what a broken connection has brought is then on disk, for the next try to go on from.
 * Ends at a size no honest file has, and when nothing comes for too long.
 */
const write = async (
  source: AsyncIterable<Uint8Array>,
  path: string,
  already: number,
  { maxBytes, silence }: { maxBytes: number; silence: AbortController },
): Promise<void> => {
  const file = await open(path, already > 0 ? 'a' : 'w');
  let total = already;
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    for await (const chunk of source) {
      clearTimeout(timer);
      total += chunk.length;
      if (total > maxBytes) throw new Error(`The file is larger than ${maxBytes} bytes`);
      await file.write(chunk);
      timer = setTimeout(() => silence.abort(), silenceMs);
    }
  } finally {
    clearTimeout(timer);
    await file.close();
  }
};

interface DownloadRequest {
  address: string;
  accept?: string | undefined;
  maxBytes: number;
  /** What the file that is in the catalogue was. */
  known?: Validators | undefined;
  /** Where it grows. */
  path: string;
  stopping?: AbortSignal | undefined;
}

const copyFile = async ({ address, maxBytes, path, known }: DownloadRequest): Promise<Downloaded> => {
  const source = fileURLToPath(address);
  const { size, mtime } = await stat(source);
  const lastModified = mtime.toISOString();
  const etag = `"${size}"`;
  if (known?.lastModified === lastModified && known.etag === etag) return { isUnchanged: true };
  await write(createReadStream(source), path, 0, { maxBytes, silence: new AbortController() });
  return { isUnchanged: false, etag, lastModified };
};

const mostRedirects = 5;
/** Where a host keeps the files it answers with: a redirect to these is the same source. */
const homes: Record<string, readonly string[]> = {
  'github.com': ['codeload.github.com', 'raw.githubusercontent.com', 'objects.githubusercontent.com'],
};

/**
 * Follows redirects within the host that was asked, and never from HTTPS to HTTP: where feeds come from is the
 * operator's choice, and a feed that moved elsewhere must be named anew.
 */
const fetchFrom = async (address: string, options: RequestInit): Promise<Response> => {
  let current = new URL(address);
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await fetch(current, { ...options, redirect: 'manual' });
    const location = answer.headers.get('location');
    if (answer.status < 301 || answer.status > 308 || answer.status === 304 || location === null) return answer;
    await answer.body?.cancel();
    const next = new URL(location, current);
    const isSecureEnough = next.protocol === current.protocol || next.protocol === 'https:';
    if (next.host !== current.host && !homes[current.host]?.includes(next.host))
      throw new Error(`${current.host} sends us to another host, ${next.host}: name that address for the feed`);
    if (!isSecureEnough) throw new Error(`${current.host} sends us to an address without TLS`);
    current = next;
  }
  throw new Error(`${current.host} sends us on and on`);
};

/** Fetches a file, unless it is the one we have, going on where an earlier try broke off. */
export const download = async (request: DownloadRequest): Promise<Downloaded> => {
  const { address, accept, maxBytes, known, path, stopping } = request;
  if (address.startsWith('file:')) return copyFile(request);
  if (!/^https?:/.test(address)) throw new Error(`Not an address to fetch from: ${address}`);
  const start = await findStart(path);
  const silence = new AbortController();
  const headTimer = setTimeout(() => silence.abort(), silenceMs);
  const answer = await fetchFrom(address, {
    headers: headersFor(known, start, accept),
    signal: stopping ? AbortSignal.any([silence.signal, stopping]) : silence.signal,
  }).finally(() => clearTimeout(headTimer));
  if (answer.status === 304) return { isUnchanged: true };
  if (answer.status === 416 && start) {
    // What lies here does not fit what lies there; from the beginning, then.
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
    await answer.body?.cancel();
    return download(request);
  }
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    throw new NotServed(address, answer.status);
  }
  const isContinued = answer.status === 206 && start !== undefined;
  const validators = {
    etag: answer.headers.get('etag'),
    lastModified: answer.headers.get('last-modified'),
  };
  await writeFile(`${path}.json`, JSON.stringify(validators));
  await write(answer.body, path, isContinued ? start.bytes : 0, { maxBytes, silence });
  await rm(`${path}.json`, { force: true });
  return { isUnchanged: false, ...validators };
};
