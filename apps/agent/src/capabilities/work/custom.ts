import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CustomPackage } from '@patchkeep/orders/custom/custom-package';
import type { Order } from '@patchkeep/orders/statements';
import { isRecognised } from '@patchkeep/rules/software/recognition';
import type { Caller } from '../../checkin/caller.ts';
import type { Installer, Os } from '../../os/os.ts';
import { fitSoftware } from '../inventory/fit.ts';
import { findUser, hasRoom, longestRunMs, notSupported } from './before-running.ts';
import { download, WrongFile } from './download.ts';
import { checkArchitecture } from './look-for-copy.ts';
import { clearTheWay } from './open-application.ts';
import { failed, type Outcome, outcomeOf, succeeded } from './outcome.ts';
import { pendingRestart } from './pending-restart.ts';
import { thereAlready } from './refused-outcome.ts';

interface Parts {
  os: Os;
  caller: Caller;
  directory: string;
}

const isRemoval = ({ options }: Order): boolean => options['action'] === 'remove';

/** What the list of software shows already needs not be done. */
const isDone = async (order: Order, { recognition }: CustomPackage, os: Os): Promise<boolean> => {
  if (!recognition || isRemoval(order)) return false;
  return isRecognised(fitSoftware(await os.listSoftware()), recognition, order.options['user']);
};

/** What keeps it from being run now; nothing is fetched for that. */
const obstacle = async (
  order: Order,
  custom: CustomPackage,
  os: Os,
  signal: AbortSignal,
): Promise<Outcome | undefined> => {
  const end =
    (await findUser(order, os, signal)) ??
    (await checkArchitecture(custom.architectures, isRemoval(order), os)) ??
    ((await isDone(order, custom, os)) ? thereAlready : undefined);
  return end ?? clearTheWay(order, custom.programs ?? [], os.desktop, signal);
};

/** Only who is signed in sees anything: for the machine it is run where nobody could answer. */
const whatShows = ({ scope, flags }: CustomPackage): Pick<Installer, 'shows'> => {
  if (scope === 'machine') return {};
  if (flags.interactive) return { shows: 'everything' };
  return flags.progressPopup ? { shows: 'progress' } : {};
};

const installerOf = (order: Order, custom: CustomPackage, folder: string): Installer => {
  const { user } = order.options;
  const besides = custom.files.filter(({ name }) => name !== custom.main);
  return {
    kind: custom.kind,
    action: isRemoval(order) ? 'remove' : 'install',
    file: join(folder, custom.main),
    beside: besides.map(({ name }) => join(folder, name)),
    arguments: isRemoval(order) ? (custom.removeArguments ?? []) : custom.installArguments,
    ...whatShows(custom),
    ...(user !== undefined && { user }),
  };
};

const run = async (
  installer: Installer,
  { exitCodes }: CustomPackage,
  os: Os,
  signal: AbortSignal,
): Promise<Outcome> => {
  const before = await pendingRestart(os);
  const exitCode = await os.runInstaller(installer, AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)]));
  if (exitCode === undefined) return notSupported;
  const outcome = outcomeOf(installer, exitCode, exitCodes);
  if (outcome.pkgResult !== 'Success') return outcome;
  return succeeded(
    exitCode,
    (await pendingRestart(os)).some((each) => !before.includes(each)),
  );
};

/** Installs or removes what the approvers of the site vouch for, and says how it ended. Never throws. */
export const runCustom = async (
  order: Order,
  custom: CustomPackage,
  { os, caller, directory }: Parts,
  signal: AbortSignal,
): Promise<Outcome> => {
  const inTheWay = await obstacle(order, custom, os, signal).catch((error: Error) =>
    failed('Busy', error.message.slice(0, 500)),
  );
  if (inTheWay) return inTheWay;
  const parts = join(directory, 'files');
  // Made anew: what an earlier try left there was not vouched for by this order.
  const folder = join(parts, order.task);
  let isFetched = false;
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const bytes = custom.files.reduce((sum, file) => sum + file.bytes, 0);
    if (!(await hasRoom(parts, bytes))) return failed('DiskFull', 'There is not enough room on the disk.');
    for (const { name, ...file } of custom.files)
      await rename(await download(caller, parts, { ...file, kind: 'part' }, signal), join(folder, name));
    isFetched = true;
    return await run(installerOf(order, custom, folder), custom, os, signal);
  } catch (error) {
    const cause = (error as Error).message.slice(0, 500);
    if (error instanceof WrongFile) return { ...failed('Error', cause), result: 'invalid' };
    return isFetched ? failed('Stopped', cause) : { ...failed('Source', cause), result: 'sourceFailed' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
