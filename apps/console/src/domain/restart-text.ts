import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import { durationText } from '@patchkeep/rules/duration-text';
import type { RestartState } from '@patchkeep/rules/restart-state';

/** What a restart tag means for the people at its hosts. */
export const restartSentence = ({
  secondsUntilForce,
  snoozeSeconds,
}: Pick<RestartSettings, 'secondsUntilForce' | 'snoozeSeconds'>): string => {
  const force =
    secondsUntilForce === 0
      ? 'Restarts at once when a restart is due'
      : `Restarts ${durationText(secondsUntilForce)} after a restart is due`;
  const snooze =
    snoozeSeconds === 0 || secondsUntilForce === 0
      ? 'no snooze'
      : `can be snoozed ${durationText(snoozeSeconds)} at a time`;
  return `${force}; ${snooze}.`;
};

/** Seconds as the minutes of a form, and back; undefined for what is no number of minutes. */
export const minutesOf = (seconds: number): string => String(Number((seconds / 60).toFixed(4)));
export const secondsOf = (minutes: string): number | undefined =>
  /^\d{1,6}(\.\d{1,4})?$/.test(minutes.trim()) ? Math.round(Number(minutes) * 60) : undefined;

/** A restart from its deadline to the boot, in the words of whoever sits at the host. */
export const restartStory = ({ delaySeconds, snoozeSeconds, secondsUntilForce }: RestartSettings): string[] => {
  const countdown = delaySeconds === 0 ? 'at once' : `after a countdown of ${durationText(delaySeconds)}`;
  if (secondsUntilForce === 0) return [`At the deadline nobody is asked: the host restarts ${countdown}.`];
  const snooze =
    snoozeSeconds === 0 ? 'They cannot put it off.' : `They can put it off, ${durationText(snoozeSeconds)} at a time.`;
  return [
    `From the deadline on, people at the host are asked to restart. ${snooze}`,
    `Whoever chooses "Restart now" has it restarted ${countdown}.`,
    `${durationText(secondsUntilForce)} after the deadline is the force time: nobody is asked any more, and the host restarts ${countdown}.`,
  ];
};

export const restartWord = (state: RestartState, isScheduled: boolean): string => {
  if (state === 'None') return isScheduled ? 'Scheduled' : '';
  return state === 'Snooze' ? 'Snoozed' : state;
};
