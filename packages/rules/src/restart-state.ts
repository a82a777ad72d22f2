export type RestartState = 'None' | 'Requested' | 'Snooze' | 'Failed';

export interface RestartFacts {
  /** When somebody asked for it; null when nobody did. */
  requestedAt: Date | null;
  rebootDeadline: Date | null;
  lastBootAt: Date;
  lastSnoozeAt: Date | null;
  lastSeenAt: Date | null;
  secondsUntilForce: number;
  snoozeSeconds: number;
}

const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** From then on nobody is asked any more. */
export const forceTime = ({ rebootDeadline, secondsUntilForce }: RestartFacts): Date | null =>
  rebootDeadline && later(rebootDeadline, secondsUntilForce);

/** Until when a person put it off; never past the force time. */
export const snoozedUntil = (facts: RestartFacts): Date | null => {
  const force = forceTime(facts);
  if (facts.lastSnoozeAt === null || force === null) return null;
  const until = later(facts.lastSnoozeAt, facts.snoozeSeconds);
  return until < force ? until : force;
};

/** Where a requested restart stands. The first that holds is the answer. */
export const restartState = (facts: RestartFacts, now: Date): RestartState => {
  const { requestedAt, rebootDeadline, lastBootAt, lastSnoozeAt, lastSeenAt, snoozeSeconds } = facts;
  const force = forceTime(facts);
  if (requestedAt === null || rebootDeadline === null || force === null || lastBootAt > requestedAt) return 'None';
  if (now > force && lastSeenAt !== null && lastSeenAt > force) return 'Failed';
  if (lastSnoozeAt !== null && now < force && now < later(lastSnoozeAt, snoozeSeconds)) return 'Snooze';
  return now >= rebootDeadline ? 'Requested' : 'None';
};

/** Nothing to see yet, but somebody asked for a restart that is to come. */
export const isRestartScheduled = (facts: RestartFacts, now: Date): boolean =>
  facts.requestedAt !== null &&
  facts.rebootDeadline !== null &&
  facts.lastBootAt <= facts.requestedAt &&
  restartState(facts, now) === 'None';
