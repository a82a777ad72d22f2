import { constants } from '@patchkeep/contract/constants';

export type RefreshOperation = () => Promise<unknown>;

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * Runs all operations, then those that failed again, until none is left or the signal aborts. Errors stay
 * silent: the caller asked for fresh data, not for news. A quick round rests, so a dead server is not hammered.
 */
export const refreshUntilDone = async (
  operations: readonly RefreshOperation[],
  clock: Clock,
  signal?: AbortSignal,
): Promise<void> => {
  let left = [...operations];
  const isOver = () => left.length === 0 || signal?.aborted === true;
  while (!isOver()) {
    const begun = clock.now();
    const results = await Promise.allSettled(left.map(async (operation) => operation()));
    left = left.filter((_, index) => results[index]?.status === 'rejected');
    const wasQuick = clock.now() - begun < constants.refreshHelper.quickRoundMs;
    if (wasQuick && !isOver()) await clock.wait(constants.refreshHelper.pauseMs);
  }
};
