import { inventory } from './capabilities/inventory/inventory.ts';
import { work } from './capabilities/work/work.ts';
import { caller } from './checkin/caller.ts';
import { checkIn } from './checkin/check-in.ts';
import { CallRefused } from './checkin/refusal.ts';
import { holdOpen, readServerUrl, transport } from './checkin/transport.ts';
import { tryAgainAt } from './checkin/wait.ts';
import { bell, listenForWake } from './checkin/wake.ts';
import { journalClock } from './journal-clock.ts';
import { Journal } from './journal/journal.ts';
import { beTheOnlyOne } from './one-agent.ts';
import type { Os } from './os/os.ts';
import { sleepUntil } from './sleep.ts';
import { ensureIdentity, readConfiguration, readPolicy } from './state-directory.ts';

interface Run {
  directory: string;
  os: Os;
  signal: AbortSignal;
  /** One exchange and what it leads to, then the end; throws where the loop would try again. */
  isOnce: boolean;
  say: (text: string) => void;
}

const openAgent = ({ directory, os }: Run, journal: Journal) => {
  const configuration = readConfiguration(directory);
  const { keyId } = journal.state;
  if (!configuration || keyId === undefined) throw new Error('Not enrolled: run `patchkeep-agent enrol` first');
  const identity = ensureIdentity(directory);
  const server = readServerUrl(configuration.server);
  const calls = caller({
    identity,
    keyId,
    send: transport(server, configuration.authority),
    clock: journalClock(journal),
  });
  const listen = (ring: () => void, signal: AbortSignal): Promise<void> =>
    listenForWake({ caller: calls, journal, hold: holdOpen(server, configuration.authority) }, ring, signal);
  const shared = { os, journal, caller: calls };
  const tasks = work({ ...shared, directory, policy: readPolicy(directory) });
  tasks.noteWhatWasCutOff();
  return { identity, listen, parts: { journal, caller: calls, inventory: inventory(shared), work: tasks } };
};

/** Checks in for ever, and inspects when the schedule says so, until it is told to end. */
export const run = async (given: Run): Promise<void> => {
  const { directory, signal, isOnce, say } = given;
  const journal = Journal.open(directory);
  try {
    const { identity, listen, parts } = openAgent(given, journal);
    const release = await beTheOnlyOne(identity);
    try {
      await (isOnce ? exchangeOnce(parts, signal) : loop(parts, listen, signal, say));
    } finally {
      release();
    }
  } finally {
    journal.close();
  }
};

type Parts = Parameters<typeof checkIn>[0];

const exchangeOnce = async (parts: Parts, signal: AbortSignal): Promise<void> => {
  await parts.inventory.inspectIfDue();
  await checkIn(parts, signal);
};

type Listen = (ring: () => void, signal: AbortSignal) => Promise<void>;

const loop = async (parts: Parts, listen: Listen, signal: AbortSignal, say: (text: string) => void): Promise<void> => {
  let plannedAt = Date.now();
  let wakeAt = plannedAt;
  let failures = 0;
  let lastText = '';
  // A host that is refused every hour says so once, not every hour.
  const sayOnce = (text: string) => {
    if (text !== lastText) say(text);
    lastText = text;
  };
  const wake = bell();
  let listening: Promise<void> | undefined;
  while (!signal.aborted) {
    await parts.inventory
      .inspectIfDue()
      .catch((error: Error) => sayOnce(`The inspection failed and will be tried again: ${error.message}`));
    if (Date.now() >= wakeAt) {
      try {
        const seconds = await checkIn(parts, signal);
        plannedAt = wakeAt = Date.now() + seconds * 1_000;
        failures = 0;
        // Not before: a server that does not know this host has nothing to call it for.
        listening ??= listen(wake.ring, signal);
        sayOnce('Checked in');
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        // What is no refusal is ours: a full disk, a package manager that does not answer. It may pass.
        const cause = error instanceof CallRefused ? error.reason : ({ kind: 'failed' } as const);
        wakeAt = tryAgainAt({ cause, failures, plannedAt, now: Date.now(), random: Math.random() });
        sayOnce(`Not checked in: ${(error as Error).message}`);
      }
    }
    const nextRun = parts.inventory.nextRun()?.getTime() ?? Infinity;
    await sleepUntil(Math.min(wakeAt, nextRun), AbortSignal.any([signal, wake.signal]));
    wakeAt = Math.min(wakeAt, wake.answer(Date.now()) ?? Infinity);
  }
  await listening;
};
