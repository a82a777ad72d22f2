import { breakGlassLimits } from '@patchkeep/contract/break-glass';
import { dayMs } from '../time-units.ts';

export const breakGlassRefusals = {
  administrator: 'Only a system administrator who signs in with a password here can be a break-glass account',
  tooMany: `There can be ${breakGlassLimits.perCustomer} break-glass accounts. Take the mark of another one away first`,
  noPasskey: 'A break-glass account needs a passkey. Its user adds one on the page Account Configuration first',
  synced:
    'A break-glass account may only have passkeys that stay on their device, such as a security key. A passkey that is synced between devices does not do',
} as const;

export interface BreakGlassCandidate {
  isSystemAdmin: boolean;
  hasPassword: boolean;
  isSsoLoginOnly: boolean;
  isGuest: boolean;
  isDisabled: boolean;
  /** Those that open something. */
  passkeys: readonly { isSynced: boolean }[];
  /** Accounts that are marked, without this one. */
  others: number;
}

/** Why an account cannot be a break-glass account, or undefined when it can. */
export const refuseBreakGlass = (of: BreakGlassCandidate): string | undefined => {
  if (!of.isSystemAdmin || !of.hasPassword || of.isSsoLoginOnly || of.isGuest || of.isDisabled)
    return breakGlassRefusals.administrator;
  if (of.others >= breakGlassLimits.perCustomer) return breakGlassRefusals.tooMany;
  if (of.passkeys.length === 0) return breakGlassRefusals.noPasskey;
  return of.passkeys.some(({ isSynced }) => isSynced) ? breakGlassRefusals.synced : undefined;
};

/** Since when an account has to have been used to count as tried. */
export const usedSince = (now: Date): Date => new Date(now.getTime() - breakGlassLimits.usedWithinDays * dayMs);
