import type { ConsoleHint } from '@patchkeep/contract/hints';

interface GateEnvironment {
  /** Runs something later. */
  after(ms: number, run: () => void): void;
  pass(thing: ConsoleHint): void;
}

/**
 * Lets the first hint of a thing through at once and gathers what follows: on a busy site hundreds of hosts report in a
 * second, and a refetch for each would cancel the one before it, so that no answer ever arrived.
 */
export const createHintGate = ({ after, pass }: GateEnvironment, restMs = 1_000): ((thing: ConsoleHint) => void) => {
  const resting = new Map<ConsoleHint, { isAsked: boolean }>();
  const open = (thing: ConsoleHint) => {
    const rest = { isAsked: false };
    resting.set(thing, rest);
    pass(thing);
    after(restMs, () => {
      resting.delete(thing);
      if (rest.isAsked) open(thing);
    });
  };
  return (thing) => {
    const rest = resting.get(thing);
    if (rest) rest.isAsked = true;
    else open(thing);
  };
};
