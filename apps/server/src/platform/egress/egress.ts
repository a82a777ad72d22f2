import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressClass } from './address-class.ts';

/** Why a call was not made, or did not bring an answer; the sentence is for an administrator. */
export class EgressFailure extends Error {}

export interface EgressOptions {
  /** Identity providers may be in inner networks, and may be called without TLS. */
  isInnerAllowed: boolean;
  /** DNS servers to ask instead of those of the system. */
  dnsServers: readonly string[];
  /** The whole call, from the look-up to the last byte. */
  timeoutMs?: number;
  maxBytes?: number;
}

export interface EgressCall {
  address: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface EgressAnswer {
  status: number;
  contentType: string;
  text: string;
}

const defaultTimeoutMs = 5_000;
const defaultMaxBytes = 262_144;

/** All addresses of a name. The resolver of the system also knows names of the local network. */
const resolverOf = (servers: readonly string[]): ((host: string) => Promise<string[]>) => {
  if (servers.length === 0) return async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers(servers);
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
};

const readUrl = (text: string, isInnerAllowed: boolean): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new EgressFailure('This is not an address');
  if (url.protocol !== 'https:' && !(isInnerAllowed && url.protocol === 'http:'))
    throw new EgressFailure('The address must begin with https://');
  if (url.username !== '' || url.password !== '') throw new EgressFailure('The address must not hold a password');
  return url;
};

/** Sends, and reads a bounded answer. A redirect is an answer like any other: nothing follows it. */
const send = (
  url: URL,
  pinned: string,
  { method = 'GET', headers = {}, body }: EgressCall,
  { maxBytes = defaultMaxBytes, signal }: { maxBytes: number | undefined; signal: AbortSignal },
): Promise<EgressAnswer> =>
  new Promise((resolve, reject) => {
    // The name was looked up and judged already. Asked again it could have another address by now.
    const toPinned: LookupFunction = (_host, options, done) => {
      const family = isIP(pinned);
      if (options.all) done(null, [{ address: pinned, family }]);
      else done(null, pinned, family);
    };
    const options: RequestOptions = {
      method,
      lookup: toPinned,
      signal,
      agent: false,
      headers: {
        accept: 'application/json',
        'user-agent': 'Patchkeep',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    };
    const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= maxBytes) {
          parts.push(part);
          return;
        }
        reject(new EgressFailure(`The answer is larger than ${maxBytes} bytes`));
        sent.destroy();
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          contentType: String(answer.headers['content-type'] ?? ''),
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The sentence for what a connection failed with. */
const failureOf = (error: unknown, host: string): EgressFailure => {
  if (error instanceof EgressFailure) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError' || name === 'TimeoutError') return new EgressFailure(`${host} did not answer in time`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new EgressFailure(`${host} cannot be reached (${code})`);
};

/**
 * The only way out of the server for addresses that an administrator of a customer writes down. The name is looked up
 * once, every address that it has is judged, and the connection goes to the one that was judged.
 */
export const openEgress = ({ isInnerAllowed, dnsServers, timeoutMs = defaultTimeoutMs, maxBytes }: EgressOptions) => {
  const resolve = resolverOf(dnsServers);
  const isAllowed = (address: string): boolean => {
    const found = addressClass(address);
    return found === 'public' || (found === 'inner' && isInnerAllowed);
  };
  return async (call: EgressCall): Promise<EgressAnswer> => {
    const url = readUrl(call.address, isInnerAllowed);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const signal = AbortSignal.timeout(timeoutMs);
    const expired = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new EgressFailure(`${host} did not answer in time`)));
    });
    // Where nobody waits for it any more, its end is no failure.
    expired.catch(() => undefined);
    try {
      const addresses = isIP(host) === 0 ? await Promise.race([resolve(host), expired]) : [host];
      const [first] = addresses;
      if (first === undefined) throw new EgressFailure(`${host} has no address`);
      if (!addresses.every(isAllowed)) throw new EgressFailure(`${host} is an address of an inner network`);
      return await Promise.race([send(url, first, call, { maxBytes, signal }), expired]);
    } catch (error) {
      throw failureOf(error, host);
    }
  };
};
export type Egress = ReturnType<typeof openEgress>;
