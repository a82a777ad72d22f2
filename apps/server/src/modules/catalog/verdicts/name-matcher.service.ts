import { Worker } from 'node:worker_threads';
import type { Installed, NamedChannel } from '@patchkeep/rules/software/identify';
import type { UnknownSoftware } from '../channels/identity.rules.ts';

/** The tag of its channel, or what software is that no channel goes by. */
export type NameMatch = string | UnknownSoftware;

export interface ThreadMessage {
  /** JSON, when they are others than before. */
  channels: string | undefined;
  names: readonly Installed[];
  /** Where the thread notes which name it is at. */
  progress: SharedArrayBuffer;
}

export interface MatcherLimits {
  /** Names that a thread is given at once, and the time for all of them. */
  batch: number;
  batchMs: number;
  /** The time for one name that a batch did not get past: long enough for a thread that waits for a busy processor. */
  aloneMs: number;
}
const usualLimits: MatcherLimits = { batch: 2_000, batchMs: 2_000, aloneMs: 5_000 };
/** Without bounds a thread could take the memory of the whole process. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };
const program = new URL('./match-names.thread.ts', import.meta.url);

interface Stopped {
  /** The name the thread was at. */
  at: number;
  reason: string;
}

export interface Matched<T extends Installed> {
  installed: T;
  /** Undefined: the name could not be matched within the limits. */
  match: NameMatch | undefined;
}

/** Told of a name that took too long, before the next one is tried. */
export type OnTooSlow<T extends Installed> = (installed: T, reason: string) => Promise<void>;

/**
 * Matches names that hosts report, in a thread that is ended when a batch takes too long. The name it was at is then
 * tried alone; if it takes too long again, it goes without a match and the others go on.
 */
export const nameMatcher = (limits: MatcherLimits = usualLimits, threadProgram: URL = program) => {
  let thread: Worker | undefined;
  let known = '';
  /** What the thread has got; another one starts with none. */
  let loaded: string | undefined;

  const running = (): Worker => {
    if (thread !== undefined) return thread;
    thread = new Worker(threadProgram, { resourceLimits });
    // Idle, it does not keep the process alive.
    thread.unref();
    // While it works somebody listens besides; this one keeps a thread that dies idle from ending the process.
    thread.on('error', () => undefined);
    loaded = undefined;
    return thread;
  };

  const endThread = async (): Promise<void> => {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };

  /** The matches of all names, or where the thread stopped. */
  const run = (names: readonly Installed[], ms: number): Promise<NameMatch[] | Stopped> => {
    const worker = running();
    const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const channels = loaded === known ? undefined : known;
    loaded = known;
    return new Promise((resolve) => {
      const finish = (answer: NameMatch[] | Stopped): void => {
        clearTimeout(timer);
        worker.off('message', finish);
        worker.off('error', fail);
        worker.unref();
        resolve(answer);
      };
      const stop = (reason: string): void => {
        const at = Atomics.load(new Int32Array(progress), 0);
        void endThread().then(() => finish({ at, reason }));
      };
      const timer = setTimeout(() => stop(`not matched within ${ms} ms`), ms);
      worker.ref();
      const fail = (error: unknown): void =>
        stop(`matching failed: ${error instanceof Error ? error.message : String(error)}`);
      worker.on('message', finish);
      worker.on('error', fail);
      const bare = names.map(({ name, publisher, version }) => ({ name, publisher, version }));
      worker.postMessage({ channels, names: bare, progress } satisfies ThreadMessage);
    });
  };

  const matchAll = async <T extends Installed>(names: readonly T[], onTooSlow: OnTooSlow<T>): Promise<Matched<T>[]> => {
    const done: Matched<T>[] = [];
    while (done.length < names.length) {
      const batch = names.slice(done.length, done.length + limits.batch);
      const answer = await run(batch, limits.batchMs);
      if (Array.isArray(answer)) {
        done.push(...batch.map((installed, i) => ({ installed, match: answer[i] })));
        continue;
      }
      const before = batch.slice(0, answer.at);
      const suspect = batch[answer.at] as T;
      done.push(...(await matchAll(before, onTooSlow)));
      const alone = await run([suspect], limits.aloneMs);
      if (!Array.isArray(alone)) await onTooSlow(suspect, alone.reason);
      done.push({ installed: suspect, match: Array.isArray(alone) ? alone[0] : undefined });
    }
    return done;
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    /** The match of each, in the order given. One call at a time: a thread has one answer to give. */
    match<T extends Installed>(
      channels: readonly NamedChannel[],
      names: readonly T[],
      onTooSlow: OnTooSlow<T>,
    ): Promise<Matched<T>[]> {
      const mine = last.then(() => {
        known = JSON.stringify(
          channels.map(({ tag, installedAs, publishers, line, scheme }) => ({
            tag,
            installedAs,
            publishers,
            line,
            scheme,
          })),
        );
        return matchAll(names, onTooSlow);
      });
      last = mine.catch(() => undefined);
      return mine;
    },
    close: endThread,
  };
};
export type NameMatcher = ReturnType<typeof nameMatcher>;
