import type { SealedEntry } from '@patchkeep/contract/activity-log';
import { beginningAt, beginningOf, type Checkpoint } from '@patchkeep/orders/statements';
import { entryHash, genesis } from './audit.rules.ts';

/** The first entry of a log that does not hold. */
export interface Flaw {
  seq: number;
  /**
   * From here on nothing is vouched for: who rebuilt the chain instead of breaking it may have begun here. Everything
   * before is as the signer saw it.
   */
  since: number;
  why: string;
}

interface Link {
  seq: number;
  hash: string;
}

const timeOf = ({ at }: Checkpoint) => new Date(at).toISOString();

/**
 * Walks a chain entry by entry and says where it first fails: by itself, where an entry does not follow from the one
 * before, and against the checkpoints, without which a chain that was cut or built anew would look sound.
 */
export const chainWalk = (checkpoints: readonly Checkpoint[] = [], start: Link = { seq: 0, hash: genesis }) => {
  const ahead = checkpoints.filter(({ seq }) => seq > start.seq).toSorted((a, b) => a.seq - b.seq);
  let place = 0;
  let last = start;
  let first: SealedEntry | undefined;
  let vouched = start.seq;

  const flaw = (seq: number, why: string): Flaw => ({ seq, since: Math.min(vouched + 1, seq), why });

  /** What a checkpoint says of an entry: nothing, that it is the one the signer saw, or that it is not. */
  const saysOf = (each: Checkpoint, entry: SealedEntry): boolean | undefined => {
    if (each.seq === entry.seq) return each.hash === entry.hash && each.count === entry.seq;
    const seen = beginningAt(each, entry.seq);
    return seen === undefined ? undefined : seen === beginningOf(entry.hash);
  };

  const unlike = (entry: SealedEntry): Flaw | undefined => {
    let next = place;
    for (let each = ahead[next]; each; each = ahead[++next]) {
      const says = saysOf(each, entry);
      if (says === undefined) return undefined;
      if (!says) return flaw(entry.seq, `is not the entry that the signer saw at ${timeOf(each)}`);
      vouched = entry.seq;
      if (each.seq === entry.seq) place = next + 1;
    }
    return undefined;
  };

  return {
    get last(): Link {
      return last;
    },
    get vouched(): number {
      return vouched;
    },
    step(entry: SealedEntry): Flaw | undefined {
      const expected = last.seq + 1;
      first ??= entry;
      if (entry.chainId !== first.chainId || entry.customerId !== first.customerId)
        return flaw(expected, 'belongs to another chain');
      if (entry.seq > expected) return flaw(expected, 'is missing');
      if (entry.seq < expected) return flaw(entry.seq, 'is there twice');
      if (entry.hash !== entryHash(entry)) return flaw(entry.seq, 'is not what was written');
      if (entry.previousHash !== last.hash) return flaw(entry.seq, 'does not follow from the one before');
      const other = unlike(entry);
      if (other) return other;
      last = { seq: entry.seq, hash: entry.hash };
      return undefined;
    },
    /** Nothing more came although there should have been more. */
    missing: (): Flaw => flaw(last.seq + 1, 'is missing'),
    /** Nothing more came: whatever a checkpoint still knows of is gone. */
    end(): Flaw | undefined {
      const lost = ahead.at(-1);
      return lost && lost.seq > last.seq
        ? flaw(last.seq + 1, `is missing: the signer saw ${lost.count} entries at ${timeOf(lost)}`)
        : undefined;
    },
  };
};
