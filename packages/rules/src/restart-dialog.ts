import { durationText } from './duration-text.ts';

export interface RestartDialog {
  title: string;
  message: string;
  countdown: string;
  yes: string;
  /** Undefined where it cannot be put off. */
  later: string | undefined;
}

interface Given {
  title: string;
  message: string;
  snoozeSeconds: number;
  /** Until nobody is asked any more. */
  secondsLeft: number;
}

/** The dialog of a restart, word for word: the host shows it, and the console its picture. */
export const restartDialog = ({ title, message, snoozeSeconds, secondsLeft }: Given): RestartDialog => ({
  title,
  message,
  countdown: `This computer restarts by itself in ${durationText(secondsLeft)}.`,
  yes: 'Restart now',
  later: snoozeSeconds > 0 ? `Later (${durationText(snoozeSeconds)})` : undefined,
});
