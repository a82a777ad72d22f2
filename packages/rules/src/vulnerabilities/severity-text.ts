import type { severities } from '@patchkeep/contract/dashboard-data';

/** What a severity is called on every screen. */
export const severityText: Record<(typeof severities)[number], string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  unscored: 'Not scored',
};
