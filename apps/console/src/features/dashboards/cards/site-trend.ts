import type { SiteRow } from '@patchkeep/contract/dashboard-data';
import { formatPercent } from '../../../ui/format.ts';

interface Counted {
  hosts: number;
  hostsAtRisk: number;
}

/** The share of hosts at risk. Of a site without hosts nothing is known. */
export const shareAtRisk = ({ hosts, hostsAtRisk }: Counted): number | null =>
  hosts === 0 ? null : hostsAtRisk / hosts;

export interface Trend {
  kind: 'better' | 'worse' | 'same' | 'unknown';
  /** How far the share moved; null where one of the two is not known. */
  change: number | null;
  /** The move, or why it is not known. */
  text: string;
}

const unknown = (text: string): Trend => ({ kind: 'unknown', change: null, text });

/** How the share of hosts at risk moved. What reads the same is called the same. */
export const trendOf = (site: Pick<SiteRow, 'hosts' | 'hostsAtRisk' | 'earlier'>): Trend => {
  const now = shareAtRisk(site);
  if (now === null) return unknown('no hosts');
  if (site.earlier === null) return unknown('no count then');
  const then = shareAtRisk(site.earlier);
  if (then === null) return unknown('no hosts then');
  const [from, to] = [formatPercent(then), formatPercent(now)];
  const kind = from === to ? 'same' : now < then ? 'better' : 'worse';
  return { kind, change: now - then, text: `${from} → ${to}, ${kind === 'same' ? 'the same' : kind}` };
};
