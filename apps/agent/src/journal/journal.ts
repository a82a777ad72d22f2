import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readLines, writeLine } from './line.ts';
import { type AgentState, applyEntry, emptyState, type Entry } from './state.ts';

/** About a week of check-ins with nothing to say. */
const compactAboveBytes = 256 * 1_024;

export const journalPath = (directory: string): string => join(directory, 'journal');

const load = (path: string): { state: AgentState; isDamaged: boolean } => {
  if (!existsSync(path)) return { state: emptyState(), isDamaged: false };
  const { entries, isDamaged } = readLines(readFileSync(path, 'utf8'));
  return { state: entries.reduce(applyEntry, emptyState()), isDamaged };
};

/** For a look from outside, as `status` takes while the agent runs: never writes. */
export const readState = (directory: string): AgentState => load(journalPath(directory)).state;

const writeAll = (file: number, text: string): void => {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
  fsyncSync(file);
};

/** A name is durable only once its folder is; Windows does that by itself and lets nobody open a folder. */
const syncFolder = (directory: string): void => {
  if (process.platform === 'win32') return;
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
};

/**
 * The agent's memory: appended to and fsynced before anything is believed to have happened, so that it is whole after
 * a kill at any moment. A write that was cut off is left out at the next start, and the file written anew without it.
 */
export class Journal {
  readonly #path: string;
  #file: number;
  #state: AgentState;
  /** A write failed half way, as on a full disk: the next line must not be glued to its remains. */
  #isTorn = false;

  private constructor(path: string, file: number, state: AgentState) {
    this.#path = path;
    this.#file = file;
    this.#state = state;
  }

  static open(directory: string): Journal {
    const path = journalPath(directory);
    // Left by a compaction that did not reach its rename: the old file is still the truth.
    rmSync(`${path}.new`, { force: true });
    const { state, isDamaged } = load(path);
    const journal = new Journal(path, openSync(path, 'a', 0o600), state);
    syncFolder(directory);
    if (isDamaged) journal.#compact();
    return journal;
  }

  get state(): AgentState {
    return this.#state;
  }

  /** Durable when it returns. */
  append(...entries: Entry[]): void {
    const lines = entries.map(writeLine).join('');
    const isAfterTorn = this.#isTorn;
    this.#isTorn = true;
    writeAll(this.#file, isAfterTorn ? `\n${lines}` : lines);
    this.#isTorn = false;
    this.#state = entries.reduce(applyEntry, this.#state);
    if (fstatSync(this.#file).size > compactAboveBytes) this.#compact();
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Writes all that is known as one line into a new file and puts it in the old one's place. */
  #compact(): void {
    const next = `${this.#path}.new`;
    const file = openSync(next, 'w', 0o600);
    writeAll(file, writeLine({ kind: 'snapshot', state: this.#state }));
    closeSync(file);
    // Windows refuses to replace a file that is open.
    closeSync(this.#file);
    renameSync(next, this.#path);
    syncFolder(dirname(this.#path));
    this.#file = openSync(this.#path, 'a', 0o600);
  }
}
