import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginningOf } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkpointRequest, openCheckpointer } from './checkpoints.ts';
import { holdCeremony, signerFolder } from './keys.ts';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-checkpoints-'));
  home = join(folder, 'signer');
  holdCeremony({ offline: join(folder, 'offline'), signer: home, now: new Date() });
});
afterEach(() => rmSync(folder, { recursive: true }));

const [customer, chain] = [randomUUID(), randomUUID()];
const hashOf = (digit: number | string) => String(digit).repeat(64);
/** A chain whose entries have hashes like their numbers, told from its first entry on, or from a later one. */
const seen = (seq: number, { hash = hashOf(seq % 10), from = seq } = {}) => {
  const hashes = Array.from({ length: seq - from }, (_, index) => hashOf((from + index) % 10));
  const beginnings = [...hashes, hash].map(beginningOf).join('');
  return { chains: [{ customer, chain, seq, hash, count: seq, beginnings }] };
};
const record = () => readFileSync(signerFolder(home).checkpointRecord, 'utf8').trim().split('\n');

describe('a checkpoint', () => {
  it('is in the signer’s own record before anybody has it', () => {
    const { checkpoints } = openCheckpointer(home).seal(seen(1));
    expect(record()).toEqual(checkpoints);
    expect(statSync(signerFolder(home).checkpointRecord).mode & 0o777).toBe(0o600);
  });

  it('is not given to a chain that has become shorter or another one, also after a restart', () => {
    const early = openCheckpointer(home);
    early.seal(seen(5));
    for (const signer of [early, openCheckpointer(home)]) {
      expect(signer.seal(seen(4)).checkpoints).toEqual([null]);
      expect(signer.seal(seen(5, { hash: hashOf('a') })).checkpoints).toEqual([null]);
    }
    expect(record()).toHaveLength(1);
    expect(openCheckpointer(home).seal(seen(5)).checkpoints).toEqual([expect.any(String)]);
    expect(openCheckpointer(home).seal(seen(6, { from: 5 })).checkpoints).toEqual([expect.any(String)]);
  });

  it('is not given to a longer chain that does not name the last entry that was seen', () => {
    openCheckpointer(home).seal(seen(5));
    for (const from of [6, 7, 9]) expect(openCheckpointer(home).seal(seen(9, { from })).checkpoints).toEqual([null]);
    expect(record()).toHaveLength(1);
    for (const from of [5, 1])
      expect(openCheckpointer(home).seal(seen(9, { from })).checkpoints).toEqual([expect.any(String)]);
  });

  it('is not given to a longer chain that tells what was seen before otherwise', () => {
    openCheckpointer(home).seal(seen(5));
    const [sealed] = seen(9, { from: 3 }).chains;
    if (!sealed) throw new Error('no chain');
    const otherwise = {
      ...sealed,
      beginnings: sealed.beginnings.replace(beginningOf(hashOf(5)), beginningOf(hashOf('a'))),
    };
    expect(openCheckpointer(home).seal({ chains: [otherwise] }).checkpoints).toEqual([null]);
    expect(openCheckpointer(home).seal({ chains: [sealed] }).checkpoints).toEqual([expect.any(String)]);
  });

  it('is not asked for with entries that end otherwise than the chain', () => {
    const [sealed] = seen(9, { from: 3 }).chains;
    const isAccepted = (beginnings: string) =>
      checkpointRequest.safeParse({ chains: [{ ...sealed, beginnings }] }).success;
    const { beginnings = '' } = sealed ?? {};
    expect(isAccepted(beginnings)).toBe(true);
    for (const wrong of [
      '',
      beginnings.slice(1),
      beginnings.slice(0, -16),
      `${beginnings}${'a'.repeat(16)}`,
      'x'.repeat(16),
    ])
      expect(isAccepted(wrong)).toBe(false);
  });

  it('is given again once somebody has said that the database was restored', () => {
    openCheckpointer(home).seal(seen(5));
    writeFileSync(signerFolder(home).incarnation, '2\n');
    expect(openCheckpointer(home).seal(seen(3)).checkpoints).toEqual([expect.any(String)]);
  });

  it('stops the signer when its record is not its own', () => {
    openCheckpointer(home).seal(seen(5));
    const [line = ''] = record();
    writeFileSync(signerFolder(home).checkpointRecord, `${line.replace('"payload":"', '"payload":"AAAA')}\n`);
    expect(() => openCheckpointer(home)).toThrow('notSigned');
  });
});
