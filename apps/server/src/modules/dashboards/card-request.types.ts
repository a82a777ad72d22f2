import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import type { Context } from '../../platform/context.ts';
import type { Reach } from './reach.service.ts';

/** What one chart answers, apart from which card it is. */
export type Answer<Chart extends CardData['chart']> = Omit<Extract<CardData, { chart: Chart }>, 'cardId' | 'chart'>;

/** One card of a dashboard that somebody looks at. */
export interface CardRequest {
  context: Context;
  reach: Reach;
  card: DashboardCard;
  /** The sites, or the one group or tag, whose numbers are asked for. */
  scopeIds: readonly string[];
  /** That group or tag by its name. */
  place: Answer<'vuln-status-pie'>['place'];
}
