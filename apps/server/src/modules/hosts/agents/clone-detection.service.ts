import { randomBytes, randomFillSync } from 'node:crypto';
import { fastHmac } from '../../../platform/http/fast-hmac.ts';

/**
 * Detects two machines that share one identity. Each answer carries a clone-detection token: the sequence number of the
 * token that came with the call plus one, the id of the process that wrote it, a nonce, and a MAC. The agent sends its
 * last token back. A single agent has the token that this process wrote last, the one it sent then if that answer was
 * lost, or a later one of another process. A clone falls behind after two calls. On the wire the field is `lineage`.
 */
export interface CloneToken {
  seq: number;
  /** The writer id, followed by the nonce. */
  salt: string;
}

const writerIdLength = 6;
/** Each process has a writer id of its own, and a new one after a restart. */
export const newWriterId = (): string => randomBytes(8).toString('base64url').slice(0, writerIdLength);

/** Half a MAC in base64url: enough for a token that is valid for one host and one call. */
const macOf = (key: Buffer, agentId: string, { seq, salt }: CloneToken): string =>
  fastHmac(key, `lineage|${agentId}|${seq}|${salt}`).slice(0, 22).replaceAll('+', '-').replaceAll('/', '_');

export const writeCloneToken = (key: Buffer, agentId: string, token: CloneToken): string =>
  `${token.seq}.${token.salt}.${macOf(key, agentId, token)}`;

/** Tokens of early servers have no writer id, only a nonce of eight characters. */
export const readCloneToken = (keys: readonly Buffer[], agentId: string, text: string): CloneToken | undefined => {
  const [, seq, salt, mac] = /^(\d{1,15})\.([\w-]{8,14})\.([\w-]{22})$/.exec(text) ?? [];
  if (seq === undefined || salt === undefined) return undefined;
  const token = { seq: Number(seq), salt };
  return keys.some((key) => mac === macOf(key, agentId, token)) ? token : undefined;
};

/**
 * Stands for a token that no key can verify, because its key was lost: the sequence of the agent starts again. It is
 * accepted only if this process has no tokens of the agent. After this process has written a token, an unreadable one
 * is not its successor.
 */
export const unreadableToken: CloneToken = { seq: 0, salt: '' };

const nonceBytes = 6;
const randomBuffer = Buffer.alloc(nonceBytes * 512);
let used = randomBuffer.length;
/** Buffers random bytes, because small reads are slow: one of six bytes took longer than the MAC. */
const nextNonce = (): string => {
  if (used === randomBuffer.length) {
    randomFillSync(randomBuffer);
    used = 0;
  }
  used += nonceBytes;
  return randomBuffer.toString('base64url', used - nonceBytes, used);
};

export const nextCloneToken = (writerId: string, after: number): CloneToken => ({
  seq: after + 1,
  salt: writerId + nextNonce(),
});

/** The two tokens of the agent's last call to this process: the one it got and the one it sent. */
export interface LastTokens {
  current: CloneToken;
  previous: CloneToken;
  /** Both as text, so that the MAC of a text we know is not verified again. */
  text?: string;
  previousText?: string;
}

const isSame = (a: CloneToken, b: CloneToken): boolean => a.seq === b.seq && a.salt === b.salt;

/**
 * Whether the agent that sent this token is the only one with its identity. Of this process's own tokens only the last
 * two are accepted. A token of another process must be newer than the agent's last call here: sequence numbers grow with
 * every answer that arrives, and a single agent never has two tokens with the same number.
 */
export const isSuccessor = (writerId: string, last: LastTokens | undefined, sent: CloneToken): boolean =>
  last === undefined ||
  isSame(sent, last.current) ||
  isSame(sent, last.previous) ||
  (!sent.salt.startsWith(writerId) && sent.seq > last.previous.seq);

/** The token of a text that this process wrote or read in the agent's last call. */
export const findKnownToken = (last: LastTokens | undefined, text: string): CloneToken | undefined => {
  if (text === last?.text) return last.current;
  return text === last?.previousText ? last.previous : undefined;
};
