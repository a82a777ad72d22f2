import type { Approval } from '@patchkeep/contract/approval-fields';

type Settings = Pick<
  Approval,
  | 'isUcRequired'
  | 'isUcSet'
  | 'isUcRequiredForVersion'
  | 'isUcSetForVersion'
  | 'isUacRequired'
  | 'isUacSet'
  | 'isCustomizationInconsistent'
>;

/** Custom update settings are required and not all there, or no longer fit what the channel asks for. */
export const needsSettings = (approval: Settings): boolean =>
  approval.isCustomizationInconsistent ||
  (approval.isUcRequired && !approval.isUcSet) ||
  (approval.isUcRequiredForVersion && !approval.isUcSetForVersion) ||
  (approval.isUacRequired && !approval.isUacSet);

/** The way to the settings: only a tag can carry them. */
export const settingsText = (approval: Settings & Pick<Approval, 'level'>): string => {
  if (approval.level !== 'tag') return 'Custom settings need a tag: make one';
  return needsSettings(approval) ? 'Complete settings' : 'Custom settings...';
};
