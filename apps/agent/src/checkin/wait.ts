import { agentLimits } from '@patchkeep/contract/agent/protocol';
import type { Cause } from './refusal.ts';

const intervalMs = agentLimits.checkInSeconds * 1_000;
const longWaitMs = 3_600_000;
const longestMs = 6 * 3_600_000;

/** The first moment of a host's own phase after now; the phase is where its last planned check-in lay. */
export const nextPhase = (plannedAt: number, now: number): number => {
  const behind = now - plannedAt;
  return behind < 0 ? plannedAt : plannedAt + (Math.floor(behind / intervalMs) + 1) * intervalMs;
};

interface Failure {
  cause: Cause;
  /** How many in a row, this one included. */
  failures: number;
  /** When the check-in that failed was due. */
  plannedAt: number;
  now: number;
  /** In [0, 1). */
  random: number;
}

/**
 * When to try again. After a single failure every other host tries again somewhere before its own phase comes round:
 * most failures are over by then. If all of them did, a server that comes back after an outage would meet twice the
 * rate of every day. After that, only in the own phase.
 */
export const tryAgainAt = ({ cause, failures, plannedAt, now, random }: Failure): number => {
  switch (cause.kind) {
    case 'clock':
      return now;
    case 'busy': {
      // Everybody was told the same figure; the spread keeps them from coming back together.
      const retryAfterMs = Math.min(cause.retryAfterSeconds * 1_000, longestMs);
      return now + retryAfterMs * (1 + random);
    }
    case 'unwelcome':
      return now + longWaitMs * (0.75 + random / 2);
    case 'failed': {
      const phase = nextPhase(plannedAt, now);
      return failures === 1 && random < 0.5 ? now + (phase - now) * 2 * random : phase;
    }
    default:
      return now + intervalMs;
  }
};
