import type pg from 'pg';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { insertCopyKinds, selectCopyNumbers, takeCopyNumbers } from './copies.repository.ts';
import { type CopyKind, hashKind } from './copies.rules.ts';

const maxCached = 1_000_000;
const keyOf = (customerId: string, { versionId, text }: CopyKind): string => `${customerId}${versionId}|${text}`;

/** The number of every kind, adding those the customer did not have. */
const learn = (pool: pg.Pool, customerId: string, kinds: readonly CopyKind[], day: string): Promise<number[]> =>
  withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    const hashed = kinds.map((kind) => ({ kind, hash: hashKind(kind) }));
    const hashes = hashed.map(({ hash }) => hash);
    let known = new Map(await selectCopyNumbers(tx, customerId, hashes));
    const fresh = hashed.filter(({ hash }) => !known.has(hash.toString('hex')));
    if (fresh.length > 0) {
      // Numbers first: they are the lock. What another process added meanwhile is visible after it.
      const firstNo = await takeCopyNumbers(tx, customerId, fresh.length);
      await insertCopyKinds(tx, customerId, firstNo, fresh, day);
      known = new Map(await selectCopyNumbers(tx, customerId, hashes));
    }
    return hashes.map((hash) => {
      const copyNo = known.get(hash.toString('hex'));
      if (copyNo === undefined) throw new Error('A kind of copy was neither found nor added');
      return copyNo;
    });
  });

/** Turns kinds of copies into a customer's small numbers: from memory, else from the table, else by adding them. */
export const copyRegister = (pool: pg.Pool, clock: () => Date) => {
  let cache = new Map<string, number>();
  return {
    /** The number of each, in the order given. */
    async resolve(customerId: string, kinds: readonly CopyKind[]): Promise<number[]> {
      const keys = kinds.map((kind) => keyOf(customerId, kind));
      const numbers = keys.map((key) => cache.get(key));
      const unknown = new Map(kinds.flatMap((kind, i) => (numbers[i] === undefined ? [[keys[i] ?? '', kind]] : [])));
      if (unknown.size === 0) return numbers.map(Number);
      const learnt = await learn(pool, customerId, [...unknown.values()], clock().toISOString().slice(0, 10));
      const fresh = new Map([...unknown.keys()].map((key, i) => [key, learnt[i] ?? 0]));
      if (cache.size > maxCached) cache = new Map();
      for (const [key, copyNo] of fresh) cache.set(key, copyNo);
      return keys.map((key, i) => numbers[i] ?? fresh.get(key) ?? 0);
    },
  };
};
