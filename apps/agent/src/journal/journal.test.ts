import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal, journalPath, readState } from './journal.ts';
import { writeLine } from './line.ts';
import { applyEntry, emptyState, type Entry } from './state.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'patchkeep-journal-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const at = '2026-11-15T09:00:00.000Z';
const entries: Entry[] = [
  { kind: 'hardware', hardwareId: 'h-1' },
  { kind: 'enrolled', agentUuid: 'a-1', customerUuid: 'c-1', keyId: 'k-1', lineage: 'first' },
  { kind: 'boot', bootTime: at },
  { kind: 'clock', offsetMs: -7_200_000 },
  { kind: 'contact', at, lineage: 'second, mit Ümlaut' },
  { kind: 'schedule', revision: 3, schedule: { daysOfWeek: 62, hour: 13, minute: 55 } },
  { kind: 'inspecting', at },
  { kind: 'inspected', at, hash: 'f'.repeat(64), count: 120, revision: 1 },
  { kind: 'uploaded', at, hash: 'f'.repeat(64), factsDigest: 'd', revision: 1, lineage: 'third' },
];
const stateAfter = (count: number) => entries.slice(0, count).reduce(applyEntry, emptyState());
const openAndClose = (work?: (journal: Journal) => void) => {
  const journal = Journal.open(directory);
  work?.(journal);
  journal.close();
  return journal.state;
};

describe('the journal', () => {
  it('knows after a restart all that was written', () => {
    openAndClose((journal) => entries.forEach((entry) => journal.append(entry)));
    expect(openAndClose()).toEqual(stateAfter(entries.length));
    expect(stateAfter(entries.length)).toMatchObject({
      agentUuid: 'a-1',
      lineage: 'third',
      clockOffsetMs: -7_200_000,
      inspectedRevision: 1,
      scheduleRevision: 3,
    });
  });

  it('is readable when cut at every byte: what was whole is known, what was cut never happened', () => {
    const lines = entries.map(writeLine);
    const bytes = Buffer.from(lines.join(''));
    const ends = lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join('')));
    for (let size = 0; size <= bytes.length; size++) {
      writeFileSync(journalPath(directory), bytes.subarray(0, size));
      const whole = ends.filter((end) => end <= size).length;
      expect(readState(directory)).toEqual(stateAfter(whole));
      // What is written next must not be glued to the torn rest.
      openAndClose((journal) => journal.append({ kind: 'contact', at, lineage: 'after the crash' }));
      expect(readState(directory)).toEqual({ ...stateAfter(whole), lineage: 'after the crash', lastContactAt: at });
    }
  });

  it('leaves out a line that rotted and keeps the others', () => {
    const bytes = Buffer.from(entries.map(writeLine).join(''));
    const rotten = bytes.indexOf('"offsetMs"');
    bytes[rotten + 12] = bytes[rotten + 12]! ^ 1;
    writeFileSync(journalPath(directory), bytes);
    expect(openAndClose()).toEqual({ ...stateAfter(entries.length), clockOffsetMs: 0 });
    expect(readFileSync(journalPath(directory), 'utf8').split('\n')).toHaveLength(2);
  });

  it('stays small: thousands of check-ins are compacted and nothing is forgotten', () => {
    const state = openAndClose((journal) => {
      entries.forEach((entry) => journal.append(entry));
      for (let i = 0; i < 4_000; i++) journal.append({ kind: 'contact', at, lineage: `mark ${i}` });
    });
    expect(statSync(journalPath(directory)).size).toBeLessThan(300_000);
    expect(readState(directory)).toEqual(state);
    expect(state).toEqual({ ...stateAfter(entries.length), lineage: 'mark 3999' });
  });

  it('believes the old file when a compaction ended before its rename, at every byte of the new one', () => {
    openAndClose((journal) => entries.forEach((entry) => journal.append(entry)));
    const snapshot = Buffer.from(writeLine({ kind: 'snapshot', state: emptyState() }));
    for (let size = 0; size <= snapshot.length; size++) {
      writeFileSync(`${journalPath(directory)}.new`, snapshot.subarray(0, size));
      expect(openAndClose()).toEqual(stateAfter(entries.length));
    }
  });

  it('reads a journal of a newer agent: kinds and fields it does not know change nothing', () => {
    const newer = { kind: 'patched', task: 7 } as unknown as Entry;
    openAndClose((journal) => journal.append(entries[1]!, newer, entries[4]!));
    expect(readState(directory)).toMatchObject({ agentUuid: 'a-1', lineage: 'second, mit Ümlaut' });
  });
});

describe('a process that is killed while it writes', () => {
  it('leaves every acknowledged line, 20 times in a row', async () => {
    const program = fileURLToPath(new URL('journal-writer.ts', import.meta.url));
    let lastAcknowledged = 0;
    for (let round = 0; round < 20; round++) {
      const child = fork(program, [directory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
      const exit = once(child, 'exit');
      child.on('message', (count) => {
        lastAcknowledged = Number(count);
      });
      await once(child, 'message');
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 60));
      child.kill('SIGKILL');
      await exit;
      const { clockOffsetMs, inspected, inspectedRevision } = readState(directory);
      expect(clockOffsetMs).toBeGreaterThanOrEqual(lastAcknowledged);
      // Two lines are written in one go; never is the second known without the first.
      expect(inspectedRevision).toBeLessThanOrEqual(clockOffsetMs);
      expect(inspected?.count ?? 0).toBe(inspectedRevision);
    }
    expect(lastAcknowledged).toBeGreaterThan(100);
  });
});
