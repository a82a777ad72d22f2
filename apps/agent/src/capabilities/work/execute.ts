import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Accepted, argumentsFor } from '@patchkeep/orders/judge';
import { Refused } from '@patchkeep/orders/refusal';
import type { Caller } from '../../checkin/caller.ts';
import type { Installer, Os } from '../../os/os.ts';
import { findUser, hasRoom, longestRunMs, notSupported } from './before-running.ts';
import { runCustom } from './custom.ts';
import { download, WrongFile } from './download.ts';
import { checkArchitecture, lookForCopy } from './look-for-copy.ts';
import { clearTheWay } from './open-application.ts';
import { failed, type Outcome, outcomeOf, succeeded, waiting } from './outcome.ts';
import { pendingRestart } from './pending-restart.ts';
import { refusedOutcome } from './refused-outcome.ts';
import { afterRemoval, findRemovals, removeAll } from './remove-first.ts';
import { restart } from './restart.ts';
import { upgradeSystemPackage } from './system-package.ts';
import { outcomeOfUpdate } from './update-outcome.ts';

interface Parts {
  os: Os;
  caller: Caller;
  directory: string;
  /** The time by which orders are judged. */
  now: () => number;
}

/** The system finds, checks and installs it by itself: the order only names it. */
const updateSystem = async (
  { kbs, systemPackage }: Accepted['order'],
  os: Os,
  signal: AbortSignal,
): Promise<Outcome> => {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)]);
    if (systemPackage) return (await upgradeSystemPackage(systemPackage, os, limit)) ?? notSupported;
    const end = await os.windowsUpdates?.install(kbs, limit);
    return end ? outcomeOfUpdate(end) : notSupported;
  } catch (error) {
    return failed('Stopped', (error as Error).message.slice(0, 500));
  }
};

const restartFirst = (pending: readonly string[]): Outcome =>
  waiting(`The host must restart before it can be installed: ${pending[0]} waits for it.`.slice(0, 500), {
    awaits: 'boot',
  });

/** Does what was accepted, and says how it ended. Never throws: whatever happens is an outcome. */
export const execute = async (
  accepted: Accepted,
  { os, caller, directory, now }: Parts,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { order, package: statement, custom } = accepted;
  if (custom) return runCustom(order, custom, { os, caller, directory }, signal);
  if (order.kind === 'restart') return restart(order, os, now, signal);
  if (order.kind === 'windows-update' || order.kind === 'upgrade-system-package')
    return updateSystem(order, os, signal);
  if (!statement) return notSupported;
  let removals: Awaited<ReturnType<typeof findRemovals>>;
  try {
    // The copies of users are listed while they are signed in. Nobody is asked, and nothing is closed, for no update.
    const end =
      (await findUser(order, os, signal)) ??
      (await checkArchitecture(statement.architectures, order.kind === 'remove-package', os)) ??
      (await lookForCopy(accepted, os));
    if (end) return end;
    removals = await findRemovals(accepted, os);
    const isInTheWay = await clearTheWay(order, statement.programs ?? [], os.desktop, signal);
    if (isInTheWay) return isInTheWay;
  } catch (error) {
    if (error instanceof Refused) return refusedOutcome(error, 0);
    return failed('Busy', (error as Error).message.slice(0, 500));
  }
  const before = await pendingRestart(os);
  if (statement.waitsForRestart && before.length > 0) return restartFirst(before);
  const folder = join(directory, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await hasRoom(folder, statement.bytes))) return failed('DiskFull', 'There is not enough room on the disk.');
  let file: string | undefined;
  const removed: string[] = [];
  try {
    file = await download(caller, folder, statement, signal);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)]);
    const notRemoved = await removeAll(removals, removed, limit);
    if (notRemoved) return afterRemoval(notRemoved, removed);
    const action = order.kind === 'remove-package' ? 'remove' : 'install';
    const { user } = order.options;
    const installer: Installer = {
      kind: statement.kind,
      action,
      file,
      arguments: argumentsFor(accepted),
      ...(user !== undefined && { user }),
    };
    const exitCode = await os.runInstaller(installer, limit);
    if (exitCode === undefined) return afterRemoval(notSupported, removed);
    const outcome = outcomeOf(installer, exitCode, statement.exitCodes);
    if (outcome.pkgResult !== 'Success') return afterRemoval(outcome, removed);
    // Many installers leave files to be replaced by the restart and say nothing of it.
    const isRestartNeeded = (await pendingRestart(os)).some((each) => !before.includes(each));
    return succeeded(exitCode, isRestartNeeded);
  } catch (error) {
    const cause = (error as Error).message.slice(0, 500);
    if (error instanceof WrongFile) return { ...failed('Error', cause), result: 'invalid' };
    if (file === undefined) return { ...failed('Source', cause), result: 'sourceFailed' };
    return afterRemoval(failed('Stopped', cause), removed);
  } finally {
    if (file !== undefined) await rm(file, { force: true });
  }
};
