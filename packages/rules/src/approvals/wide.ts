import type { ApprovalLevel } from '@patchkeep/contract/approval-fields';

/** A change of more hosts than this is wide, or of more than this share of the site's active hosts if that is more. */
const fewHosts = 25;
const smallShare = 0.05;

/** Wide changes are previewed first, and may need a second person. */
export const isWide = (change: {
  levels: Iterable<ApprovalLevel>;
  hostsTouched: number;
  /** Of the site. */
  activeHosts: number;
}): boolean => {
  if ([...change.levels].includes('system')) return true;
  return change.hostsTouched > Math.max(fewHosts, change.activeHosts * smallShare);
};
