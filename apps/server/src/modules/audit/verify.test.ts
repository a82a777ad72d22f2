import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SealedEntry } from '@patchkeep/contract/activity-log';
import { rawKey } from '@patchkeep/orders/envelope';
import { signStatement } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printFigure } from '../../testkit/print-figure.ts';
import { sealedChain } from './chain.factory.ts';
import { verifyLog } from './verify.service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const seal = ({ customerId, chainId, seq, hash }: SealedEntry) =>
  signStatement(
    'checkpoint',
    { customer: customerId, chain: chainId, seq, hash, count: seq, incarnation: 1, at: 1_700_000_000_000 },
    [privateKey],
  );
const write = (entries: readonly SealedEntry[], sealed: readonly SealedEntry[]) => {
  const [log, checkpoints] = [join(folder, 'log.jsonl'), join(folder, 'checkpoints.jsonl')];
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  writeFileSync(checkpoints, sealed.map((entry) => `${seal(entry)}\n`).join(''));
  return { log, checkpoints, key: rawKey(publicKey) };
};

describe('checking a downloaded log', () => {
  it('keeps what is vouched for apart from what is only in order', async () => {
    const entries = sealedChain(10);
    const verified = await verifyLog(write(entries, entries.slice(3, 4)));
    expect(verified).toEqual({ entries: 10, vouched: 4, checkpoints: 1, flaw: undefined });
  });

  it('misses what a checkpoint knows of, down to an empty log', async () => {
    const entries = sealedChain(10);
    const sealed = [entries[4], entries[9]] as SealedEntry[];
    expect((await verifyLog(write(entries.slice(0, 7), sealed))).flaw).toMatchObject({ seq: 8, since: 6 });
    expect((await verifyLog(write([], sealed))).flaw).toMatchObject({ seq: 1, since: 1 });
  });

  it('takes many entries in a second', { timeout: 120_000 }, async () => {
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
    // A machine that is busy with other tests is held to a fifth.
    expect(perSecond).toBeGreaterThan(isFull ? 100_000 : 20_000);
  });
});

/** Apart, so that nothing of it is in memory while the files are checked. */
const writeChain = (count: number) => {
  const entries = sealedChain(count);
  return write(
    entries,
    entries.filter(({ seq }) => seq % 500 === 0),
  );
};
