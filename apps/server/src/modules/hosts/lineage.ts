import { randomFillSync } from 'node:crypto';
import { quickMac } from '../../platform/http/quick-mac.ts';

/**
 * Detects two machines that share one identity. Each answer carries a mark: a number that grows, something random,
 * and our seal. An agent sends its last mark back. Alone, it always holds our newest, or the one before when an
 * answer was lost; a copy of it falls behind after two calls. A server that forgot (it restarted before the mark was
 * stored) sees a sealed number above its own and believes it: only we can have written that.
 */
export interface Mark {
  seq: number;
  salt: string;
}

/** Half a MAC in base64url: enough for a mark that is worth something only to one host and for one turn. */
const seal = (key: Buffer, agentId: string, { seq, salt }: Mark): string =>
  quickMac(key, `lineage|${agentId}|${seq}|${salt}`).slice(0, 22).replaceAll('+', '-').replaceAll('/', '_');

export const writeMark = (key: Buffer, agentId: string, mark: Mark): string =>
  `${mark.seq}.${mark.salt}.${seal(key, agentId, mark)}`;

export const readMark = (key: Buffer, agentId: string, text: string): Mark | undefined => {
  const [, seq, salt, sealed] = /^(\d{1,15})\.([\w-]{8})\.([\w-]{22})$/.exec(text) ?? [];
  if (seq === undefined || salt === undefined) return undefined;
  const mark = { seq: Number(seq), salt };
  return sealed === seal(key, agentId, mark) ? mark : undefined;
};

const saltBytes = 6;
const chance = Buffer.alloc(saltBytes * 512);
let used = chance.length;
/** Chance by the handful: asked for six bytes at a time, it cost more than the seal. */
const nextSalt = (): string => {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  used += saltBytes;
  return chance.toString('base64url', used - saltBytes, used);
};

export const nextMark = (after: number): Mark => ({ seq: after + 1, salt: nextSalt() });

/** The marks an agent may hold: the newest, and the one before in case the newest never arrived. */
export interface Held {
  current: Mark;
  previous: Mark | undefined;
  /** Both as they were written: the very text we wrote needs no second look at its seal. */
  text?: string;
  previousText?: string;
}

const same = (a: Mark, b: Mark | undefined): boolean => a.seq === b?.seq && a.salt === b.salt;

/** Does this mark continue the line? A mark that neither is ours nor lies ahead of what we remember is a copy's. */
export const continues = (held: Held | undefined, sent: Mark): boolean =>
  held === undefined || same(sent, held.current) || same(sent, held.previous) || sent.seq > held.current.seq;

/** A mark we wrote and still hold as text. */
export const recall = (held: Held | undefined, text: string): Mark | undefined => {
  if (text === held?.text) return held.current;
  return text === held?.previousText ? held.previous : undefined;
};
