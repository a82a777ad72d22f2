import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SealedEntry } from '@patchkeep/contract/activity-log';
import { keyId, publicKeyOf } from '@patchkeep/orders/envelope';
import { type Checkpoint, readStatement } from '@patchkeep/orders/statements';
import { chainWalk, type Flaw } from './verify.rules.ts';

export interface VerifiedLog {
  entries: number;
  /** The last entry that a checkpoint vouches for; 0 when none does. */
  vouched: number;
  /** Checkpoints about this chain. */
  checkpoints: number;
  flaw: Flaw | undefined;
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path), crlfDelay: Infinity });

/** Checkpoints by the chain they are about. One that the key did not sign stops everything: its file is not what it was. */
const readCheckpointFile = async (path: string, key: string): Promise<Map<string, Checkpoint[]>> => {
  const signers = { keys: new Map([[keyId(key), publicKeyOf(key)]]), threshold: 1 };
  const byChain = new Map<string, Checkpoint[]>();
  for await (const line of linesOf(path)) {
    if (line === '') continue;
    const { statement } = readStatement('checkpoint', line, signers);
    const name = `${statement.customer} ${statement.chain}`;
    byChain.set(name, [...(byChain.get(name) ?? []), statement]);
  }
  return byChain;
};

/** Checks a downloaded chain against checkpoints, offline: two files and the signer's public key are all it takes. */
export const verifyLog = async (given: { log: string; checkpoints: string; key: string }): Promise<VerifiedLog> => {
  const byChain = await readCheckpointFile(given.checkpoints, given.key);
  let about: Checkpoint[] = byChain.size === 1 ? [...byChain.values()].flat() : [];
  let walk: ReturnType<typeof chainWalk> | undefined;
  let flaw: Flaw | undefined;
  for await (const line of linesOf(given.log)) {
    if (line === '') continue;
    const entry = JSON.parse(line) as SealedEntry;
    if (!walk) {
      about = byChain.get(`${entry.customerId} ${entry.chainId}`) ?? [];
      walk = chainWalk(about);
    }
    flaw = walk.step(entry);
    if (flaw) break;
  }
  walk ??= chainWalk(about);
  flaw ??= walk.end();
  return { entries: walk.last.seq, vouched: walk.vouched, checkpoints: about.length, flaw };
};
