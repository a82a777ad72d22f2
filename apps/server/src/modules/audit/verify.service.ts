import { createReadStream } from 'node:fs';
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

/** The lines of a file, some thousand at a time: one by one they took longer to hand over than to check. */
const linesOf = async function* (path: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const part of createReadStream(path, { encoding: 'utf8', highWaterMark: 1_048_576 })) {
    const lines = (rest + String(part)).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter((line) => line !== '');
  }
  if (rest !== '') yield [rest];
};

/** Checkpoints by the chain they are about. One that the key did not sign stops everything: its file is not what it was. */
const readCheckpointFile = async (path: string, key: string): Promise<Map<string, Checkpoint[]>> => {
  const signers = { keys: new Map([[keyId(key), publicKeyOf(key)]]), threshold: 1 };
  const byChain = new Map<string, Checkpoint[]>();
  for await (const lines of linesOf(path))
    for (const line of lines) {
      const { statement } = readStatement('checkpoint', line, signers);
      const name = `${statement.customer} ${statement.chain}`;
      const known = byChain.get(name);
      if (known) known.push(statement);
      else byChain.set(name, [statement]);
    }
  return byChain;
};

/** Checks a downloaded chain against checkpoints, offline: two files and the signer's public key are all it takes. */
export const verifyLog = async (given: { log: string; checkpoints: string; key: string }): Promise<VerifiedLog> => {
  const byChain = await readCheckpointFile(given.checkpoints, given.key);
  let about: Checkpoint[] = byChain.size === 1 ? [...byChain.values()].flat() : [];
  let walk: ReturnType<typeof chainWalk> | undefined;
  let flaw: Flaw | undefined;
  for await (const lines of linesOf(given.log)) {
    for (const line of lines) {
      const entry = JSON.parse(line) as SealedEntry;
      if (!walk) {
        about = byChain.get(`${entry.customerId} ${entry.chainId}`) ?? [];
        walk = chainWalk(about);
      }
      flaw = walk.step(entry);
      if (flaw) break;
    }
    if (flaw) break;
  }
  walk ??= chainWalk(about);
  flaw ??= walk.end();
  return { entries: walk.last.seq, vouched: walk.vouched, checkpoints: about.length, flaw };
};
