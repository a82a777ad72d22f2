import { createHash } from 'node:crypto';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import { dayMs } from '@patchkeep/rules/time-units';
import type { FastifyRequest } from 'fastify';
import type { Context, Principal } from '../../context.ts';
import { invalid, Refusal } from '../../errors.ts';
import { type CallKey, claimKey, findAnswer, keepAnswer } from './idempotency.repository.ts';

/** How long a call with the same key is answered with what the first one was answered with. */
export const answersKeptMs = dayMs;
/** Answers of writes are small; a larger one is done once all the same, but not told twice. */
const largestAnswer = 262_144;

/** The answer of a call that was made before with the same key. */
export class Replayed {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

const sha256 = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** What the caller wants done once; undefined when it did not say. */
export const callKeyOf = (
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { customerId, sessionId, siteId }: Principal,
): CallKey | undefined => {
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.method === 'GET') return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7E]{1,255}$/.test(key))
    throw invalid('Idempotency-Key takes 1 to 255 printable characters');
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const callHash = sha256(endpoint.method, request.url, String(siteId), body);
  return { customerId, tokenId: sessionId, keyHash: sha256(key), callHash };
};

/**
 * Does a call once for each key, in the transaction of the call itself: either both stand, the act and its answer, or
 * neither. A refused call leaves nothing, so the same key may be used for another try.
 */
export const once = async <T>(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  key: CallKey,
  handle: () => Promise<T>,
  write: (value: T) => { status: number; text: string },
): Promise<T | Replayed> => {
  if (!(await claimKey(tx, key, now, new Date(now.getTime() - answersKeptMs)))) {
    const former = await findAnswer(tx, key);
    if (!former || former.status === null) throw new Refusal(409, 'A call with this Idempotency-Key is under way');
    if (!former.call_hash.equals(key.callHash))
      throw new Refusal(422, 'This Idempotency-Key was used for another call');
    if (former.answer === null) throw new Refusal(409, 'This was done before, and its answer was too large to keep');
    return new Replayed(former.status, former.answer);
  }
  const value = await handle();
  const { status, text } = write(value);
  await keepAnswer(tx, key, status, text.length <= largestAnswer ? text : null);
  return value;
};
