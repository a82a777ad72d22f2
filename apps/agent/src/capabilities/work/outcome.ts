import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import type { ExitCodes } from '@patchkeep/orders/statements';
import { successPendingReboot } from '@patchkeep/rules/activity-label';
import { installerMeaning, windowsErrorOf } from '@patchkeep/rules/failures/installer-codes';
import type { Installer } from '../../os/os.ts';

export type Outcome = Pick<WorkResult, 'result' | 'pkgResult' | 'exitCode' | 'cause' | 'isDiskFull'> &
  Pick<WorkResult, 'awaits' | 'shownAt' | 'snoozedAt'>;

/** Nothing was done yet; what it waits for, where it waits for something. */
export const waiting = (cause: string, more: Pick<WorkResult, 'awaits' | 'shownAt' | 'snoozedAt'> = {}): Outcome => ({
  result: 'pending',
  pkgResult: null,
  exitCode: null,
  cause,
  isDiskFull: false,
  ...more,
});

export const succeeded = (exitCode: number, isRestartNeeded = false): Outcome => ({
  result: 'tentative',
  pkgResult: isRestartNeeded ? successPendingReboot : 'Success',
  exitCode,
  cause: isRestartNeeded ? 'Installed; the host must restart to finish.' : '',
  isDiskFull: false,
});

export const failed = (pkgResult: string, cause: string, exitCode: number | null = null): Outcome => ({
  result: 'failed',
  pkgResult,
  exitCode,
  cause,
  isDiskFull: pkgResult === 'DiskFull',
});

/** The system would not do it now. */
export const busy = (error: unknown): Outcome => failed('Busy', (error as Error).message.slice(0, 500));

const restartNeeded: ReadonlySet<number> = new Set([3010, 1641]);
/** Nothing was done, or it was undone: Windows wants to be restarted first. */
const restartFirst: ReadonlySet<number> = new Set([350, 3017, 3018]);

/** What the package itself says of an exit code; Windows and vendors write one code with and without a sign. */
const signedOutcome = (exitCode: number, { success = [], restart = [], failed: failures = [] }: ExitCodes) => {
  const isThis = (code: number): boolean => code >>> 0 === exitCode >>> 0;
  const failure = failures.find(({ code }) => isThis(code));
  if (failure) return failed('Error', `${failure.says} (${exitCode})`, exitCode);
  if (restart.some(isThis)) return succeeded(exitCode, true);
  return success.some(isThis) ? succeeded(exitCode) : undefined;
};

/** What an exit code means: by the package where it says so, else by the kind of installer. */
export const outcomeOf = (
  { kind, action }: Pick<Installer, 'kind' | 'action'>,
  exitCode: number,
  exitCodes: ExitCodes = {},
): Outcome => {
  const signed = signedOutcome(exitCode, exitCodes);
  if (signed) return signed;
  if (exitCode === 0) return succeeded(exitCode);
  if (kind === 'deb') return failed('Error', `dpkg ended with ${exitCode}.`, exitCode);
  const windowsError = windowsErrorOf(exitCode);
  if (restartNeeded.has(windowsError)) return succeeded(exitCode, true);
  if (restartFirst.has(windowsError))
    return waiting(`The host must restart before it can be installed (${exitCode}).`, { awaits: 'boot' });
  // What shall be gone is gone.
  if (windowsError === 1605 && action === 'remove') return succeeded(exitCode);
  const known = installerMeaning(exitCode);
  if (!known) return failed('Error', `The installer ended with ${exitCode}.`, exitCode);
  const { pkgResult, means } = known;
  return {
    ...failed(pkgResult, `${means} (${exitCode}).`, exitCode),
    ...(pkgResult === 'Cancelled' && { result: 'cancelled' }),
  };
};
