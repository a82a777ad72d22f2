import { clockSkew } from '@patchkeep/orders/judge';
import { type RefusalReason, Refused } from '@patchkeep/orders/refusal';
import { durationText } from '@patchkeep/rules/duration-text';
import type { Outcome } from './outcome.ts';

export const nothingDone: Outcome = {
  result: 'rejected',
  pkgResult: null,
  exitCode: null,
  cause: '',
  isDiskFull: false,
};

/** Somebody brought it there meanwhile: as good as installed, which the next inventory proves. */
export const thereAlready: Outcome = {
  ...nothingDone,
  result: 'tentative',
  pkgResult: 'Success',
  cause: 'This version was there already; nothing was run.',
};

/** Nothing is wrong with these but their time: a new order heals them, so they end as expired and are planned anew. */
const outOfTime: Partial<Record<RefusalReason, string>> = {
  expired: 'The order had expired before this host could begin.',
  stale: 'The order was too old when it came to this host (stale). Is the clock of the signer behind?',
  fromTheFuture: 'The order is dated in the future (fromTheFuture). Is the clock of the signer ahead?',
  notYet: 'The order does not count yet (notYet). Is the clock of the signer ahead?',
  approversMissing: 'This host does not know yet who vouches for custom software at its site (approversMissing).',
  approversNotYet:
    'Those who vouch for custom software at this site were named less than 72 hours ago (approversNotYet).',
};
/** Refusals that a person at the console will meet without anything being wrong with the keys or the clocks. */
const inWords: Partial<Record<RefusalReason, string>> = {
  notInstalled: 'This host has no older copy that this package could update, and an update installs nothing new',
  notRemovable: 'The older version must be removed first, and this host does not see how to do that safely',
  wrongArchitecture: 'This host cannot run programs for the processor that this package is for',
  notInstallable: 'This package only updates copies that are there: nobody vouched for it as one to install anew',
};
/** What a wrong clock of the host also looks like. */
const byTheClock: ReadonlySet<RefusalReason> = new Set(['rootExpired', 'siteExpired', 'packageExpired']);

/**
 * What to report when the host's clock and the server's differ by more than orders tolerate. The server's time only
 * chooses the words here; the order has been refused already.
 */
const clockCause = (reason: RefusalReason, serverAheadMs: number): string | undefined => {
  if (Math.abs(serverAheadMs) <= clockSkew || !(reason in outOfTime || byTheClock.has(reason))) return undefined;
  const direction = serverAheadMs > 0 ? 'behind' : 'ahead of';
  const difference = `${durationText(Math.abs(Math.round(serverAheadMs / 1_000)))} ${direction} the server's`;
  return `The clock of this host is ${difference} (clock). Set it: until then this host refuses every order (${reason}).`;
};

/** A refusal in words for whoever asks why nothing happened. */
export const refusedOutcome = (error: unknown, serverAheadMs: number): Outcome => {
  if (!(error instanceof Refused)) throw error;
  if (error.reason === 'kindUnknown')
    return { ...nothingDone, result: 'notSupported', cause: `The agent of this host is too old (${error.message}).` };
  const cause = clockCause(error.reason, serverAheadMs) ?? outOfTime[error.reason];
  const [result, message] = cause
    ? (['expired', cause] as const)
    : (['rejected', `${inWords[error.reason] ?? 'This host refused the order'} (${error.message}).`] as const);
  return { ...nothingDone, result, pkgResult: 'Error', cause: message };
};
