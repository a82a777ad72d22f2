import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@patchkeep/orders/statements';
import type { Answer, Desktop, OpenProgram } from '../../os/desktop.ts';
import { type Outcome, waiting } from './outcome.ts';

const usualSeconds = 300;

interface Pace {
  /** How long a program has to end by itself once it was asked to. */
  gentleMs: number;
  lookMs: number;
}
const usualPace: Pace = { gentleMs: 30_000, lookMs: 1_000 };

const namesOf = (open: readonly OpenProgram[]): string => [...new Set(open.map(({ name }) => name))].join(', ');
const isOpen = (open: readonly OpenProgram[]): Outcome =>
  waiting(`${namesOf(open)} is open.`.slice(0, 500), { awaits: 'appRestart' });

/** Makes programs end, gently or not, and gives those that did not: even what is killed takes a moment to be gone. */
const close = async (
  desktop: Desktop,
  programs: readonly string[],
  { open, isForced }: { open: readonly OpenProgram[]; isForced: boolean },
  { gentleMs, lookMs }: Pace,
  signal: AbortSignal,
): Promise<OpenProgram[]> => {
  await desktop.close(open, isForced, signal);
  const limit = Date.now() + gentleMs;
  for (;;) {
    const left = await desktop.listOpen(programs, signal);
    if (left.length === 0 || Date.now() >= limit) return left;
    await pause(lookMs, undefined, { signal });
  }
};

/**
 * Sees to it that nothing of what is to be changed is open, as the order says: wait until people close it, ask them, or
 * close it for them. Gives an outcome where the installer must not run now. What programs there are the package itself
 * says, signed by who vouches for it: an order alone can close nothing.
 */
export const clearTheWay = async (
  { options }: Pick<Order, 'options'>,
  programs: readonly string[],
  desktop: Desktop,
  signal: AbortSignal,
  pace = usualPace,
): Promise<Outcome | undefined> => {
  const way = options['openApplication'];
  if (way === undefined || programs.length === 0) return undefined;
  const open = await desktop.listOpen(programs, signal);
  if (open.length === 0) return undefined;
  if (way === 'wait') return isOpen(open);

  const isAsked = way === 'ask';
  const message = isAsked
    ? `${namesOf(open)} must be closed to be updated. Please save your work.`
    : `${namesOf(open)} is about to be closed and updated. Please save your work.`;
  const seconds = Number(options['closeSeconds'] ?? usualSeconds);
  const answer: Answer =
    seconds === 0 && !isAsked
      ? 'none'
      : await desktop.ask(
          { title: 'Update', message, yes: 'Close now', later: isAsked ? 'Later' : undefined, seconds },
          signal,
        );
  if (isAsked && answer !== 'yes') return isOpen(open);

  const left = await close(desktop, programs, { open, isForced: false }, pace, signal);
  if (left.length === 0) return undefined;
  if (isAsked) return isOpen(left);
  const still = await close(desktop, programs, { open: left, isForced: true }, pace, signal);
  return still.length === 0 ? undefined : isOpen(still);
};
