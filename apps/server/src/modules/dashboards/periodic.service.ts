import type { DashboardConfig } from '@patchkeep/contract/dashboard-config';
import type { DashboardData } from '@patchkeep/contract/dashboard-data';
import type { Context } from '../../platform/context.ts';
import { periodicAnswers } from '../../platform/periodic-answers.ts';
import { answerCards } from './cards.service.ts';
import type { Reach } from './reach.service.ts';

/** `at` says of when the numbers on a screen are. */
const remembered = periodicAnswers<DashboardData>(1_000, ({ at }) => at);

/**
 * Answers screens that ask again every minute. Whoever looks at the same sites with the same cards sees the same, so two
 * hundred open dashboards of a site cost what a dozen do. Who opens a dashboard is answered anew.
 */
export const answerAgain = (context: Context, reach: Reach, config: DashboardConfig): Promise<DashboardData> => {
  const { level, customerId, siteIds, hasApprovals } = reach;
  const key = JSON.stringify([level, customerId, siteIds, hasApprovals, config]);
  return remembered(key, context.now, () => answerCards(context, reach, config));
};
