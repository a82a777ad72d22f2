import type { HttpAnswer } from './transport.ts';

/** Why a call did not do what it should, in the terms the agent acts on. */
export type Cause =
  /** No answer, or one that makes no sense: the network, a proxy, a server that is being restarted. */
  | { kind: 'failed' }
  /** The server is there and asks for time. */
  | { kind: 'busy'; retryAfterSeconds: number }
  /** Quarantined, in the trash, or not known any more: only a person can change that. */
  | { kind: 'unwelcome' }
  /** Our clock is off by so much. */
  | { kind: 'clock'; offsetMs: number };

export class CallRefused extends Error {
  readonly reason: Cause;
  constructor(message: string, reason: Cause) {
    super(message);
    this.reason = reason;
  }
}

/** Less than this is the way there and back, not a wrong clock. */
const tolerableMs = 60_000;

/** The difference worth correcting between the server's time and what we expected it to be. */
export const clockError = (serverTime: string | undefined, expected: Date): number => {
  const error = Date.parse(serverTime ?? '') - expected.getTime();
  return Number.isFinite(error) && Math.abs(error) > tolerableMs ? error : 0;
};

const parse = (text: string): { message?: unknown; info?: { serverTime?: unknown } } => {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch {
    return {};
  }
};

const retryAfter = (header: string | undefined, now: Date): number => {
  const seconds = Number(header);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  const until = Date.parse(header ?? '') - now.getTime();
  return Number.isFinite(until) && until > 0 ? until / 1_000 : 30;
};

/** Reads an answer that is not 200. `expected` is the server's time as the agent took it to be. */
export const refusalOf = ({ status, headers, body }: HttpAnswer, expected: Date): CallRefused => {
  const { message, info } = parse(body);
  const text = typeof message === 'string' ? message : `status ${status}`;
  if (status === 429 || status === 503) {
    const retryAfterSeconds = retryAfter(headers['retry-after'], expected);
    return new CallRefused(text, { kind: 'busy', retryAfterSeconds });
  }
  // A proxy's own 401 or 403 carries no message of ours and passes by itself.
  if (typeof message !== 'string') return new CallRefused(text, { kind: 'failed' });
  if (status === 401) {
    const offsetMs = clockError(String(info?.serverTime), expected);
    return new CallRefused(text, offsetMs === 0 ? { kind: 'unwelcome' } : { kind: 'clock', offsetMs });
  }
  return new CallRefused(text, { kind: status === 403 ? 'unwelcome' : 'failed' });
};
