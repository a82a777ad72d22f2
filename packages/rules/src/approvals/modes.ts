import type { ApprovalKind, ApprovalStatus, ApprovalType, DecisionMode } from '@patchkeep/contract/approval-fields';

/** The five flags of an approval on the wire. 32 combinations can be sent; five shapes can be stored. */
export interface ApprovalFlags {
  isBlocked: boolean;
  isEnabled: boolean;
  isAutoUpdate: boolean;
  isUpToDate: boolean;
  /** Nothing was ever decided here. */
  isDummy: boolean;
}

/** Reading A, the one in force: a block is a block, whatever else is said. */
export const statusByReadingA = (flags: ApprovalFlags): ApprovalStatus => {
  if (flags.isBlocked) return 'blocked';
  if (flags.isDummy || !flags.isEnabled) return 'disabled';
  if (flags.isAutoUpdate) return 'auto';
  return flags.isUpToDate ? 'up-to-date' : 'out-of-date';
};

/** The flags of what is stored; null where nothing ever was. `isUpToDate` speaks of an approved version only. */
export const flagsOf = (mode: DecisionMode | null, isUpToDate: boolean): ApprovalFlags => ({
  isBlocked: mode === 'blocked',
  isEnabled: mode !== null && mode !== 'inherit',
  isAutoUpdate: mode === 'auto',
  isUpToDate: mode === 'manual' && isUpToDate,
  isDummy: mode === null,
});

/** The one status of a decision. */
export const decisionStatus = (mode: DecisionMode | null, isUpToDate: boolean): ApprovalStatus =>
  statusByReadingA(flagsOf(mode, isUpToDate));

const modeOfType: Record<ApprovalType, DecisionMode> = {
  approve: 'manual',
  automate: 'auto',
  disable: 'inherit',
  block: 'blocked',
};

/** What an act stores. */
export const typeToMode = (type: ApprovalType): DecisionMode => modeOfType[type];

/** Why a decision may not be stored so, or undefined: approving an application names its version, and nothing else does. */
export const shapeProblem = (kind: ApprovalKind, mode: DecisionMode, version: string | null): string | undefined => {
  const isVersioned = kind === 'app' && mode === 'manual';
  if (isVersioned && version === null) return 'Approving needs a version';
  return !isVersioned && version !== null ? 'Only an approved application has a version' : undefined;
};
