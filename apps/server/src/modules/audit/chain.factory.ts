import type { SealedEntry } from '@patchkeep/contract/activity-log';
import { entryHash, genesis } from './audit.rules.ts';

type Content = Omit<SealedEntry, 'previousHash' | 'hash'>;

/** Entries of a chain, each following from the one before. */
export const chained = (contents: readonly Content[], before = genesis): SealedEntry[] => {
  let previousHash = before;
  return contents.map((content) => {
    const entry = { ...content, previousHash };
    previousHash = entryHash(entry);
    return { ...entry, hash: previousHash };
  });
};

const customerId = '0199a8c0-0000-7000-8000-000000000001';

/** A chain that nobody wrote, with entries of a usual size. */
export const sealedChain = (length: number): SealedEntry[] =>
  chained(
    Array.from({ length }, (_, index) => ({
      customerId,
      chainId: customerId,
      seq: index + 1,
      at: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
      actorId: '0199a8c0-0000-7000-8000-000000000002',
      credentialId: '0199a8c0-0000-7000-8000-000000000003',
      instanceId: '0199a8c0-0000-7000-8000-000000000004',
      requestId: `req-${index.toString(36)}`,
      ip: '192.0.2.17',
      verb: 'tag.change',
      objectKind: 'tag',
      objectId: '0199a8c0-0000-7000-8000-000000000005',
      before: `{"color":"${index}","tagName":"Reception"}`,
      after: `{"color":"${index + 1}","tagName":"Reception"}`,
    })),
  );
