import { randomBytes, randomFillSync } from 'node:crypto';
import { quickMac } from '../../platform/http/quick-mac.ts';

/**
 * Detects two machines that share one identity. Each answer carries a mark: one more than the number of the mark that
 * came, the hand that wrote it, something random, and our seal. An agent sends its last mark back. Alone, it holds the
 * one we wrote last, or the one it sent us then when our answer was lost, or one that another process wrote since; a
 * copy of it falls behind after two calls.
 */
export interface Mark {
  seq: number;
  /** The hand first, then chance. */
  salt: string;
}

const handLetters = 6;
/** Each process writes with a hand of its own, a new one after a restart. */
export const newHand = (): string => randomBytes(8).toString('base64url').slice(0, handLetters);

/** Half a MAC in base64url: enough for a mark that is worth something only to one host and for one turn. */
const seal = (key: Buffer, agentId: string, { seq, salt }: Mark): string =>
  quickMac(key, `lineage|${agentId}|${seq}|${salt}`).slice(0, 22).replaceAll('+', '-').replaceAll('/', '_');

export const writeMark = (key: Buffer, agentId: string, mark: Mark): string =>
  `${mark.seq}.${mark.salt}.${seal(key, agentId, mark)}`;

/** A mark of a server from before there were hands has eight letters of chance alone. */
export const readMark = (keys: readonly Buffer[], agentId: string, text: string): Mark | undefined => {
  const [, seq, salt, sealed] = /^(\d{1,15})\.([\w-]{8,14})\.([\w-]{22})$/.exec(text) ?? [];
  if (seq === undefined || salt === undefined) return undefined;
  const mark = { seq: Number(seq), salt };
  return keys.some((key) => sealed === seal(key, agentId, mark)) ? mark : undefined;
};

/**
 * What a mark says that no key of ours can read: nothing. It was sealed with a key that is lost, so the line of its
 * agent begins anew. Believed only of an agent of whom this process holds nothing: once we have written a mark that we
 * can read, one that we cannot read is not its continuation.
 */
export const unknownPast: Mark = { seq: 0, salt: '' };

const saltBytes = 6;
const chance = Buffer.alloc(saltBytes * 512);
let used = chance.length;
/** Chance by the handful: asked for six bytes at a time, it cost more than the seal. */
const nextChance = (): string => {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  used += saltBytes;
  return chance.toString('base64url', used - saltBytes, used);
};

export const nextMark = (hand: string, after: number): Mark => ({ seq: after + 1, salt: hand + nextChance() });

/** The two marks of the agent's last call here: the one we wrote, and the one it sent. */
export interface Held {
  current: Mark;
  previous: Mark;
  /** Both as they were written: the very text we wrote needs no second look at its seal. */
  text?: string;
  previousText?: string;
}

const same = (a: Mark, b: Mark): boolean => a.seq === b.seq && a.salt === b.salt;

/**
 * Does this mark continue the line? Of our own hand only the last one does. One of another hand must have been written
 * since the agent was here: numbers grow with every answer that arrives, and a lone agent never has two marks with one.
 */
export const continues = (hand: string, held: Held | undefined, sent: Mark): boolean =>
  held === undefined ||
  same(sent, held.current) ||
  same(sent, held.previous) ||
  (!sent.salt.startsWith(hand) && sent.seq > held.previous.seq);

/** A mark we wrote and still hold as text. */
export const recall = (held: Held | undefined, text: string): Mark | undefined => {
  if (text === held?.text) return held.current;
  return text === held?.previousText ? held.previous : undefined;
};
