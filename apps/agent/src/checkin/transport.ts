import http from 'node:http';
import https from 'node:https';
import { getCACertificates } from 'node:tls';
import type { SignedCall } from '@patchkeep/agent-client/signed-call';

export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Sends one call and gives back whatever the server said; throws only when there was no whole answer. */
export type Send = (call: SignedCall, signal?: AbortSignal) => Promise<HttpAnswer>;

const limits = { timeoutMs: 60_000, answerBytes: 2 * 1_048_576 };

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The server's address, or why it cannot be used. Without TLS a token would be readable on the way. */
export const readServerUrl = (text: string): URL => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`Not the address of a server: ${text}`);
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw new Error('The address must begin with https:// unless the server is on this machine');
  return url;
};

/** Node's own list, the system's (where companies put theirs) and the one named by the administrator. */
const authorities = (extra: string | undefined): string[] => {
  const system = (() => {
    try {
      return getCACertificates('system');
    } catch {
      return [];
    }
  })();
  return [...new Set([...getCACertificates('default'), ...system]), ...(extra === undefined ? [] : [extra])];
};

interface Listener {
  signal: AbortSignal;
  onAnswer: (incoming: http.IncomingMessage) => void;
  /** Whatever breaks the call, before the answer or in it. */
  onError: (error: Error) => void;
}

/**
 * Makes calls, a connection each. Certificates are read for each and let go: some 150 are megabytes to an idle agent.
 * The caller gets the request to end with its body.
 */
const connections = (server: URL, extraAuthority: string | undefined) => {
  const isSecure = server.protocol === 'https:';
  const request = isSecure ? https.request : http.request;
  return (call: SignedCall, { signal, onAnswer, onError }: Listener): http.ClientRequest => {
    const agent = isSecure
      ? new https.Agent({ keepAlive: false, proxyEnv: process.env, ca: authorities(extraAuthority) })
      : new http.Agent({ keepAlive: false });
    const headers = { ...call.headers, 'content-length': call.body.length };
    const outgoing = request(
      new URL(call.path, server),
      { method: call.method, headers, agent, signal },
      (incoming) => {
        incoming.once('error', onError);
        onAnswer(incoming);
      },
    );
    outgoing.once('error', onError);
    outgoing.once('close', () => agent.destroy());
    return outgoing;
  };
};

/** node:https and not fetch: see docs/operators/agent.md. A connection per call: the next is minutes away. */
export const transport = (server: URL, extraAuthority?: string): Send => {
  const start = connections(server, extraAuthority);
  return (call, signal) =>
    new Promise((resolve, reject) => {
      const limit = AbortSignal.timeout(limits.timeoutMs);
      const outgoing = start(call, {
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        onError: reject,
        onAnswer(incoming) {
          const parts: Buffer[] = [];
          let size = 0;
          incoming.on('data', (part: Buffer) => {
            size += part.length;
            if (size > limits.answerBytes) outgoing.destroy(new Error('The answer is too long'));
            else parts.push(part);
          });
          incoming.once('end', () => {
            if (!incoming.complete) return reject(new Error('The answer was cut off'));
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(parts).toString(),
            });
          });
        },
      });
      outgoing.end(call.body);
    });
};

const heldLimits = { silenceMs: 150_000, lineChars: 10_000 };

/** Keeps one call open and hands over its lines; gives the status and ends when the other side, or silence, ends it. */
export type Hold = (call: SignedCall, onLine: (line: string) => void, signal: AbortSignal) => Promise<number>;

export const holdOpen = (server: URL, extraAuthority?: string): Hold => {
  const start = connections(server, extraAuthority);
  return (call, onLine, signal) =>
    new Promise((resolve, reject) => {
      const outgoing = start(call, {
        signal,
        onError: reject,
        onAnswer(incoming) {
          let rest = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (part: string) => {
            const lines = (rest + part).split('\n');
            rest = lines.pop() ?? '';
            if (rest.length > heldLimits.lineChars) outgoing.destroy(new Error('The line is too long'));
            for (const line of lines) if (line !== '') onLine(line);
          });
          incoming.once('end', () => resolve(incoming.statusCode ?? 0));
        },
      });
      outgoing.setTimeout(heldLimits.silenceMs, () => outgoing.destroy(new Error('Nobody is there any more')));
      outgoing.end(call.body);
    });
};
