import type { ApprovalLevel, ApprovalStatus } from '@patchkeep/contract/approval-fields';
import type { ApprovalLabel } from './product-badges.tsx';

/** The one vocabulary of approvals: what a status on the wire is called on every screen. */
export const approvalLabels: Record<ApprovalStatus, ApprovalLabel> = {
  auto: 'Auto',
  blocked: 'Blocked',
  'up-to-date': 'Up to date',
  'out-of-date': 'Out of date',
  disabled: 'No Default',
};

export const levelText: Record<ApprovalLevel | 'host', string> = {
  system: 'System',
  site: 'Site',
  group: 'Group',
  tag: 'Tag',
  host: 'This host',
};

/** "Tag Kiosk", "Group Sales"; of the site, the system and the host there is only one, so the level says it. */
export const scopeText = (level: ApprovalLevel | 'host', name: string | null): string =>
  (level === 'group' || level === 'tag') && name !== null ? `${levelText[level]} ${name}` : levelText[level];
