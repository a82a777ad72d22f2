import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { keyId, publicKeyOf, rawKey } from '@patchkeep/orders/envelope';
import { beginningAt, beginningOf, beginnings, readStatement, signStatement } from '@patchkeep/orders/statements';
import { z } from 'zod';
import { appendLines } from './append-lines.ts';
import { checkpointKey, readIncarnation, signerFolder } from './keys.ts';

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** How far the chains of the activity log are, as the server sees them. When that was is the signer's to say. */
export const checkpointRequest = z.strictObject({
  chains: z
    .array(
      z
        .strictObject({
          customer: uuid,
          chain: uuid,
          seq: z.int().min(1),
          hash: z.string().regex(/^[0-9a-f]{64}$/),
          count: z.int().min(1),
          beginnings,
        })
        .refine((seen) => beginningAt(seen, seen.seq) === beginningOf(seen.hash), 'ends with another entry'),
    )
    .max(500),
});
type CheckpointRequest = z.output<typeof checkpointRequest>;
type ChainSeen = CheckpointRequest['chains'][number];

interface Known {
  seq: number;
  hash: string;
}

/**
 * Is this the chain that was seen before, only longer? It must name the last entry that was seen, and the same one:
 * otherwise a chain whose past was written anew would be vouched for, as long as it only tells what came after.
 */
const goesOnFrom = ({ seq, hash }: Known, seen: ChainSeen): boolean => {
  if (seen.seq <= seq) return seen.seq === seq && seen.hash === hash;
  return beginningAt(seen, seq) === beginningOf(hash);
};

/**
 * Vouches for how far each chain is, and remembers it in a record of its own, which the server cannot reach. A chain
 * that has become shorter, or another one, since then gets no checkpoint until the incarnation is counted on.
 */
export const openCheckpointer = (folder: string, clock: () => Date = () => new Date()) => {
  const key = checkpointKey(folder);
  const { checkpointRecord } = signerFolder(folder);
  const incarnation = readIncarnation(folder);
  const last = new Map<string, Known>();
  const nameOf = ({ customer, chain }: Pick<ChainSeen, 'customer' | 'chain'>) => `${customer} ${chain}`;

  const raw = rawKey(createPublicKey(key));
  const signers = { keys: new Map([[keyId(raw), publicKeyOf(raw)]]), threshold: 1 };
  const kept = existsSync(checkpointRecord) ? readFileSync(checkpointRecord, 'utf8').split('\n') : [];
  for (const line of kept.filter((each) => each !== '')) {
    const { statement } = readStatement('checkpoint', line, signers);
    const { seq, hash } = statement;
    if (statement.incarnation === incarnation) last.set(nameOf(statement), { seq, hash });
  }

  return {
    seal({ chains }: CheckpointRequest): { checkpoints: (string | null)[] } {
      const lines: string[] = [];
      const at = clock().getTime();
      const checkpoints = chains.map((seen) => {
        const known = last.get(nameOf(seen));
        if (known && !goesOnFrom(known, seen)) return null;
        const line = signStatement('checkpoint', { ...seen, incarnation, at }, [key]);
        last.set(nameOf(seen), { seq: seen.seq, hash: seen.hash });
        lines.push(line);
        return line;
      });
      // Before anybody is told: what the signer has vouched for, it never forgets.
      if (lines.length > 0) appendLines(checkpointRecord, lines);
      return { checkpoints };
    },
  };
};
export type Checkpointer = ReturnType<typeof openCheckpointer>;
