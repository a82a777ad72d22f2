import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCheckpointer } from './checkpoints.ts';
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
const seen = (seq: number, hash = String(seq % 10)) => ({
  chains: [{ customer, chain, seq, hash: hash.repeat(64), count: seq }],
});
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
      expect(signer.seal(seen(5, 'a')).checkpoints).toEqual([null]);
    }
    expect(record()).toHaveLength(1);
    expect(openCheckpointer(home).seal(seen(5)).checkpoints).toEqual([expect.any(String)]);
    expect(openCheckpointer(home).seal(seen(6)).checkpoints).toEqual([expect.any(String)]);
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
