import type { Journal } from './journal/journal.ts';

/** What is known of the server's clock, across restarts: a host whose battery is empty starts in the past each time. */
export const journalClock = (journal: Journal) => ({
  offsetMs: (): number => journal.state.clockOffsetMs,
  correct: (offsetMs: number): void => journal.append({ kind: 'clock', offsetMs: Math.round(offsetMs) }),
});
