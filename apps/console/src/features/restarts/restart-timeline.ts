import type { HostRestart } from '@patchkeep/contract/restarts';

export interface TimelineStep {
  id: 'requested' | 'deadline' | 'shown' | 'snoozed' | 'force' | 'rebooted';
  word: string;
  at: string | null;
  detail: string;
  isOver: boolean;
}

const isPast = (at: string | null, now: Date): boolean => at !== null && new Date(at) <= now;

/** A restart from the request to the boot; empty when nobody asked for one. */
export const timelineOf = (restart: HostRestart, now: Date): TimelineStep[] => {
  if (restart.lastBootRequestTime === null) return [];
  const hasBooted = restart.rebootTime !== null;
  const by = restart.requestedBy === null ? '' : `By ${restart.requestedBy}`;
  const under = restart.restartTagName === null ? '' : `under "${restart.restartTagName}"`;
  const step = (
    id: TimelineStep['id'],
    word: string,
    at: string | null,
    detail: string,
    isOver = isPast(at, now),
  ): TimelineStep => ({ id, word, at, detail, isOver });
  return [
    step('requested', 'Requested', restart.lastBootRequestTime, [by, under].filter(Boolean).join(' ')),
    step('deadline', 'Deadline', restart.rebootDeadline, 'From here on people at the host are asked'),
    step('shown', 'Shown', restart.shownTime, restart.shownTime === null ? 'The dialog was not reported yet' : ''),
    ...(restart.lastRebootSnoozeTime === null
      ? []
      : [step('snoozed', 'Snoozed until', restart.snoozedUntil, 'Put off by somebody at the host', true)]),
    step(
      'force',
      'Force time',
      restart.forceTime,
      'From here on nobody is asked any more',
      isPast(restart.forceTime, now) && !hasBooted,
    ),
    step(
      'rebooted',
      'Restarted',
      restart.rebootTime,
      hasBooted
        ? ''
        : restart.restartState === 'Failed'
          ? 'Failed: heard of since the force time, not restarted'
          : 'Not yet',
    ),
  ];
};
