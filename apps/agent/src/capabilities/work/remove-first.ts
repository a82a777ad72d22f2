import { setTimeout as pause } from 'node:timers/promises';
import type { Accepted } from '@patchkeep/orders/judge';
import { Refused } from '@patchkeep/orders/refusal';
import { olderCopies } from '@patchkeep/rules/software/older-copy';
import type { Os, RemovableCopy } from '../../os/os.ts';
import { fitSoftware } from '../inventory/fit.ts';
import { failed, type Outcome, outcomeOf } from './outcome.ts';

interface Pace {
  /** How long an uninstaller may go on after its first process has ended, until the copy is not listed any more. */
  listedMs: number;
  /** How long what is left of it is waited for then. */
  atWorkMs: number;
  lookMs: number;
}
const usualPace: Pace = { listedMs: 5 * 60_000, atWorkMs: 30_000, lookMs: 1_000 };

/** A copy to remove, and how it is called in sentences. */
interface Removal {
  called: string;
  copy: RemovableCopy;
}

/**
 * What an update removes before it installs, found before anything is fetched. A copy that this host cannot remove
 * refuses the whole order: installed over it, the new version would do half.
 */
export const findRemovals = async ({ order, package: statement }: Accepted, os: Os): Promise<Removal[]> => {
  if (order.kind !== 'upgrade-package' || !statement?.removesFirst || !statement.installedAs) return [];
  const { removesFirst, installedAs } = statement;
  const { user } = order.options;
  const removals: Removal[] = [];
  for (const copy of olderCopies(fitSoftware(await os.listSoftware()), { ...statement, installedAs, user })) {
    const called = copy.name.includes(copy.version) ? copy.name : `${copy.name} ${copy.version}`;
    const found = await os.findRemoval?.(copy, removesFirst);
    if (!found) throw new Refused('notRemovable', called.slice(0, 200));
    removals.push({ called, copy: found });
  }
  return removals;
};

/** Looks until something is over, but not for longer than so. Gives whether it is. */
const until = async (
  isOver: () => Promise<boolean>,
  { limitMs, lookMs }: { limitMs: number; lookMs: number },
  signal: AbortSignal,
): Promise<boolean> => {
  const limit = Date.now() + limitMs;
  for (;;) {
    if (await isOver()) return true;
    if (Date.now() >= limit) return false;
    await pause(lookMs, undefined, { signal });
  }
};

/** Removes one copy. Gives the outcome where it is still there: then nothing is installed. */
const remove = async (
  { called, copy }: Removal,
  { listedMs, atWorkMs, lookMs }: Pace,
  signal: AbortSignal,
): Promise<Outcome | undefined> => {
  const exitCode = await copy.remove(signal);
  const outcome = outcomeOf({ kind: 'exe', action: 'remove' }, exitCode);
  const refused = (cause: string) =>
    failed(
      outcome.pkgResult ?? 'Error',
      `${called} could not be removed, and nothing was installed: ${cause}`,
      exitCode,
    );
  if (outcome.result !== 'tentative') return refused(outcome.cause);
  const isGone = await until(async () => !(await copy.isListed()), { limitMs: listedMs, lookMs }, signal);
  if (!isGone) return { ...refused('Windows still lists it.'), pkgResult: 'Error' };
  await until(async () => !(await copy.isAtWork()), { limitMs: atWorkMs, lookMs }, signal);
  return undefined;
};

/** Removes the older copies, one after the other, and notes in `removed` which are gone. */
export const removeAll = async (
  removals: readonly Removal[],
  removed: string[],
  signal: AbortSignal,
  pace = usualPace,
): Promise<Outcome | undefined> => {
  for (const removal of removals) {
    const end = await remove(removal, pace, signal);
    if (end) return end;
    removed.push(removal.called);
  }
  return undefined;
};

/**
 * What is told when the older copy is gone and the new one did not come. It is final: an update is refused where no
 * copy is, so another try would only hide this sentence.
 */
export const afterRemoval = (outcome: Outcome, removed: readonly string[]): Outcome => {
  if (removed.length === 0 || outcome.result === 'tentative') return outcome;
  const cause = `${removed.join(' and ')} was removed, but the new version was not installed: ${outcome.cause}`;
  return { ...failed('Error', cause.slice(0, 500), outcome.exitCode), isDiskFull: outcome.isDiskFull };
};
