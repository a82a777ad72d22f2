import type { Order } from '@patchkeep/orders/statements';
import { restartDialog } from '@patchkeep/rules/restart-dialog';
import type { Answer } from '../../os/desktop.ts';
import type { Os } from '../../os/os.ts';
import { busy, failed, type Outcome, succeeded, waiting } from './outcome.ts';

const usualNotice = 60;
/** While it stands the agent does nothing else; unanswered it comes again. */
const longestDialogSeconds = 600;

/** Asked of the system, which announces it once more and lets people save their work. */
const goDown = async ({ options }: Order, os: Os, signal: AbortSignal): Promise<Outcome> => {
  const notice = [options['title'], options['message']].filter(Boolean).join(': ');
  try {
    const exitCode = await os.restart(Number(options['delaySeconds'] ?? usualNotice), notice, signal);
    if (exitCode === 0) return succeeded(exitCode, true);
    return failed('Busy', `The system refused to restart (${exitCode}).`, exitCode);
  } catch (error) {
    return busy(error);
  }
};

const ask = ({ options }: Order, secondsLeft: number, os: Os, signal: AbortSignal): Promise<Answer> => {
  const { title, message, countdown, yes, later } = restartDialog({
    title: options['title'] ?? '',
    message: options['message'] ?? '',
    snoozeSeconds: Number(options['snoozeSeconds'] ?? 0),
    secondsLeft,
  });
  const seconds = Math.min(secondsLeft, longestDialogSeconds);
  return os.desktop
    .ask({ title, message: `${message}\n\n${countdown}`, yes, later, seconds }, signal)
    .catch((): Answer => 'nobody');
};

/**
 * Asks the people at the host until the force time, by the time that orders are judged by, and restarts when they agree or when nobody
 * is asked any more. Where nobody is there to be asked, the host waits for that time too: it may be a server at work.
 */
export const restart = async (order: Order, os: Os, now: () => number, signal: AbortSignal): Promise<Outcome> => {
  const forceAt = Number(order.options['forceAt'] ?? 0);
  const secondsLeft = Math.ceil((forceAt - now()) / 1_000);
  if (secondsLeft <= 0) return goDown(order, os, signal);
  const shownAt = new Date(now()).toISOString();
  const answer = await ask(order, secondsLeft, os, signal);
  if (answer === 'yes') return { ...(await goDown(order, os, signal)), shownAt };
  if (answer === 'nobody') return waiting('Nobody is there to be asked; it restarts at the force time.');
  if (answer === 'later')
    return waiting('Somebody at the host put it off.', { shownAt, snoozedAt: new Date(now()).toISOString() });
  if (now() >= forceAt && !signal.aborted) return { ...(await goDown(order, os, signal)), shownAt };
  return waiting('Shown at the host, and not answered.', { shownAt });
};
