import { z } from 'zod';
import { name, text } from './fields.ts';

/** What people at a host are shown when it must restart, and how long they are asked. */
export const restartSettings = z.object({
  title: name,
  message: text.trim().min(1),
  /** From "Restart now", or from the force time, until the host goes down. */
  delaySeconds: z.int().min(0).max(3_600),
  /** How long one "Later" lasts; 0 offers none. */
  snoozeSeconds: z.int().min(0).max(86_400),
  /** From the deadline until nobody is asked any more. */
  secondsUntilForce: z.int().min(0).max(604_800),
});
export type RestartSettings = z.output<typeof restartSettings>;
