import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMemoryBucket } from '../../../../../tools/services/bucket.ts';
import { findVersitygw, startVersitygw } from '../../../../../tools/services/versitygw.ts';
import { readSettings } from '../config/config.ts';
import { fileSettings } from '../config/file-settings.ts';
import type { FileStore } from './file-store.ts';
import { openFiles } from './files.ts';

type Settings = Record<string, string>;
interface Opened {
  store: FileStore;
  /** Everything there is, also what was begun. */
  all(): Promise<string[]>;
  stop(): Promise<void>;
}

const names = Object.keys(fileSettings) as (keyof typeof fileSettings)[];
const opened = (settings: Settings): FileStore => openFiles(readSettings(names, settings))!;

const onDisk = async (): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-files-'));
  return {
    store: opened({ PATCHKEEP_FILES_DIR: folder }),
    all: async () => {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    stop: async () => rmSync(folder, { recursive: true }),
  };
};

/** Looks into a bucket with nothing of our own in between. */
const bucketContent = (settings: Settings) => {
  const s3 = new S3({
    region: 'us-east-1',
    endpoint: settings['PATCHKEEP_S3_ENDPOINT'] ?? '',
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings['PATCHKEEP_S3_ACCESS_KEY'] ?? '',
      secretAccessKey: settings['PATCHKEEP_S3_SECRET_KEY'] ?? '',
    },
  });
  return async () => {
    const found: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.listObjectsV2({ Bucket: 'files', ContinuationToken });
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) found.push(Key);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    const { Uploads } = await s3.listMultipartUploads({ Bucket: 'files' });
    return [...found, ...(Uploads ?? []).map(({ UploadId }) => `begun ${UploadId}`)];
  };
};

const inBucket = async (start: () => Promise<{ settings: Settings; stop: () => Promise<void> }>): Promise<Opened> => {
  const { settings, stop } = await start();
  return {
    store: opened({ ...settings, PATCHKEEP_S3_PREFIX: 'of/patchkeep/' }),
    all: bucketContent(settings),
    stop,
  };
};

// Where it was not built it is left out: `npm run proofs -- s3-store` builds it where there is Go.
const program = findVersitygw(process.env['FULL_SIZE'] !== undefined);
const stores: Record<string, () => Promise<Opened>> = {
  'a folder': onDisk,
  'a bucket in memory': () => inBucket(startMemoryBucket),
  ...(program !== undefined && { 'a bucket of versitygw': () => inBucket(() => startVersitygw(program)) }),
};

const mega = 1024 ** 2;
const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
/** Pieces of a size that fits into nothing. */
const pieces = async function* (content: Buffer, size = 70_001) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
};
const cutOff = async function* (content: Buffer) {
  yield* pieces(content);
  throw new Error('cut off');
};
const readWhole = async (store: FileStore, sha256: string, length: number): Promise<Buffer> => {
  const read: Buffer[] = [];
  for (let offset = 0, size = 1; offset < size; offset += length) {
    const part = await store.read(sha256, offset, length);
    size = part?.size ?? 0;
    read.push(part?.bytes ?? Buffer.alloc(0));
  }
  return Buffer.concat(read);
};
const later = () => new Date(Date.now() + 60_000);

describe.each(Object.keys(stores))('files in %s', (name) => {
  let files: Opened;
  beforeAll(async () => {
    files = await stores[name]!();
  });
  afterAll(() => files.stop());
  beforeEach(async () => {
    for (const sha256 of await files.store.keptBefore(later())) await files.store.remove(sha256, later());
    const left = await files.all();
    if (left.length > 0) throw new Error(`the files before this test are still there: ${left.join(', ')}`);
  });

  it.each([
    ['an empty file', 0],
    ['a small one', 100_000],
    ['one of exactly two parts', 10 * mega],
    ['a large one', 16 * mega + 1],
  ])('come back as they were: %s', async (_, size) => {
    const content = randomBytes(size);
    const sha256 = await files.store.put(pieces(content));
    expect(sha256).toBe(sha256Of(content));
    expect((await readWhole(files.store, sha256, 3 * mega)).equals(content)).toBe(true);
    const end = { bytes: Buffer.alloc(0), size };
    expect(await files.store.read(sha256, size, 10)).toEqual(end);
    expect(await files.store.read(sha256, size + 5, 10)).toEqual(end);
    expect(await files.store.read(sha256, 0, 0)).toEqual(end);
  });

  it('are there once, however often and by however many they are put', async () => {
    const content = randomBytes(6 * mega);
    const put = await Promise.all(Array.from({ length: 10 }, () => files.store.put(pieces(content))));
    expect(new Set(put)).toEqual(new Set([sha256Of(content)]));
    expect(await files.all()).toHaveLength(1);
    expect((await readWhole(files.store, put[0] ?? '', mega)).equals(content)).toBe(true);
  });

  it('are in the store only once they were kept', async () => {
    const content = randomBytes(1_000);
    const staged = await files.store.stage(pieces(content));
    expect(await files.store.read(staged.sha256, 0, 10)).toBeUndefined();
    await staged.keep();
    await staged.keep();
    await staged.discard();
    expect((await files.store.read(staged.sha256, 0, 2_000))?.bytes.equals(content)).toBe(true);
    const other = await files.store.stage(pieces(randomBytes(6 * mega)));
    await other.discard();
    expect(await files.all()).toHaveLength(1);
  });

  it.each([
    ['a small file', 100],
    ['a large file', 12 * mega],
  ])('leave nothing behind when they are cut off on their way: %s', async (_, size) => {
    await expect(files.store.put(cutOff(randomBytes(size)))).rejects.toThrow('cut off');
    expect(await files.all()).toEqual([]);
  });

  it('are listed with their age, many of them, and what was never kept goes', async () => {
    const put = [];
    for (let i = 0; i < 8; i++) put.push(await files.store.put(pieces(randomBytes(100))));
    await files.store.stage(pieces(randomBytes(100)));
    const anHourAgo = new Date(Date.now() - 3_600_000);
    expect(await files.store.keptBefore(anHourAgo)).toEqual([]);
    expect(await files.all()).toHaveLength(9);
    expect((await files.store.keptBefore(later())).toSorted()).toEqual(put.toSorted());
    expect(await files.all()).toHaveLength(8);
  });

  it('are removed unless they were kept again since', async () => {
    const sha256 = await files.store.put(pieces(randomBytes(100)));
    await files.store.remove(sha256, new Date(Date.now() - 3_600_000));
    expect((await files.store.read(sha256, 0, 1))?.size).toBe(100);
    await files.store.remove(sha256, later());
    expect(await files.store.read(sha256, 0, 1)).toBeUndefined();
    await files.store.remove(sha256, later());
    expect(await files.all()).toEqual([]);
  });

  it('have no other names than hashes', async () => {
    expect(await files.store.read('0'.repeat(64), 0, 10)).toBeUndefined();
    for (const path of ['../../etc/passwd', '', 'A'.repeat(64), `${'0'.repeat(63)}/`]) {
      await expect(files.store.read(path, 0, 10)).rejects.toThrow('Not a SHA-256');
      await expect(files.store.remove(path, later())).rejects.toThrow('Not a SHA-256');
    }
  });

  it('can be reached', async () => {
    expect(await files.store.trouble()).toBeUndefined();
  });
});

describe.skipIf(program === undefined)('a server that checks signatures', () => {
  it('refuses a wrong secret, and the cause says so', async () => {
    const { settings, stop } = await startVersitygw(program ?? '');
    try {
      const store = opened({ ...settings, PATCHKEEP_S3_SECRET_KEY: 'a wrong one' });
      expect(await store.trouble()).toBe('the secret of the access key is wrong (PATCHKEEP_S3_SECRET_KEY)');
      await expect(store.read('0'.repeat(64), 0, 10)).rejects.toThrow('does not reach its store of files');
    } finally {
      await stop();
    }
  });
});
