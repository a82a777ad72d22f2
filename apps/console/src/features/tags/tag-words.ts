import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import { type Tag, tagKind } from '@patchkeep/contract/tags';

export const kindWords: Record<Tag['tagKind'], string> = {
  [tagKind.BasicTag]: 'Basic',
  [tagKind.RestartTag]: 'Restart',
  [tagKind.AzureGroupTag]: 'Directory group',
};

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "1 hour 30 minutes": the two largest parts are as much as anybody reads. */
export const durationWords = (seconds: number): string => {
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.slice(0, 2).join(' ') || '0 seconds';
};

/** What a restart tag means for the people at its hosts. */
export const restartSentence = ({
  secondsUntilForce,
  snoozeSeconds,
}: Pick<RestartSettings, 'secondsUntilForce' | 'snoozeSeconds'>): string => {
  const force =
    secondsUntilForce === 0
      ? 'Restarts at once when a restart is due'
      : `Restarts ${durationWords(secondsUntilForce)} after a restart is due`;
  const snooze =
    snoozeSeconds === 0 || secondsUntilForce === 0
      ? 'no snooze'
      : `can be snoozed ${durationWords(snoozeSeconds)} at a time`;
  return `${force}; ${snooze}.`;
};

/** Seconds as the minutes of a form, and back; undefined for what is no number of minutes. */
export const minutesOf = (seconds: number): string => String(Number((seconds / 60).toFixed(4)));
export const secondsOf = (minutes: string): number | undefined =>
  /^\d{1,6}(\.\d{1,4})?$/.test(minutes.trim()) ? Math.round(Number(minutes) * 60) : undefined;
