import type pg from 'pg';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { insertCopyKinds, selectCopyNumbers, takeCopyNumbers } from './copies.repository.ts';
import type { CopyKind } from './copies.rules.ts';

const maxCached = 1_000_000;
/** Sixteen bytes as text: half the memory of hex, and as quick to look up. */
const keyOf = (customerId: string, { factsHash }: CopyKind): string => customerId + factsHash.toString('latin1');

/** The number of every kind, adding those the customer did not have. */
const learn = (pool: pg.Pool, customerId: string, kinds: readonly CopyKind[]): Promise<Map<string, number>> =>
  withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    const hashes = kinds.map((kind) => kind.factsHash);
    const known = new Map(await selectCopyNumbers(tx, customerId, hashes));
    const fresh = kinds.filter(({ factsHash }) => !known.has(factsHash.toString('hex')));
    if (fresh.length === 0) return known;
    // Numbers first: they are the lock. What another process added meanwhile is visible after it.
    const firstNo = await takeCopyNumbers(tx, customerId, fresh.length);
    await insertCopyKinds(tx, customerId, firstNo, fresh);
    return new Map(await selectCopyNumbers(tx, customerId, hashes));
  });

const numberOf = (numbers: ReadonlyMap<string, number>, { factsHash }: CopyKind): number => {
  const copyNo = numbers.get(factsHash.toString('hex'));
  if (copyNo === undefined) throw new Error('A kind of copy was neither found nor added');
  return copyNo;
};

/** Turns kinds of copies into a customer's small numbers: from memory, else from the table, else by adding them. */
export const copyRegister = (pool: pg.Pool) => {
  let cache = new Map<string, number>();
  return {
    /** The number of each, in the order given. */
    async resolve(customerId: string, kinds: readonly CopyKind[]): Promise<number[]> {
      const keys = kinds.map((kind) => keyOf(customerId, kind));
      const numbers = keys.map((key) => cache.get(key));
      const unknown = new Map(kinds.flatMap((kind, i) => (numbers[i] === undefined ? [[keys[i] ?? '', kind]] : [])));
      if (unknown.size === 0) return numbers.map(Number);
      const learnt = await learn(pool, customerId, [...unknown.values()]);
      if (cache.size > maxCached) cache = new Map();
      for (const [key, kind] of unknown) cache.set(key, numberOf(learnt, kind));
      return kinds.map((kind, i) => numbers[i] ?? numberOf(learnt, kind));
    },
  };
};
