import type { ApprovalStatus, DecisionMode } from '@patchkeep/contract/approval-fields';
import { type ApprovalFlags, flagsOf, statusByReadingA } from './modes.ts';

// Requirement APPR-17 knows two readings of the flags of an approval. The product decides by reading A; tests show with
// what stands here where the two differ, and that they agree on every row that can be stored.

/** Reading B: the same as reading A for everything that can be stored. */
export const statusByReadingB = (flags: ApprovalFlags): ApprovalStatus => {
  if (!flags.isEnabled) return 'disabled';
  if (flags.isAutoUpdate) return 'auto';
  if (flags.isBlocked) return 'blocked';
  return flags.isUpToDate ? 'up-to-date' : 'out-of-date';
};

const modeOfStatus: Record<ApprovalStatus, DecisionMode> = {
  auto: 'auto',
  blocked: 'blocked',
  'up-to-date': 'manual',
  'out-of-date': 'manual',
  disabled: 'inherit',
};

/** The mode that a status comes from. */
export const modeOf = (status: ApprovalStatus): DecisionMode => modeOfStatus[status];

const flagNames = ['isBlocked', 'isEnabled', 'isAutoUpdate', 'isUpToDate', 'isDummy'] as const;
const isSame = (a: ApprovalFlags, b: ApprovalFlags): boolean => flagNames.every((name) => a[name] === b[name]);

/** A foreign row as it will be kept: read by A, and the flags that reading leaves no room for dropped. */
export const repairedFlags = (flags: ApprovalFlags): ApprovalFlags => {
  const status = statusByReadingA(flags);
  const isNeverDecided = flags.isDummy && status === 'disabled';
  return flagsOf(isNeverDecided ? null : modeOf(status), status === 'up-to-date');
};

/** Could these flags have come from what is stored? */
export const isStorable = (flags: ApprovalFlags): boolean => isSame(flags, repairedFlags(flags));
