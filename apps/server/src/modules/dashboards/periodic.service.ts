import type { DashboardConfig } from '@patchkeep/contract/dashboard-config';
import type { DashboardData } from '@patchkeep/contract/dashboard-data';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Context } from '../../platform/context.ts';
import { answerCards } from './cards.service.ts';
import type { Reach } from './reach.service.ts';

/** A screen that asks again every minute may see what another was told some seconds ago; `at` says of when it is. */
const goodForMs = 5_000;
const mostRemembered = 1_000;

/**
 * Answers those who ask again by themselves. Whoever looks at the same sites with the same cards sees the same, so two
 * hundred open dashboards of a site cost what a dozen do. Who opens a dashboard is answered anew.
 */
export const periodicAnswers = () => {
  const cached = new BoundedMap<string, DashboardData>(mostRemembered);
  return async (context: Context, reach: Reach, config: DashboardConfig): Promise<DashboardData> => {
    const { level, customerId, siteIds, hasApprovals } = reach;
    const key = JSON.stringify([level, customerId, siteIds, hasApprovals, config]);
    const known = cached.get(key);
    const age = known ? context.now.getTime() - Date.parse(known.at) : Infinity;
    if (known && age >= 0 && age < goodForMs) return known;
    const data = await answerCards(context, reach, config);
    cached.set(key, data);
    return data;
  };
};
