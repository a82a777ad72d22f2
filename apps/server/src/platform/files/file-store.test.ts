import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFileStore } from './file-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const store = openFileStore(folder);
const parts = async function* (...all: Buffer[]) {
  yield* all;
};

describe('a store of files', () => {
  it('gives back what it was given, in parts, and keeps the same content once', async () => {
    const content = randomBytes(100_000);
    const sha256 = await store.put(parts(content.subarray(0, 70_000), content.subarray(70_000)));
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(await store.put(parts(content))).toBe(sha256);
    const read = [];
    for (let offset = 0; offset < content.length; offset += 30_000) {
      const part = await store.read(sha256, offset, 30_000);
      expect(part?.size).toBe(content.length);
      read.push(part?.bytes ?? Buffer.alloc(0));
    }
    expect(Buffer.concat(read).equals(content)).toBe(true);
    expect(await store.read(sha256, content.length + 5, 10)).toEqual({ bytes: Buffer.alloc(0), size: content.length });
  });

  it('leaves nothing behind of what was cut off on its way', async () => {
    const before = readdirSync(folder).toSorted();
    const broken = async function* () {
      yield Buffer.from('begun');
      throw new Error('cut off');
    };
    await expect(store.put(broken())).rejects.toThrow('cut off');
    expect(readdirSync(folder).toSorted()).toEqual(before);
  });

  it('knows no other names than hashes', async () => {
    expect(await store.read('0'.repeat(64), 0, 10)).toBeUndefined();
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'0'.repeat(63)}/`])
      await expect(store.read(name, 0, 10)).rejects.toThrow('Not a SHA-256');
  });
});
