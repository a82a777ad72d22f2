import { createHmac, randomBytes } from 'node:crypto';

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

const seal = (key: string, agentId: string, { seq, salt }: Mark): string =>
  createHmac('sha256', key).update(`lineage|${agentId}|${seq}|${salt}`).digest('base64url').slice(0, 22);

export const writeMark = (key: string, agentId: string, mark: Mark): string =>
  `${mark.seq}.${mark.salt}.${seal(key, agentId, mark)}`;

export const readMark = (key: string, agentId: string, text: string): Mark | undefined => {
  const [, seq, salt, sealed] = /^(\d{1,15})\.([\w-]{8})\.([\w-]{22})$/.exec(text) ?? [];
  if (seq === undefined || salt === undefined) return undefined;
  const mark = { seq: Number(seq), salt };
  return sealed === seal(key, agentId, mark) ? mark : undefined;
};

export const nextMark = (after: number): Mark => ({ seq: after + 1, salt: randomBytes(6).toString('base64url') });

/** The marks an agent may hold: the newest, and the one before in case the newest never arrived. */
export interface Held {
  current: Mark;
  previous: Mark | undefined;
  /** The newest as it was written. */
  text?: string;
}

const same = (a: Mark, b: Mark | undefined): boolean => a.seq === b?.seq && a.salt === b.salt;

/** Does this mark continue the line? A mark that neither is ours nor lies ahead of what we remember is a copy's. */
export const continues = (held: Held | undefined, sent: Mark): boolean =>
  held === undefined || same(sent, held.current) || same(sent, held.previous) || sent.seq > held.current.seq;
