import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SealedEntry } from '@patchkeep/contract/activity-log';
import { rawKey } from '@patchkeep/orders/envelope';
import { beginningOf, signStatement } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printFigure } from '../../testkit/print-figure.ts';
import { chained, sealedChain } from './chain.factory.ts';
import { chainWalk } from './verify.rules.ts';
import { verifyLog } from './verify.service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
/** A checkpoint after the last of some entries, which tells them apart. */
const seal = (added: readonly SealedEntry[]) => {
  const { customerId, chainId, seq, hash } = added.at(-1) as SealedEntry;
  const seen = { customer: customerId, chain: chainId, seq, hash, count: seq };
  const beginnings = added.map((entry) => beginningOf(entry.hash)).join('');
  return signStatement('checkpoint', { ...seen, beginnings, incarnation: 1, at: 1_700_000_000_000 }, [privateKey]);
};
/** A log, and checkpoints that were made of another one (or of the same) after the named entries. */
const write = (entries: readonly SealedEntry[], seen: readonly SealedEntry[], at: readonly number[]) => {
  const [log, checkpoints] = [join(folder, 'log.jsonl'), join(folder, 'checkpoints.jsonl')];
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const lines = at.map((seq, index) => seal(seen.slice(at[index - 1] ?? 0, seq)));
  writeFileSync(checkpoints, lines.map((line) => `${line}\n`).join(''));
  return { log, checkpoints, key: rawKey(publicKey) };
};

describe('checking a downloaded log', () => {
  it('keeps what is vouched for apart from what is only in order', async () => {
    const entries = sealedChain(10);
    const verified = await verifyLog(write(entries, entries, [4]));
    expect(verified).toEqual({ entries: 10, vouched: 4, checkpoints: 1, flaw: undefined });
  });

  it('misses what a checkpoint knows of, down to an empty log', async () => {
    const entries = sealedChain(10);
    expect((await verifyLog(write(entries.slice(0, 7), entries, [5, 10]))).flaw).toMatchObject({ seq: 8, since: 8 });
    expect((await verifyLog(write([], entries, [5, 10]))).flaw).toMatchObject({ seq: 1, since: 1 });
  });

  it('names the very entry from which on a chain was built anew', async () => {
    const entries = sealedChain(10);
    for (let from = 1; from <= 10; from++) {
      const rest = entries.slice(from - 1).map((entry) => ({ ...entry, verb: 'forged' }));
      const forged = [...entries.slice(0, from - 1), ...chained(rest, entries[from - 2]?.hash)];
      expect((await verifyLog(write(forged, entries, [4, 10]))).flaw).toMatchObject({ seq: from, since: from });
    }
  });

  it('takes the word of checkpoints that know only the last entry, as they once were', () => {
    const entries = sealedChain(6);
    const { customerId, chainId, hash } = entries[5] as SealedEntry;
    const old = { customer: customerId, chain: chainId, seq: 6, hash, count: 6, incarnation: 1, at: 0 };
    const walk = chainWalk([old]);
    expect(entries.map((entry) => walk.step(entry)).filter(Boolean)).toEqual([]);
    expect([walk.vouched, walk.end()]).toEqual([6, undefined]);
    const other = chainWalk([{ ...old, hash: 'a'.repeat(64) }]);
    const flaws = entries.map((entry) => other.step(entry)).filter(Boolean);
    expect(flaws).toMatchObject([{ seq: 6, since: 1 }]);
  });

  it('takes many entries in a second', async () => {
    const isFull = process.env['FULL_SIZE'] !== undefined;
    const count = isFull ? 500_000 : 50_000;
    const files = writeChain(count);
    const began = process.cpuUsage();
    const from = performance.now();
    const { flaw, vouched } = await verifyLog(files);
    const { user, system } = process.cpuUsage(began);
    const perSecond = Math.round(count / ((user + system) / 1e6));
    const byTheClock = Math.round(count / ((performance.now() - from) / 1_000));
    printFigure(`${perSecond} entries per second of the processor, ${byTheClock} by the clock`);
    expect([flaw, vouched]).toEqual([undefined, count]);
    // Half of what a machine of the slower kind does alone; busy with other tests it is held to a fifth.
    expect(perSecond).toBeGreaterThan(isFull ? 50_000 : 20_000);
  });
});

/** Apart, so that nothing of it is in memory while the files are checked. */
const writeChain = (count: number) => {
  const entries = sealedChain(count);
  return write(
    entries,
    entries,
    Array.from({ length: count / 500 }, (_, index) => (index + 1) * 500),
  );
};
