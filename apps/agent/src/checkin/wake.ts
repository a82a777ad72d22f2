import { agentApi } from '@patchkeep/contract/agent/protocol';
import type { Journal } from '../journal/journal.ts';
import { sleepUntil } from '../sleep.ts';
import type { Caller } from './caller.ts';
import type { Hold } from './transport.ts';

/** Before a server said otherwise, and where it knows no such call: polling does without. */
const usualAgainSeconds = 300;
/** However often it is called: a server that has lost its mind must not keep a host busy. */
const leastBetweenMs = 5_000;

/** A bell that can be rung while nobody sleeps: the next sleep then ends at once. */
export const bell = () => {
  let controller = new AbortController();
  let rungAt = -Infinity;
  return {
    ring: (): void => controller.abort(),
    get signal(): AbortSignal {
      return controller.signal;
    },
    /** When to get up because of it; undefined when it did not ring. */
    answer(now: number): number | undefined {
      if (!controller.signal.aborted) return undefined;
      controller = new AbortController();
      rungAt = Math.max(now, rungAt + leastBetweenMs);
      return rungAt;
    },
  };
};

interface Parts {
  caller: Caller;
  journal: Journal;
  hold: Hold;
}

const readLine = (line: string) => {
  try {
    return agentApi.wake.response.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

/** Holds a connection on which the server rings, and takes it up again whenever it ends, at a random moment. */
export const listenForWake = async (
  { caller, journal, hold }: Parts,
  ring: () => void,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    let againSeconds = usualAgainSeconds;
    const onLine = (line: string): void => {
      const said = readLine(line);
      if (!said) return;
      againSeconds = said.againWithinSeconds;
      if (said.isCheckInWanted) ring();
    };
    const { inspectedRevision } = journal.state;
    // Whatever goes wrong here costs minutes, never work: the host still comes at its own time.
    await hold(caller.sign(agentApi.wake, { inspectedRevision }), onLine, signal).catch(() => undefined);
    await sleepUntil(Date.now() + Math.random() * againSeconds * 1_000, signal);
  }
};
