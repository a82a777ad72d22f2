import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import type { ChartSeries } from '../../ui/charts/chart-data.ts';

/** The four statuses as charts stack them, best first; `status` is what the lists call them. */
export const statusSeries: readonly (ChartSeries & {
  id: 'ok' | 'eol' | 'insecure' | 'zeroDay';
  status: VulnerabilityStatus;
})[] = [
  { id: 'ok', label: 'Ok', fill: 'ok', status: 'ok' },
  { id: 'eol', label: 'EoL', fill: 'eol', status: 'eol' },
  { id: 'insecure', label: 'Insecure', fill: 'ins', status: 'insecure' },
  { id: 'zeroDay', label: '0-Day', fill: 'zd', status: 'zeroday' },
];
