import type { Accepted } from '@patchkeep/orders/judge';
import { Refused } from '@patchkeep/orders/refusal';
import type { PackageStatement } from '@patchkeep/orders/statements';
import { type CopyState, copyState } from '@patchkeep/rules/software/older-copy';
import { runRank } from '@patchkeep/rules/software/variant';
import type { Os } from '../../os/os.ts';
import { fitSoftware } from '../inventory/fit.ts';
import type { Outcome } from './outcome.ts';
import { refusedOutcome, thereAlready } from './refused-outcome.ts';

const refusals: Partial<Record<CopyState, string>> = { none: 'no copy', newer: 'only a newer copy' };

/** Programs for another processor do not start; so nothing is fetched for it, whatever the server planned by. */
export const checkArchitecture = async (
  named: PackageStatement['architectures'],
  isRemoval: boolean,
  os: Os,
): Promise<Outcome | undefined> => {
  if (!named || isRemoval) return undefined;
  const { architecture } = (await os.readFacts()).os;
  return runRank(architecture, named) < 0
    ? refusedOutcome(new Refused('wrongArchitecture', `${named.join(', ')} on ${architecture}`), 0)
    : undefined;
};

/**
 * Looks for what an update shall update in the system's own list, as it is now and not as the server knows it. Whoever
 * steals the server can order every package that was vouched for; so they change only what is there already. Gives an
 * outcome where nothing must be run.
 */
export const lookForCopy = async ({ order, package: statement }: Accepted, os: Os): Promise<Outcome | undefined> => {
  // Older statements do not say how copies are called; they end by themselves.
  if (order.kind !== 'upgrade-package' || !statement?.installedAs) return undefined;
  const { installedAs, version, scope, architectures, family } = statement;
  const { user } = order.options;
  const update = { installedAs, version, scope, user, architectures, family };
  const state = copyState(fitSoftware(await os.listSoftware()), update);
  if (state === 'same') return thereAlready;
  const refusal = refusals[state];
  return refusal === undefined ? undefined : refusedOutcome(new Refused('notInstalled', refusal), 0);
};
