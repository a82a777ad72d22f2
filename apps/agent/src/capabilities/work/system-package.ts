import type { SystemPackage } from '@patchkeep/orders/system-package';
import type { Os, SystemPackageEnd } from '../../os/os.ts';
import { failed, type Outcome, succeeded } from './outcome.ts';
import { pendingRestart } from './pending-restart.ts';
import { nothingDone, thereAlready } from './refused-outcome.ts';

/** How an upgrade by the host's own package system ended, in the words of packages. */
const outcomeOfEnd = (end: SystemPackageEnd, isRestartNeeded: boolean): Outcome => {
  if (end.kind === 'upgraded') return succeeded(0, isRestartNeeded);
  if (end.kind === 'thereAlready') return thereAlready;
  if (end.kind === 'notOffered')
    return failed('NotOffered', 'The repositories of this host do not offer this version any more.');
  if (end.kind === 'failed') return failed(end.pkgResult, end.cause.slice(0, 500), end.exitCode);
  return { ...nothingDone, pkgResult: 'Error', cause: `Nothing was done: ${end.cause}.`.slice(0, 500) };
};

/** The host's own package system finds, checks and installs it; undefined where there is none. */
export const upgradeSystemPackage = async (
  wanted: SystemPackage,
  os: Os,
  signal: AbortSignal,
): Promise<Outcome | undefined> => {
  const before = await pendingRestart(os);
  const end = await os.systemPackages?.upgrade(wanted, signal);
  if (!end) return undefined;
  const after = end.kind === 'upgraded' ? await pendingRestart(os) : [];
  return outcomeOfEnd(
    end,
    after.some((each) => !before.includes(each)),
  );
};
