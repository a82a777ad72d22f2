import type { ChartType, DashboardCard } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';

export const chartTitles: Record<ChartType, string> = {
  'apps-bar': 'Software Installations',
  'summary-table': 'Summary',
  'updates-bar': 'Updates Deployed Automatically',
  'vuln-status-pie': 'Vulnerability Status Breakdown',
  'do-first': 'What to do first',
  'time-to-patch': 'Time to patch',
  'eol-calendar': 'End-of-life calendar',
  'silent-hosts': 'Hosts that went silent',
  'site-table': 'Sites',
};

/** One sentence for whoever chooses a card. */
export const chartText: Record<ChartType, string> = {
  'apps-bar': 'Applications on hosts by status, over time.',
  'summary-table': 'The numbers of the site, each with its list.',
  'updates-bar': 'Regular and security updates that were proven, over time.',
  'vuln-status-pie': 'Applications on hosts by status, now.',
  'do-first': 'Exploited with a fix on offer, then blocked fixes, then failed updates.',
  'time-to-patch': 'How long issues stayed open, and how many were fixed in time.',
  'eol-calendar': 'Versions that reach their end within 30, 90 and 180 days.',
  'silent-hosts': 'Hosts that no longer report.',
  'site-table': 'Every site with its share of hosts at risk, its trend and its own decisions.',
};

/** Charts over time: the ones that a period can be chosen for. */
export const hasPeriods = (chart: ChartType): boolean => chart === 'apps-bar' || chart === 'updates-bar';

type Place = Extract<CardData, { chart: 'vuln-status-pie' }>['place'];
const placeText = { group: 'Group', tag: 'Tag' };
/** What a card shows, and of which group or tag where it is not all there is. */
export const leadOf = (place: Place, lead: string): string =>
  place ? `${placeText[place.kind]} ${place.name} · ${lead}` : lead;

export const titleOf = ({ title, chart }: Pick<DashboardCard, 'title' | 'chart'>): string =>
  title ?? chartTitles[chart];
