import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { publisher } from '@patchkeep/evidence/signature';
import { z } from 'zod';

/** One line of the ledger: a package that was proposed, with what speaks for it. Lines are added, never changed. */
const entry = z.strictObject({
  at: z.int().min(0),
  channel: z.string().max(200),
  packageId: z.string().max(300),
  version: z.string().max(200),
  variant: z.string().max(200),
  release: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The host that the file came from. */
  domain: z.string().max(300),
  /** Null of a file that nobody signed. */
  publisher: publisher.nullable(),
  upgradeCode: z.string().max(100).nullable(),
  /** Judgements that a person has lifted, and why. */
  lifted: z.array(z.string().max(50)).max(30),
  reason: z.string().max(1_000).nullable(),
});
export type Entry = z.output<typeof entry>;

const mostBytes = 256 * 1024 ** 2;

const readEntries = (path: string): Entry[] => {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  if (bytes.length > mostBytes) throw new Error(`The ledger ${path} is larger than ${mostBytes} bytes`);
  const text = bytes.toString();
  const lines = text.split('\n');
  // A line without its end was cut off while it was written; nothing was proposed by it.
  const cut = lines.pop() ?? '';
  if (cut !== '') truncateSync(path, bytes.length - Buffer.byteLength(cut));
  return lines.map((line, index) => {
    try {
      return entry.parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`Line ${index + 1} of the ledger ${path} cannot be read; nothing is proposed`, { cause: error });
    }
  });
};

const syncFolder = (path: string): void => {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
};

/**
 * One writer: a second would give the release that the first one gives at the same moment. flock(1) holds the lock for as
 * long as its input is open, so it is free again however this process ends.
 */
const lock = async (path: string): Promise<() => Promise<void>> => {
  const holder = spawn('flock', ['--nonblock', path, 'sh', '-c', 'echo held; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'close');
  const [first] = (await Promise.race([once(holder.stdout, 'data'), ended])) as [unknown];
  if (!(first instanceof Buffer)) throw new Error(`Another packager writes to the ledger: ${path} is locked`);
  return async () => {
    holder.stdin.end();
    await ended;
  };
};

export interface Ledger {
  entries: readonly Entry[];
  add: (entry: Entry) => void;
}

/** Opens the ledger for one piece of work. What `add` was given is on the disk before anything is proposed by it. */
export const withLedger = async <T>(path: string, work: (ledger: Ledger) => Promise<T>): Promise<T> => {
  const unlock = await lock(`${path}.lock`);
  try {
    const entries = readEntries(path);
    return await work({
      entries,
      add: (added) => {
        const isNew = !existsSync(path);
        const file = openSync(path, 'a', 0o600);
        writeSync(file, `${JSON.stringify(entry.parse(added))}\n`);
        fsyncSync(file);
        closeSync(file);
        if (isNew) syncFolder(path);
        entries.push(added);
      },
    });
  } finally {
    await unlock();
  }
};
